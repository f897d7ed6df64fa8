import {
  custSum,
  invoicingSum,
  type PersonalOrders,
  personalOrders,
  statsOfTab,
} from "@shotkeeper/contract/shop";
import { sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { customerOf } from "./who.ts";

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

export const personalCommands: readonly CommandImpl[] = [
  handle(custSum, async (ctx, input) => {
    const custId = customerOf(ctx, input.custId);
    const { tenantId } = ctx.who;
    const [rows] = await ctx.db.run(tenantId, [
      sql`
        select
          count(*) filter (where order_stat = 4)::int as "FinishCount",
          count(*) filter (where order_stat = 3)::int as "OverSendCount",
          (
            select count(*)::int
            from cart_line x
            where x.tenant_id = ${tenantId} and x.cust_id = ${custId}
          ) as "ShopCount",
          count(*) filter (where order_stat = 0)::int as "WaitPayCount",
          count(*) filter (where order_stat in (1, 2))::int as "WaitSendCount"
        from customer_order
        where tenant_id = ${tenantId} and cust_id = ${custId}
      `,
    ]);
    return rows?.[0] as never;
  }),

  handle(personalOrders, async (ctx, input) => {
    const custId = customerOf(ctx, input.custId);
    const { tenantId, zone } = ctx.who;
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
    // The page's orders with their lines and vouchers, in one statement.
    const [rows] = await ctx.db.run(tenantId, [
      sql`
        select
          coalesce(
            json_agg(
              json_build_object('HD_INFO', h.head, 'DT_INFO', h.lines)
              order by h.order_date desc, h.order_no desc
            ),
            '[]'
          ) as list,
          (select count(*)::int ${found}) as count
        from (
          select
            t.order_date, t.order_no,
            json_build_object(
              'ORDER_NO', t.order_no, 'CUST_ID', t.cust_id, 'ORDER_DATE', t.order_date, 'OEM_NAME',
              t.oem_name, 'ORDER_STAT', t.order_stat, 'IS_PAY',
              case when t.is_paid then 'Y' else 'N' end, 'GOODS_JE', t.goods_amount, 'POSTAGE',
              t.postage, 'POSTAGE_STAT', t.postage_stat, 'ALL_JE', t.total_amount, 'INVOICING_STAT',
              t.invoicing_stat, 'MON_DAYS', t.statement_days, 'PLAN_OUT_DATE', t.plan_out_date,
              'CUST_CODE', t.cust_code, 'REMARK', t.remark, 'REC_MAN', t.rec_man, 'REC_TEL',
              t.rec_tel, 'REC_PROVINCE', t.rec_province, 'REC_CITY', t.rec_city, 'REC_EXPAREA',
              t.rec_district, 'REC_ADDR', t.rec_address, 'VOUCHER_DATE', t.voucher_at,
              'REJECT_REASON', t.reject_reason, 'CONFIRM_DATE', t.confirmed_at, 'CARRIER',
              t.carrier, 'EXPRESS_NO', t.express_no, 'LOGISTIC_CODE', t.express_no, 'EXPRESS_DATE',
              t.express_date, 'MERGE_NO', t.merge_no, 'DELIVERED_DATE', t.delivered_at,
              'RECEIVE_DATE', t.received_at, 'ORDER_MONTH',
              to_char(t.order_date at time zone ${zone}, 'YYYY-MM'), 'FILES',
              (
                select coalesce(json_agg(f.file_path order by f.created_date, f.file_id), '[]')
                from order_voucher v
                join file_info f on f.tenant_id = ${tenantId} and f.file_id = v.file_id
                where v.tenant_id = ${tenantId} and v.order_no = t.order_no
              ),
              'INVOICES',
              (
                select coalesce(
                  json_agg(json_build_object('ID', i.invoice_id, 'FILE_PATH', i.file_path)), '[]'
                )
                from invoice_line n
                join invoice i on i.tenant_id = ${tenantId} and i.invoice_id = n.invoice_id
                where n.tenant_id = ${tenantId}
                  and n.order_no = t.order_no
                  and i.send_back_reason is null
              )
            ) as head,
            (
              select json_agg(
                json_build_object(
                  'ORDER_NO', l.order_no, 'SEQ', l.seq, 'GOODS_ID', l.goods_id, 'GOODS_NAME',
                  l.goods_name, 'GOODS_MODEL', l.goods_model, 'UNIT', l.goods_unit, 'QTY',
                  l.order_qty, 'UNIT_PRICE', l.unit_price, 'JE', l.amount, 'MOLD_TYPE',
                  coalesce(l.mold_kind, ''), 'SIDE_TYPE', l.side_type, 'MAGNET', l.magnet,
                  'MOLD_NO', l.mold_no
                )
                order by l.seq
              )
              from customer_order_line l
              where l.tenant_id = ${tenantId} and l.order_no = t.order_no
            ) as lines ${found}
          order by t.order_date desc, t.order_no desc
          limit ${limit} offset ${((input.page ?? 1) - 1) * limit}
        ) h
      `,
    ]);
    return rows?.[0] as unknown as PersonalOrders;
  }),

  handle(invoicingSum, async (ctx, input) => {
    const custId = customerOf(ctx, input.custId);
    const { tenantId } = ctx.who;
    const [rows] = await ctx.db.run(tenantId, [
      sql`
        select
          coalesce(sum(total_amount), 0)::float8 as "AllMoney",
          coalesce(sum(total_amount) filter (where invoicing_stat = 0), 0)::float8 as "CanMoney",
          coalesce(sum(total_amount) filter (where invoicing_stat > 0), 0)::float8 as "OverMoney"
        from customer_order
        where tenant_id = ${tenantId} and cust_id = ${custId} and order_stat >= 2
      `,
    ]);
    return rows?.[0] as never;
  }),
];
