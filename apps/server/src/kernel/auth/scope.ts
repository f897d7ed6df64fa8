import type { Scope } from "../principal.ts";

/** Facts about a user that decide which rows the user sees. */
export interface ScopeRow {
  readonly data_scope: string | null;
  readonly org_id: string | null;
  readonly org_type: string | null;
  readonly cust_id: string | null;
}

export function scopeOf(row: ScopeRow): Scope {
  // Users of a customer see no molds and no other data of the tenant, even if their roles would allow it.
  if (row.cust_id !== null) return { kind: "none" };
  if (row.data_scope === "tenant") return { kind: "tenant" };
  return organizationScope(row.org_id, row.org_type);
}

export function organizationScope(orgId: string | null, type: string | null): Scope {
  if (orgId && (type === "oem" || type === "plant" || type === "maker")) return { kind: type, orgId };
  return { kind: "none" };
}
