import { payment, paymentList } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { overpaidSql, paidBackSql } from "./refund.ts";
import { customerScope } from "./shop-access.ts";

/**
 * Joins that find the sums of a payment's orders (`s`) and the paths of its pictures (`f`). Each join returns exactly
 * one row.
 */
const sums = (tenantId: number): Sql => sql`
  left join lateral (
    select
      string_agg(o.order_no, ',' order by o.order_no) as orders, sum(o.total_amount) as total,
      sum(o.open_amount) as open
    from payment_order x
    join customer_order o on o.tenant_id = ${tenantId} and o.order_no = x.order_no
    where x.tenant_id = ${tenantId} and x.payment_id = t.payment_id
  ) s on true
  left join lateral (
    select string_agg(i.file_path, ',' order by i.created_date, i.file_id) as paths
    from payment_file x
    join file_info i on i.tenant_id = ${tenantId} and i.file_id = x.file_id
    where x.tenant_id = ${tenantId} and x.payment_id = t.payment_id
  ) f on true
`;

const scope = (ctx: Ctx) => customerScope(ctx);

export const paymentQueries = [
  implement(paymentList, {
    from: ({ who: { tenantId } }) =>
      sql`payment t join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id ${sums(tenantId)}`,
    columns: {
      custName: "c.cust_name",
      orders: "s.orders",
      orderAmount: "coalesce(s.total, 0)",
      openAmount: "coalesce(s.open, 0)",
      overpaidAmount: ({ who: { tenantId } }) => overpaidSql(tenantId),
      creditAmount: ({ who: { tenantId } }) => sql`${overpaidSql(tenantId)} - ${paidBackSql(tenantId)}`,
      refundedAmount: ({ who: { tenantId } }) => paidBackSql(tenantId),
      filePaths: "f.paths",
    },
    where: scope,
    order: [{ field: "createdDate", direction: "desc" }],
  }),
];

export const paymentTables = [table(payment, { from: "payment", where: scope, writes: [] })];
