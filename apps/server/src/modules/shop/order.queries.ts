import { randomUUID } from "node:crypto";
import { orderStat, paymentStat } from "@shotkeeper/contract/enumerations";
import { AppError, errors, refusals, snake } from "@shotkeeper/contract/kernel";
import {
  customerOrder,
  customerOrderLine,
  documentLines,
  maxVouchers,
  type OpenOrder,
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
import { logInto } from "../../kernel/log.ts";
import { personName } from "../../kernel/person-name.ts";
import { implement, table } from "../../kernel/registry.ts";
import { dayText } from "../../kernel/zone.ts";
import { checkRemoval } from "./order-removal.ts";
import {
  type CandidateFile,
  checkReceipts,
  isTooLarge,
  isUsedContent,
  mayBeReceipt,
  type Receipt,
  requireUsable,
  storeReceipts,
  unreportedSql,
} from "./receipt.ts";
import { customerScope } from "./shop-access.ts";

/**
 * SQL expression: month in which the order with alias `alias` was placed, in the tenant's time zone, such as "2026-05".
 */
export const monthOf = ({ who: { zone } }: Ctx, alias = "t"): Sql =>
  sql`to_char(${sql.raw(alias)}.order_date at time zone ${zone}, 'YYYY-MM')`;

/** SQL expression: day of an order in the tenant's zone, such as 2026-05-01. */
export const dayOfOrder = ({ who: { zone } }: Ctx, alias = "t"): Sql =>
  sql`to_char(${sql.raw(alias)}.order_date at time zone ${zone}, 'YYYY-MM-DD')`;

/**
 * SQL expression: due date of the order's monthly statement. The days of the payment terms begin at the end of the
 * month in which the order was placed.
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
  orderedBy: personName("t.created_by"),
  lineCount: ({ who: { tenantId } }: Ctx) =>
    sql`select count(*) from customer_order_line l where l.tenant_id = ${tenantId} and l.order_no = t.order_no`,
  voucherCount: ({ who: { tenantId } }: Ctx) =>
    sql`select count(*) from order_voucher v where v.tenant_id = ${tenantId} and v.order_no = t.order_no`,
  orderMonth: (ctx: Ctx) => monthOf(ctx),
  payDate: (ctx: Ctx) => dueDateOf(ctx),
};

const newest = [{ field: "orderDate", direction: "desc" }] as const;
const order = {
  from: orderFrom,
  columns: orderColumns,
  where: (ctx: Ctx) => customerScope(ctx),
  order: newest,
};

/**
 * FROM clause of order lines (`t`) with their order (`o`). Who may see the lines depends on the customer of the order.
 */
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
  implement(statementOrders, {
    ...order,
    columns: { ...orderColumns, unreportedAmount: ({ who: { tenantId } }) => unreportedSql(tenantId) },
    where: (ctx) => sql`t.order_stat >= ${orderStat.values.created} and ${customerScope(ctx)}`,
  }),
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

type Row = Readonly<Record<string, unknown>>;
const numbersOf = (rows: readonly Row[]) => rows.map((r) => String(r.orderNo));

interface Reported extends SaleFacts, OpenOrder {
  readonly receivedAmount: number;
  readonly unreported: number;
  readonly custId: string;
  /** Pictures that the caller has uploaded to the order and that may be payment vouchers. */
  readonly files: readonly (CandidateFile & { readonly fileId: string })[];
  /** Number of pictures of the order's payments that wait for staff. */
  readonly attached: number;
}

const { created, voucherUploaded } = orderStat.values;
const { waiting } = paymentStat.values;

/**
 * Payment vouchers that the check of an update has found. The key is the list of rows of the update. Statements that
 * run later in the same update store these vouchers.
 */
const receiptsOf = new WeakMap<readonly Row[], readonly Receipt[]>();

/**
 * Checks an update of order rows. The only step that an update may perform is the upload of a voucher (spec shop §7,
 * update of CUST_ORDER_HD). The pictures that the caller has uploaded to the order then report a payment of the open
 * amount that no waiting payment reports.
 */
async function checkVoucherStep(ctx: Ctx, rows: readonly Row[]): Promise<void> {
  const { tenantId } = ctx.who;
  const stepped = rows.filter((r) => "orderStat" in r);
  if (stepped.some((r) => r.orderStat !== voucherUploaded)) throw errors.wrongState();
  if (stepped.length === 0) return;
  const [found] = await ctx.db.run(tenantId, [
    sql<Reported>`
      select
        t.order_no as "orderNo", t.cust_id as "custId", t.order_stat as "orderStat",
        t.is_paid as "isPaid", t.statement_days as "statementDays", t.voucher_at::text as "voucherAt",
        t.express_no as "expressNo", t.open_amount::float8 as "openAmount",
        t.received_amount::float8 as "receivedAmount", (${unreportedSql(tenantId)})::float8 as unreported,
        (
          select count(*)::int
          from payment_order x
          join payment p on p.tenant_id = ${tenantId} and p.payment_id = x.payment_id
          join payment_file u on u.tenant_id = ${tenantId} and u.payment_id = x.payment_id
          where x.tenant_id = ${tenantId} and x.order_no = t.order_no and p.payment_stat = ${waiting}
        ) as attached,
        (
          select coalesce(
            json_agg(
              json_build_object(
                'fileId', f.file_id, 'fileName', f.file_name, 'content', f.file_code,
                'isUsed', ${isUsedContent(ctx, sql`array[t.order_no]`)}, 'isTooLarge', ${isTooLarge}
              )
              order by f.created_date, f.file_id
            ),
            '[]'
          )
          from file_info f
          where f.owner_table = ${customerOrder.wire}
            and ${mayBeReceipt(ctx, sql`array[t.order_no]`)}
            and not exists (
              select 1
              from payment_file u
              where u.tenant_id = ${tenantId} and u.file_id = f.file_id
            )
        ) as files
      from customer_order t
      where t.tenant_id = ${tenantId} and t.order_no = any(${numbersOf(stepped)}) and ${customerScope(ctx)}
    `,
  ]);
  for (const o of found) {
    const isLater = (o.orderStat ?? created) > voucherUploaded;
    const refusal = isLater ? refusals.wrongState() : refuseSale("voucher", o);
    if (refusal) throw new AppError(refusal);
    if (o.files.length + o.attached === 0) throw errors.noVoucherPicture();
    requireUsable(o.files);
    if (o.files.length + o.attached > maxVouchers) throw errors.tooManyVouchers(maxVouchers);
  }
  const paidOn = dayText(ctx.who.zone, ctx.now);
  receiptsOf.set(
    rows,
    found
      .filter((o) => o.files.length > 0)
      .map((o) => ({
        paymentId: randomUUID(),
        custId: o.custId,
        // An update cannot name an amount. If waiting payments report all, this one reports the open amount again.
        amount: o.unreported > 0 ? o.unreported : o.openAmount,
        paidOn,
        orderNos: [o.orderNo],
        fileIds: o.files.map((f) => f.fileId),
      })),
  );
}

/**
 * Builds the statement that stores the upload time of payment vouchers in their orders and writes the log entries.
 * Returns the number of these orders as `changed`. When a further voucher is uploaded, the order already has the state
 * `voucherUploaded`, so the general update changes nothing. The kernel would answer "nothing changed" if no statement
 * returned a `changed` above 0.
 */
const reportedSql = (ctx: Ctx, receipts: readonly Receipt[]): Sql => {
  const { tenantId, userId } = ctx.who;
  const at = new Date(ctx.now);
  const nos = receipts.flatMap((r) => r.orderNos);
  return sql`
    with old as (
      select t.order_no, to_jsonb(t) as before
      from customer_order t
      where t.tenant_id = ${tenantId} and t.order_no = any(${nos})
    ),
    done as (
      update customer_order t
      set voucher_at = ${at}, reject_reason = null, updated_by = ${userId}, updated_date = ${at}
      where t.tenant_id = ${tenantId} and t.order_no = any(${nos})
      returning t.order_no, app_row(t) as after
    ),
    log as (
      ${logInto(ctx, "update", customerOrder.wire)} done.order_no, old.before, done.after
      from done
      join old on old.order_no = done.order_no
      returning 1
    )
    select count(*)::int as changed from done
  `;
};

export const orderTables = [
  table(customerOrder, {
    ...order,
    writes: ["M", "D"],
    check: async (ctx, action, rows) => {
      if (action === "M") await checkVoucherStep(ctx, rows);
      if (action === "D") await checkRemoval(ctx, numbersOf(rows));
    },
    after: (ctx, action, rows) => {
      const receipts = receiptsOf.get(rows) ?? [];
      if (action !== "M" || receipts.length === 0) return [];
      return [...storeReceipts(ctx, receipts), reportedSql(ctx, receipts), checkReceipts];
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
