/** Rows that a user may see: those of the whole tenant, those of one organization, or none. */
export type Scope =
  | { readonly kind: "tenant" }
  | { readonly kind: "oem" | "plant" | "maker"; readonly orgId: string }
  | { readonly kind: "none" };

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
  readonly sessionHash: string;
}
