import { errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/** Condition on a table's `cust_id`: a customer's users see their own rows, staff see all, other users none. */
export function customerScope({ who }: Ctx, alias = "t"): Sql {
  if (who.custId !== undefined) return sql`${sql.raw(alias)}.cust_id = ${who.custId}`;
  return sql.raw(String(who.scope.kind === "tenant"));
}

/**
 * Returns the customer that a command acts for. A customer's user acts for its own customer only; staff name one.
 * Throws forbidden for another customer and missingField("custId") where staff name none.
 */
export function customerOf({ who }: Ctx, requested: string | null): string {
  if (who.custId !== undefined) {
    if (requested !== null && requested !== who.custId) throw errors.forbidden();
    return who.custId;
  }
  if (who.scope.kind !== "tenant") throw errors.forbidden();
  if (requested === null) throw errors.missingField("custId");
  return requested;
}

/** Tells whether the caller is staff: a user with tenant-wide scope who belongs to no customer. */
export const isStaff = ({ who }: Ctx): boolean => who.custId === undefined && who.scope.kind === "tenant";

/** Throws forbidden unless the caller is staff. */
export function requireStaff(ctx: Ctx): void {
  if (!isStaff(ctx)) throw errors.forbidden();
}

/** Subquery of the host factories' names that a customer may choose: its own and its default one. */
export function customerOems({ who: { tenantId } }: Ctx, custId: string): Sql {
  return sql`
    (
      select x.oem_name
      from customer_oem x
      where x.tenant_id = ${tenantId} and x.cust_id = ${custId}
      union
      select x.default_oem
      from customer x
      where x.tenant_id = ${tenantId} and x.cust_id = ${custId} and x.default_oem <> ''
    )
  `;
}

/**
 * Returns the different texts of an input: a JSON array or a text with commas. Throws missingField without any,
 * tooManyRows beyond `max`, and invalidField for a text that is empty or longer than 100.
 */
export function textList(value: unknown, name: string, max = 1000): readonly string[] {
  const list: unknown[] = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
  if (list.length === 0) throw errors.missingField(name);
  if (list.length > max) throw errors.tooManyRows(max);
  if (!list.every((x): x is string => typeof x === "string" && x !== "" && x.length <= 100))
    throw errors.invalidField(name);
  return [...new Set(list)];
}
