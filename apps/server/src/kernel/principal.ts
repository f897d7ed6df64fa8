/** Which molds and counters somebody sees: the whole tenant, or what belongs to one organisation. */
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
  /** "BS101:Q" … */
  readonly rights: ReadonlySet<string>;
  readonly scope: Scope;
  /** Somebody of this customer, who sees what is the customer's and nothing else. */
  readonly custId?: string;
  readonly sessionHash: string;
}
