import { orderStat } from "@shotkeeper/contract/enumerations";
import { AppError, errors, refusals, snake } from "@shotkeeper/contract/kernel";
import {
  customerOrder,
  customerOrderLine,
  documentLines,
  maxVouchers,
  orderVoucher,
  refuseSale,
  type SaleFacts,
  saleLines,
  saleList,
  statementOrders,
  voucherFiles,
  voucherList,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { customerScope } from "./shop-access.ts";

/**
 * SQL expression: month in which the order with alias `alias` was placed, in the tenant's time zone, such as "2026-05".
 */
export const monthOf = ({ who: { zone } }: Ctx, alias = "t"): Sql =>
  sql`to_char(${sql.raw(alias)}.order_date at time zone ${zone}, 'YYYY-MM')`;

/**
 * SQL expression: due date of the order's monthly statement. The days of the payment terms begin at the end of the
 * month.
 */
export const dueDateOf = ({ who: { zone } }: Ctx, alias = "t"): Sql =>
  sql`
    (
      date_trunc('month', ${sql.raw(alias)}.order_date at time zone ${zone}) + interval '1 month'
    )::date - 1 + coalesce(${sql.raw(alias)}.statement_days, 0)
  `;

const orderFrom = ({ who: { tenantId } }: Ctx) =>
  sql`customer_order t join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id`;

const orderColumns = {
  custName: "c.cust_name",
  logisticCode: "t.express_no",
  allOrder: ({ who: { tenantId } }: Ctx) =>
    sql`
      select string_agg(o.order_no, ',' order by o.order_no)
      from customer_order o
      where o.tenant_id = ${tenantId} and o.cust_id = t.cust_id and o.checkout_key = t.checkout_key
    `,
  lineCount: ({ who: { tenantId } }: Ctx) =>
    sql`select count(*) from customer_order_line l where l.tenant_id = ${tenantId} and l.order_no = t.order_no`,
  voucherCount: ({ who: { tenantId } }: Ctx) =>
    sql`select count(*) from order_voucher v where v.tenant_id = ${tenantId} and v.order_no = t.order_no`,
  orderMonth: (ctx: Ctx) => monthOf(ctx),
  payDate: (ctx: Ctx) => dueDateOf(ctx),
  openAmount: "case when t.is_paid then 0 else t.total_amount end",
};

const newest = [{ field: "orderDate", direction: "desc" }] as const;
const order = {
  from: orderFrom,
  columns: orderColumns,
  where: (ctx: Ctx) => customerScope(ctx),
  order: newest,
};

/** FROM clause of order lines (`t`) with their order (`o`). The order's customer decides who sees the lines. */
const lineFrom = ({ who: { tenantId } }: Ctx) =>
  sql`customer_order_line t join customer_order o on o.tenant_id = ${tenantId} and o.order_no = t.order_no
    join product p on p.tenant_id = ${tenantId} and p.goods_id = t.goods_id`;
const lineColumns = { goodsType: "p.goods_type", dueAmount: "t.amount" };
const ofOrder = (ctx: Ctx) => customerScope(ctx, "o");

const voucherFrom = ({ who: { tenantId } }: Ctx) =>
  sql`order_voucher t join customer_order o on o.tenant_id = ${tenantId} and o.order_no = t.order_no
    join file_info f on f.tenant_id = ${tenantId} and f.file_id = t.file_id
    join customer c on c.tenant_id = ${tenantId} and c.cust_id = o.cust_id`;

/** Returns column expressions that read the named fields from the order (alias `o`) of a line. */
const fromOrder = (...names: readonly (keyof typeof customerOrder.fields & string)[]) =>
  Object.fromEntries(names.map((n) => [n, `o.${snake(n)}`]));

export const orderQueries = [
  implement(saleList, order),
  implement(statementOrders, order),
  implement(saleLines, { from: lineFrom, columns: lineColumns, where: ofOrder }),
  implement(documentLines, {
    from: lineFrom,
    columns: { ...lineColumns, ...fromOrder("custId", "oemName", "orderDate") },
    where: ofOrder,
  }),
  implement(voucherFiles, {
    from: voucherFrom,
    columns: { fileName: "f.file_name", filePath: "f.file_path" },
    where: ofOrder,
  }),
  implement(voucherList, {
    from: voucherFrom,
    columns: {
      filePath: "f.file_path",
      custName: "c.cust_name",
      isWaiting: "o.voucher_at is not null and not o.is_paid",
      ...fromOrder(
        "custId",
        "oemName",
        "orderDate",
        "orderStat",
        "isPaid",
        "totalAmount",
        "voucherAt",
        "rejectReason",
        "statementDays",
        "expressNo",
      ),
    },
    where: ofOrder,
  }),
];

/**
 * Selects the pictures that customers have uploaded to the given orders. Printed documents are attached to orders too,
 * but a PDF is no payment voucher.
 */
const uploadsOf = (tenantId: number, orderNos: Sql) =>
  sql`
    select f.file_id, f.owner_id
    from file_info f
    where f.tenant_id = ${tenantId}
      and f.owner_table = ${customerOrder.wire}
      and f.owner_id = any(${orderNos})
      and f.media_type like 'image/%'
  `;

type Row = Readonly<Record<string, unknown>>;
const numbersOf = (rows: readonly Row[]) => rows.map((r) => String(r.orderNo));

interface VoucherFacts extends SaleFacts {
  readonly files: number;
}

const { created, voucherUploaded } = orderStat.values;

/**
 * Checks an update of order rows. The only step that an update may perform is the upload of a voucher (spec shop §7,
 * update of CUST_ORDER_HD).
 */
async function checkVoucherStep(ctx: Ctx, rows: readonly Row[]): Promise<void> {
  const { tenantId } = ctx.who;
  const stepped = rows.filter((r) => "orderStat" in r);
  if (stepped.some((r) => r.orderStat !== voucherUploaded)) throw errors.wrongState();
  if (stepped.length === 0) return;
  const [found] = await ctx.db.run(tenantId, [
    sql<VoucherFacts>`
      select
        t.order_stat as "orderStat", t.is_paid as "isPaid", t.statement_days as "statementDays",
        t.voucher_at::text as "voucherAt", t.express_no as "expressNo",
        (select count(*)::int from (${uploadsOf(tenantId, sql`array[t.order_no]`)}) u) as files
      from customer_order t
      where t.tenant_id = ${tenantId} and t.order_no = any(${numbersOf(stepped)}) and ${customerScope(ctx)}
    `,
  ]);
  for (const o of found) {
    const isLater = (o.orderStat ?? created) > voucherUploaded;
    const refusal = isLater ? refusals.wrongState() : refuseSale("voucher", o);
    if (refusal) throw new AppError(refusal);
    if (o.files === 0) throw errors.noVoucherPicture();
    if (o.files > maxVouchers) throw errors.tooManyVouchers(maxVouchers);
  }
}

export const orderTables = [
  table(customerOrder, {
    ...order,
    writes: ["M", "D"],
    check: async (ctx, action, rows) => {
      if (action === "M") await checkVoucherStep(ctx, rows);
    },
    after: (ctx, action, rows) => {
      const stepped = numbersOf(rows.filter((r) => "orderStat" in r));
      if (action !== "M" || stepped.length === 0) return [];
      const { tenantId, userId } = ctx.who;
      const at = new Date(ctx.now);
      return [
        // `voucher_at` keeps its value if the customer sends the step again without a new voucher.
        sql`
          with added as (
            insert into order_voucher (
              tenant_id, order_no, file_id, created_by, created_date, updated_by, updated_date
            )
            select ${tenantId}::int, u.owner_id, u.file_id, ${userId}, ${at}, ${userId}, ${at}
            from (${uploadsOf(tenantId, sql`${stepped}`)}) u
            on conflict do nothing
            returning order_no
          )
          update customer_order t
          set voucher_at = ${at}, reject_reason = null
          where t.tenant_id = ${tenantId}
            and t.order_no = any(${stepped})
            and (t.voucher_at is null or t.order_no in (select a.order_no from added a))
          returning 1 as changed
        `,
      ];
    },
  }),
  table(customerOrderLine, {
    from: ({ who: { tenantId } }) =>
      sql`customer_order_line t join customer_order o on o.tenant_id = ${tenantId} and o.order_no = t.order_no`,
    where: ofOrder,
    writes: [],
  }),
  table(orderVoucher, { from: voucherFrom, where: ofOrder, writes: [] }),
];
