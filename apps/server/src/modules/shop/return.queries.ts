import {
  refund,
  refundList,
  returnLines,
  returnList,
  returnPicturePart,
  saleReturn,
  saleReturnLine,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, implement, table } from "../../kernel/registry.ts";
import { judgingCommands } from "./return.judging.ts";
import { receivingCommands } from "./return.receiving.ts";
import { requestCommands } from "./return.request.ts";
import { settlingCommands } from "./return.settling.ts";
import { customerScope } from "./shop-access.ts";

const scope = (ctx: Ctx) => customerScope(ctx);
const ofReturn = (ctx: Ctx) => customerScope(ctx, "r");
const newest = [{ field: "createdDate", direction: "desc" }] as const;

/** SQL condition: the file with alias `f` is a picture of the return with alias `t`. */
const isPicture = (tenantId: number): Sql => sql`
  f.tenant_id = ${tenantId}
    and f.owner_table = ${saleReturn.wire}
    and f.owner_id = t.return_no
    and f.owner_part = ${returnPicturePart}
`;

const lineFrom = ({ who: { tenantId } }: Ctx) =>
  sql`sale_return_line t join sale_return r on r.tenant_id = ${tenantId} and r.return_no = t.return_no`;

export const returnQueries = [
  implement(returnList, {
    from: ({ who: { tenantId } }) =>
      sql`sale_return t join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id
        join customer_order o on o.tenant_id = ${tenantId} and o.order_no = t.order_no`,
    where: scope,
    columns: {
      custName: "c.cust_name",
      oemName: "o.oem_name",
      statementDays: "o.statement_days",
      orderStat: "o.order_stat",
      refundDue: "o.refund_due",
      pieceCount: ({ who: { tenantId } }) =>
        sql`
          select coalesce(sum(l.return_qty), 0)
          from sale_return_line l
          where l.tenant_id = ${tenantId} and l.return_no = t.return_no
        `,
      refundedAmount: ({ who: { tenantId } }) =>
        sql`
          select coalesce(sum(x.refund_amount), 0)
          from refund x
          where x.tenant_id = ${tenantId} and x.return_no = t.return_no
        `,
      filePaths: ({ who: { tenantId } }) =>
        sql`
          select string_agg(f.file_path, ',' order by f.created_date, f.file_id)
          from file_info f
          where ${isPicture(tenantId)}
        `,
    },
    order: newest,
  }),
  implement(returnLines, {
    from: (ctx) =>
      sql`${lineFrom(ctx)}
        join customer_order_line l on l.tenant_id = ${ctx.who.tenantId}
          and l.order_no = t.order_no
          and l.seq = t.seq`,
    where: ofReturn,
    columns: {
      goodsId: "l.goods_id",
      goodsName: "l.goods_name",
      goodsNameTw: "l.goods_name_tw",
      goodsNameEn: "l.goods_name_en",
      unitPrice: "l.unit_price",
      hasSerials: ({ who: { tenantId } }) =>
        sql`
          exists (
            select 1
            from shipment_serial s
            where s.tenant_id = ${tenantId} and s.order_no = t.order_no and s.seq = t.seq
          )
        `,
      serialNumbers: ({ who: { tenantId } }) =>
        sql`
          select string_agg(s.chip_code, ',' order by s.chip_code)
          from sale_return_serial s
          where s.tenant_id = ${tenantId} and s.return_no = t.return_no and s.seq = t.seq
        `,
    },
  }),
  implement(refundList, {
    from: ({ who: { tenantId } }) =>
      sql`refund t join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id`,
    where: scope,
    columns: { custName: "c.cust_name" },
    order: newest,
  }),
];

export const returnTables = [
  table(saleReturn, { from: "sale_return", where: scope, writes: [] }),
  table(saleReturnLine, { from: lineFrom, where: ofReturn, writes: [] }),
  table(refund, { from: "refund", where: scope, writes: [] }),
];

export const returnCommands: readonly CommandImpl[] = [
  ...requestCommands,
  ...judgingCommands,
  ...receivingCommands,
  ...settlingCommands,
];

/**
 * SQL expression: the returns of the order with alias `t` as JSON, with the fields of the customer's "Personal center".
 */
export const returnsJson = (tenantId: number): Sql => sql`
  (
    select coalesce(
      json_agg(
        json_build_object(
          'returnNo', r.return_no, 'returnKind', r.return_kind, 'returnStat', r.return_stat,
          'returnReason', r.return_reason, 'reasonText', r.reason_text,
          'returnAmount', r.return_amount, 'judgeReason', r.judge_reason,
          'returnedAt', r.returned_at, 'settledAt', r.settled_at, 'shipmentNo', r.shipment_no,
          'requestedAt', r.created_date,
          'lines', (
            select json_agg(
              json_build_object(
                'seq', x.seq, 'returnQty', x.return_qty, 'goodQty', x.good_qty, 'damagedQty', x.damaged_qty
              )
              order by x.seq
            )
            from sale_return_line x
            where x.tenant_id = ${tenantId} and x.return_no = r.return_no
          ),
          'filePaths', (
            select coalesce(json_agg(f.file_path order by f.created_date, f.file_id), '[]')
            from file_info f
            where f.tenant_id = ${tenantId}
              and f.owner_table = ${saleReturn.wire}
              and f.owner_id = r.return_no
              and f.owner_part = ${returnPicturePart}
          ),
          'refunds', (
            select coalesce(
              json_agg(
                json_build_object(
                  'refundNo', x.refund_no, 'refundKind', x.refund_kind,
                  'refundAmount', x.refund_amount, 'refundedOn', x.refunded_on,
                  'refundReference', x.refund_reference
                )
                order by x.created_date, x.refund_no
              ),
              '[]'
            )
            from refund x
            where x.tenant_id = ${tenantId} and x.return_no = r.return_no
          )
        )
        order by r.created_date, r.return_no
      ),
      '[]'
    )
    from sale_return r
    where r.tenant_id = ${tenantId} and r.order_no = t.order_no
  )
`;
