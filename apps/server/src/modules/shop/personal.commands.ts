import { invoicingStat, orderStat } from "@shotkeeper/contract/enumerations";
import { type CommandOutput, errors, snake } from "@shotkeeper/contract/kernel";
import {
  custSum,
  invoicingSum,
  type PersonalOrders,
  personalOrderHead,
  personalOrderLine,
  personalOrders,
  statsOfTab,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { personName } from "../../kernel/person-name.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { payDays, unpaidSince } from "./cancel.ts";
import { isApprover, orderedToday } from "./company-access.ts";
import { monthOf } from "./order.queries.ts";
import { unreportedSql } from "./receipt.ts";
import { overpaidRefundsJson, overpaidSql, paidBackSql } from "./refund.ts";
import { returnsJson } from "./return.queries.ts";
import { customerOf } from "./shop-access.ts";

const { awaitingApproval, created, voucherUploaded, financeConfirmed, shipping, finished } = orderStat.values;
const { invoicing, invoiced } = invoicingStat.values;

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/**
 * Builds a JSON object of the given fields. A field without an entry in `expressions` is read from table alias `alias`.
 */
function jsonObject(fields: object, alias: string, expressions: Readonly<Record<string, Sql>>): Sql {
  const pairs = Object.keys(fields).map((name) => {
    const value = expressions[name] ?? sql.raw(`${alias}.${snake(name)}`);
    return sql`${sql.constant(name)}, ${value}`;
  });
  return sql`json_build_object(${sql.join(pairs)})`;
}

/**
 * SQL expression: the order with alias `t` as JSON, with the fields that the customer's page "Personal center" shows.
 */
const headJson = (ctx: Ctx): Sql => {
  const { tenantId } = ctx.who;
  return jsonObject(personalOrderHead, "t", {
    logisticCode: sql`t.express_no`,
    orderMonth: monthOf(ctx),
    orderedBy: personName("t.created_by")(ctx),
    payUntil: sql`(select ${unpaidSince(tenantId)} + nullif(${payDays(tenantId)}, 0) * interval '1 day')`,
    unreportedAmount: unreportedSql(tenantId),
    shipments: sql`
      (
        select coalesce(
          json_agg(
            json_build_object(
              'shipmentNo', s.shipment_no, 'carrier', s.carrier, 'expressNo', s.express_no,
              'shippedAt', s.shipped_at, 'deliveredAt', s.delivered_at, 'pieceCount', x.pieces
            )
            order by s.shipped_at, s.shipment_no
          ),
          '[]'
        )
        from (
          select n.shipment_no, sum(n.ship_qty) as pieces
          from shipment_line n
          where n.tenant_id = ${tenantId} and n.order_no = t.order_no
          group by n.shipment_no
        ) x
        join shipment s on s.tenant_id = ${tenantId} and s.shipment_no = x.shipment_no
      )
    `,
    voucherPaths: sql`
      (
        select coalesce(json_agg(f.file_path order by f.created_date, f.file_id), '[]')
        from order_voucher v
        join file_info f on f.tenant_id = ${tenantId} and f.file_id = v.file_id
        where v.tenant_id = ${tenantId} and v.order_no = t.order_no
      )
    `,
    payments: sql`
      (
        select coalesce(
          json_agg(
            json_build_object(
              'paymentId', p.payment_id, 'paidAmount', p.paid_amount, 'paidOn', p.paid_on,
              'paymentStat', p.payment_stat, 'bookedAmount', p.booked_amount,
              'judgeReason', p.judge_reason,
              'creditAmount', ${overpaidSql(tenantId, "p")} - ${paidBackSql(tenantId, "p")},
              'refunds', ${overpaidRefundsJson(tenantId, "p")},
              'orderNos', (
                select json_agg(y.order_no order by y.order_no)
                from payment_order y
                where y.tenant_id = ${tenantId} and y.payment_id = p.payment_id
              ),
              'filePaths', (
                select coalesce(json_agg(f.file_path order by f.created_date, f.file_id), '[]')
                from payment_file y
                join file_info f on f.tenant_id = ${tenantId} and f.file_id = y.file_id
                where y.tenant_id = ${tenantId} and y.payment_id = p.payment_id
              )
            )
            order by p.created_date, p.payment_id
          ),
          '[]'
        )
        from payment_order x
        join payment p on p.tenant_id = ${tenantId} and p.payment_id = x.payment_id
        where x.tenant_id = ${tenantId} and x.order_no = t.order_no
      )
    `,
    returns: returnsJson(tenantId),
    invoices: sql`
      (
        select coalesce(
          json_agg(json_build_object('invoiceId', i.invoice_id, 'filePath', i.file_path)), '[]'
        )
        from invoice_line n
        join invoice i on i.tenant_id = ${tenantId} and i.invoice_id = n.invoice_id
        where n.tenant_id = ${tenantId} and n.order_no = t.order_no and i.send_back_reason is null
          and i.cancelled_at is null and i.red_of is null
      )
    `,
  });
};

const lineJson = jsonObject(personalOrderLine, "l", {
  moldKind: sql`coalesce(l.mold_kind, '')`,
  goodsType: sql`
    (select p.goods_type from product p where p.tenant_id = l.tenant_id and p.goods_id = l.goods_id)
  `,
});

export const personalCommands: readonly CommandImpl[] = [
  handle(custSum, async (ctx, input) => {
    const custId = customerOf(ctx, input.custId);
    const { tenantId } = ctx.who;
    const [[row]] = await ctx.db.run(tenantId, [
      sql<CommandOutput<typeof custSum>>`
        select
          count(*) filter (where order_stat = ${awaitingApproval}) as "awaitingApproval",
          ${isApprover(tenantId, sql`${custId}`, sql`${ctx.who.userId}`)} as "isApprover",
          ${orderedToday(ctx, custId)}::float8 as "orderedToday",
          count(*) filter (where order_stat = ${finished}) as finished,
          count(*) filter (where order_stat = ${shipping}) as shipped,
          (
            select count(*)
            from cart_line x
            where x.tenant_id = ${tenantId} and x.cust_id = ${custId} and x.user_id = ${ctx.who.userId}
          ) as "cartLines",
          count(*) filter (where order_stat = ${created}) as "awaitingPayment",
          count(*) filter (
            where order_stat in (${voucherUploaded}, ${financeConfirmed})
          ) as "awaitingShipment"
        from customer_order
        where tenant_id = ${tenantId} and cust_id = ${custId}
      `,
    ]);
    // An aggregate without GROUP BY always returns a row, so this error cannot occur.
    if (!row) throw errors.unknownReference("custId");
    return row;
  }),

  handle(personalOrders, async (ctx, input) => {
    const custId = customerOf(ctx, input.custId);
    const { tenantId } = ctx.who;
    const limit = input.limit ?? 20;
    const text = input.text === null ? null : `%${escapeLike(input.text)}%`;
    const found = sql`
      from customer_order t
      where t.tenant_id = ${tenantId}
        and t.cust_id = ${custId}
        and t.order_stat = any(${statsOfTab(input.orderTab ?? -1)})
        and (
          ${text}::text is null
            or t.order_no ilike ${text}
            or t.cust_code ilike ${text}
            or t.oem_name ilike ${text}
            or exists (
              select 1
              from customer_order_line l
              where l.tenant_id = ${tenantId}
                and l.order_no = t.order_no
                and (l.goods_id ilike ${text} or l.goods_name ilike ${text})
            )
        )
    `;
    const [[answer]] = await ctx.db.run(tenantId, [
      sql<PersonalOrders>`
        select
          coalesce(
            json_agg(
              json_build_object('head', h.head, 'lines', h.lines)
              order by h.order_date desc, h.order_no desc
            ),
            '[]'
          ) as list,
          (select count(*) ${found}) as count
        from (
          select
            t.order_date, t.order_no, ${headJson(ctx)} as head,
            (
              select json_agg(${lineJson} order by l.seq)
              from customer_order_line l
              where l.tenant_id = ${tenantId} and l.order_no = t.order_no
            ) as lines ${found}
          order by t.order_date desc, t.order_no desc
          limit ${limit} offset ${((input.page ?? 1) - 1) * limit}
        ) h
      `,
    ]);
    return answer ?? { list: [], count: 0 };
  }),

  handle(invoicingSum, async (ctx, input) => {
    const custId = customerOf(ctx, input.custId);
    const { tenantId } = ctx.who;
    const [[row]] = await ctx.db.run(tenantId, [
      sql<CommandOutput<typeof invoicingSum>>`
        select
          coalesce(sum(total_amount - credited_amount), 0) as total,
          coalesce(sum(total_amount - credited_amount) filter (where invoicing_stat < ${invoiced}), 0) as invoiceable,
          coalesce(sum(total_amount - credited_amount) filter (where invoicing_stat = ${invoicing}), 0) as requested,
          coalesce(sum(total_amount - credited_amount) filter (where invoicing_stat = ${invoiced}), 0) as invoiced
        from customer_order
        where tenant_id = ${tenantId} and cust_id = ${custId} and order_stat >= ${financeConfirmed}
      `,
    ]);
    return row ?? { total: 0, invoiceable: 0, requested: 0, invoiced: 0 };
  }),
];
