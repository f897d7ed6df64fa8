import { errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/**
 * Builds the SQL condition on a table's `cust_id`. A customer's users see rows of their customer, staff see all rows,
 * and other users see none.
 */
export function customerScope({ who }: Ctx, alias = "t"): Sql {
  if (who.custId !== undefined) return sql`${sql.raw(alias)}.cust_id = ${who.custId}`;
  return sql.raw(String(who.scope.kind === "tenant"));
}

/**
 * Builds the SQL condition on a line of a cart. A customer's user sees only the lines of this user's cart, staff see
 * all carts, and other users see none.
 */
export function cartScope(ctx: Ctx, alias = "t"): Sql {
  const ofCustomer = customerScope(ctx, alias);
  if (ctx.who.custId === undefined) return ofCustomer;
  return sql`${ofCustomer} and ${sql.raw(alias)}.user_id = ${ctx.who.userId}`;
}

/**
 * Returns the customer for which an operation of staff and customers runs. A user of a customer may name only this
 * customer. Staff must name a customer. Throws forbidden for another customer, and missingField("custId") if staff name
 * none.
 */
export function customerOf({ who }: Ctx, requested: string | null): string {
  if (who.custId !== undefined) {
    if (requested !== null && requested !== who.custId) throw errors.forbidden();
    return who.custId;
  }
  if (requested === null) throw errors.missingField("custId");
  return requested;
}

/** Returns whether the caller is staff: a user with tenant-wide scope. Users of a customer never have this scope. */
export const isStaff = ({ who }: Ctx): boolean => who.scope.kind === "tenant";

/**
 * Builds a subquery for the names of the host factories that a customer may choose: the assigned factories and the
 * customer's default factory.
 */
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
 * Returns the distinct texts of an input, which is a JSON array or a comma-separated text. Throws missingField for an
 * empty input, tooManyRows for more than `max` texts. Throws invalidField for a text that is empty or longer than 100
 * characters.
 */
export function textList(value: unknown, name: string, max = 1000): readonly string[] {
  const list: unknown[] = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
  if (list.length === 0) throw errors.missingField(name);
  if (list.length > max) throw errors.tooManyRows(max);
  if (!list.every((x): x is string => typeof x === "string" && x !== "" && x.length <= 100))
    throw errors.invalidField(name);
  return [...new Set(list)];
}
