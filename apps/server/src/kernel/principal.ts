/** Rows that a user may see: all rows of the tenant, the rows of one organization, or none. */
export type Scope =
  | { readonly kind: "tenant" }
  | { readonly kind: "oem" | "plant" | "maker"; readonly orgId: string }
  | { readonly kind: "none" };

/** API key that acts for the user of a principal. */
export interface ActingKey {
  readonly keyId: number;
  readonly name: string;
}

/** Administrator who sees the application as the user of a principal ("View as this user"). */
export interface Viewer {
  readonly userId: string;
  readonly userName: string;
  /** Time at which the view ends, epoch ms. */
  readonly until: number;
  /** True: the principal has fewer rights than the viewed user, because the administrator lacks some of them. */
  readonly isPartial: boolean;
}

/**
 * Caller of an operation. A caller with `apiKey` is a program. Its `userId` is the user who made the API key. So a rule
 * that demands two persons treats the user and the program as one person.
 */
export interface Principal {
  readonly tenantId: number;
  readonly tenantCode: string;
  readonly zone: string;
  readonly userId: string;
  readonly userName: string;
  readonly roleCode: string | null;
  /** Rights as "MENU_ID:action", such as "BS101:Q". */
  readonly rights: ReadonlySet<string>;
  readonly scope: Scope;
  /**
   * Customer to which the user belongs. Such a user sees only rows of this customer. Absent: the user belongs to no
   * customer.
   */
  readonly custId?: string;
  /** API key of the caller. Absent: the caller uses a session. */
  readonly apiKey?: ActingKey;
  /** Administrator who is the real caller of a view ("View as this user"). Absent in all other sessions. */
  readonly viewer?: Viewer;
  readonly sessionHash: string;
  /** True if somebody else has set the user's password. The session may then only change the password. */
  readonly mustChangePassword?: true;
}
