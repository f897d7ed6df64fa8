import { errors, onWire } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/** Rows of a customer: its own people see them, and who sees the whole tenant. */
export function ownScope({ who }: Ctx, alias = "t"): Sql {
  if (who.custId !== undefined) return sql`${sql.raw(alias)}.cust_id = ${who.custId}`;
  return sql.raw(String(who.scope.kind === "tenant"));
}

/** For whom it is: somebody of a customer acts for that one only, the operator's people for any that they name. */
export function customerOf({ who }: Ctx, asked: string | null): string {
  if (who.custId !== undefined) {
    if (asked !== null && asked !== who.custId) throw errors.forbidden();
    return who.custId;
  }
  if (who.scope.kind !== "tenant") throw errors.forbidden();
  if (asked === null) throw errors.missingField("custId");
  return asked;
}

/** The operator's own people: finance, warehouse. */
export function requireStaff({ who }: Ctx): void {
  if (who.custId !== undefined || who.scope.kind !== "tenant") throw errors.forbidden();
}

/** Names of the host factories that a customer may choose: its own and its default one. */
export function oemsOf({ who: { tenantId } }: Ctx, custId: string): Sql {
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

/** A list of texts from a caller. */
export function textsOf(value: unknown, wire: string, most = 1000): readonly string[] {
  const list: unknown[] = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
  if (list.length === 0) throw errors.missingField(onWire(wire));
  if (list.length > most) throw errors.tooManyRows(most);
  if (!list.every((x) => typeof x === "string" && x !== "" && x.length <= 100))
    throw errors.invalidField(onWire(wire));
  return [...new Set(list as string[])];
}
