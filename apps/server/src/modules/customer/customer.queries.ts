import { customer, customerList, isTaxpayerId } from "@shotkeeper/contract/customer";
import { type Action, errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";

/** A user of a customer sees that customer only. */
const where = ({ who: { custId } }: Ctx) =>
  custId === undefined ? sql.raw("true") : sql`t.cust_id = ${custId}`;

export const customerListImpl = implement(customerList, { from: "customer", where });

/** Fields that a customer may not change itself. */
const operatorFields = ["custName", "statementDays", "remark"];

/** Limits a customer to its own fields, and its default host factory to those bound to it. */
async function checkOwnCustomer(
  ctx: Ctx,
  action: Action,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const { tenantId, custId } = ctx.who;
  if (custId === undefined) return;
  if (action !== "M" || rows.some((r) => operatorFields.some((name) => name in r))) throw errors.forbidden();
  const oems = rows.flatMap((r) => (typeof r.defaultOem === "string" ? [r.defaultOem] : []));
  if (oems.length === 0) return;
  const [other] = await ctx.db.run(tenantId, [
    sql`
      select 1
      from unnest(${oems}::text[]) n
      where n not in (
        select x.oem_name
        from customer_oem x
        where x.tenant_id = ${tenantId} and x.cust_id = ${custId}
      )
        and n <> (
          select coalesce(c.default_oem, '')
          from customer c
          where c.tenant_id = ${tenantId} and c.cust_id = ${custId}
        )
    `,
  ]);
  if (other?.length) throw errors.foreignHostFactory(oems[0] ?? "");
}

export const customerTable = table(customer, {
  from: "customer",
  where,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    for (const { taxpayerId } of rows)
      if (typeof taxpayerId === "string" && !isTaxpayerId(taxpayerId))
        throw errors.invalidField("socialCode");
    await checkOwnCustomer(ctx, action, rows);
  },
});
