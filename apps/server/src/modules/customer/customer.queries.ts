import { customer, customerList, isTaxpayerId } from "@shotkeeper/contract/customer";
import { orderStat } from "@shotkeeper/contract/enumerations";
import { errors } from "@shotkeeper/contract/kernel";
import { customerOrder } from "@shotkeeper/contract/shop";
import { user, userStatus } from "@shotkeeper/contract/system";
import { usageName } from "@shotkeeper/contract/usage-lists";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";

/** SQL condition: users of a customer see only that customer. All other users see all customers. */
const where = ({ who: { custId } }: Ctx) =>
  custId === undefined ? sql.raw("true") : sql`t.cust_id = ${custId}`;

export const customerListImpl = implement(customerList, { from: "customer", where });

/** Fields of a customer that only the shop's staff may change. The customer's own users may not. */
const operatorFields = ["custName", "statementDays", "remark"];

/**
 * Throws if a customer's user changes a field that only the shop's staff may change, or sets a default host factory
 * that is not bound to the customer.
 */
async function checkOwnCustomer(ctx: Ctx, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const { tenantId, custId } = ctx.who;
  if (custId === undefined) return;
  if (rows.some((r) => operatorFields.some((name) => name in r))) throw errors.forbidden();
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
  async check(ctx, _action, rows) {
    for (const { taxpayerId } of rows)
      if (typeof taxpayerId === "string" && !isTaxpayerId(taxpayerId))
        throw errors.invalidField("socialCode");
    await checkOwnCustomer(ctx, rows);
  },
  activeIn: (ctx, keys) => [
    sql`
      select ${usageName(customerOrder, "custId")}::text as wire, count(*)::int as n
      from customer_order o
      where o.tenant_id = ${ctx.who.tenantId}
        and o.order_stat not in (${orderStat.values.finished}, ${orderStat.values.cancelled})
        and o.cust_id in (${keys})
    `,
    sql`
      select ${user.wire}::text as wire, count(*)::int as n
      from "user" u
      where u.tenant_id = ${ctx.who.tenantId}
        and u.status = ${userStatus.values.enabled}
        and u.cust_id in (${keys})
    `,
  ],
});
