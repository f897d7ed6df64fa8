import { magnetType, orderStat } from "@shotkeeper/contract/enumerations";
import { type EnumValue, errors, nameOf } from "@shotkeeper/contract/kernel";
import {
  amountText,
  documentType,
  hasDeliveryNote,
  isAccessory,
  moldKind,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import { serverTexts } from "@shotkeeper/locales/server";
import type { Ctx } from "../../../kernel/ctx.ts";
import { sql } from "../../../kernel/db/sql.ts";
import { dueDateOf, monthOf } from "../order.queries.ts";
import { customerOf, customerScope } from "../shop-access.ts";
import type { DocumentContent, DocumentLine } from "./document-layout.ts";

// Documents are in Chinese, whatever the caller's language, because they accompany goods and go to accounting.
const { enums } = serverTexts.zh_CN;

type Stat = EnumValue<typeof orderStat>;

interface OrderHead {
  readonly seller: string;
  readonly custName: string;
  readonly oemName: string;
  readonly orderStat: Stat;
  readonly custCode: string | null;
  readonly remark: string | null;
  readonly carrier: string | null;
  readonly expressNo: string | null;
  readonly postage: number;
  readonly total: number;
  readonly address: string;
  readonly recMan: string;
  readonly recTel: string;
  readonly taxpayerId: string | null;
  readonly orderedOn: string;
  readonly plannedOn: string;
  readonly shippedOn: string | null;
}

export interface OrderLine extends DocumentLine {
  readonly moldKind: string | null;
  readonly magnet: number;
  /** Serial numbers of the shipped counters, separated by commas. */
  readonly serials: string | null;
}

interface Customer {
  readonly seller: string;
  readonly custName: string;
  readonly taxpayerId: string | null;
}

interface StatementOrder {
  readonly orderNo: string;
  readonly oemName: string;
  readonly orderedOn: string;
  readonly orderStat: Stat;
  readonly isPaid: boolean;
  readonly amount: number;
  readonly dueOn: string;
}

const magnetTexts: Readonly<Record<number, string>> = {
  [magnetType.values.square]: "方形磁铁",
  [magnetType.values.round]: "圆形磁铁",
};

/**
 * Returns a counter's configuration as text. Packers and receivers compare it with the delivered goods. Returns an
 * empty text for other products.
 */
function configurationText(line: OrderLine): string {
  if (!line.moldKind || isAccessory(line.code)) return "";
  const kind = line.moldKind === moldKind.values.hardware ? "五金模" : "塑胶模";
  return `（${[kind, magnetTexts[line.magnet]].filter(Boolean).join("、")}）`;
}

/** Returns a line as a document shows it: with its configuration and, on a delivery note, its serial numbers. */
export function documentLine(line: OrderLine, isDelivery: boolean): DocumentLine {
  const { code, name, model, unit, qty, unitPrice, amount, serials } = line;
  const numbers = isDelivery && serials ? `\n序列号：${serials}` : "";
  return { code, name: `${name}${configurationText(line)}${numbers}`, model, unit, qty, unitPrice, amount };
}

/**
 * Returns the content of an order's quotation or delivery note. Throws unknownReference if the order is not in the
 * caller's scope, and noPdf for a delivery note before the shipping.
 */
export async function orderContent(ctx: Ctx, docType: number, orderNo: string): Promise<DocumentContent> {
  const { tenantId, zone } = ctx.who;
  const [[order], lines] = await ctx.db.run(tenantId, [
    sql<OrderHead>`
      select
        e.full_name as seller, c.cust_name as "custName", t.oem_name as "oemName",
        t.order_stat as "orderStat", t.cust_code as "custCode", t.remark, t.carrier,
        t.express_no as "expressNo", t.postage, t.total_amount as total,
        concat_ws(
          '', t.rec_province, nullif(t.rec_city, t.rec_province), t.rec_district, t.rec_address
        ) as address,
        t.rec_man as "recMan", t.rec_tel as "recTel", c.taxpayer_id as "taxpayerId",
        to_char(t.order_date at time zone ${zone}, 'YYYY-MM-DD') as "orderedOn",
        t.plan_out_date as "plannedOn",
        to_char(t.express_date at time zone ${zone}, 'YYYY-MM-DD') as "shippedOn"
      from customer_order t
      join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id
      join tenant e on e.tenant_id = ${tenantId}
      where t.tenant_id = ${tenantId} and t.order_no = ${orderNo} and ${customerScope(ctx)}
    `,
    sql<OrderLine>`
      select
        goods_id as code, goods_name as name, coalesce(goods_model, '') as model,
        coalesce(goods_unit, '') as unit, order_qty as qty, unit_price as "unitPrice", amount,
        mold_kind as "moldKind", magnet,
        (
          select string_agg(s.chip_code, ', ' order by s.chip_code)
          from shipment_serial s
          where s.tenant_id = ${tenantId} and s.order_no = t.order_no and s.seq = t.seq
        ) as serials
      from customer_order_line t
      where tenant_id = ${tenantId} and order_no = ${orderNo}
      order by seq
    `,
  ]);
  if (!order) throw errors.unknownReference("orderNo");
  const isDelivery = docType === documentType.deliveryNote;
  if (isDelivery && !hasDeliveryNote(order)) throw errors.noPdf();
  const facts: [string, string][] = [
    ["客户", order.custName],
    ["主机厂", order.oemName],
    ["订单号", orderNo],
    ["下单日期", order.orderedOn],
    ["收货人", `${order.recMan} ${order.recTel}`],
    ["收货地址", order.address],
  ];
  if (isDelivery)
    facts.push(
      ["承运商", order.carrier || "—"],
      ["快递单号", order.expressNo ?? ""],
      ["发货日期", order.shippedOn ?? ""],
    );
  else facts.push(["计划出货日", order.plannedOn], ["税号", order.taxpayerId ?? ""]);
  if (order.custCode) facts.push(["客户订单号", order.custCode]);
  return {
    docType,
    seller: order.seller,
    custName: order.custName,
    documentNo: orderNo,
    date: order.orderedOn,
    facts,
    lines: lines.map((line) => documentLine(line, isDelivery)),
    postage: order.postage,
    total: order.total,
    remark: order.remark ?? "",
  };
}

const statText = (stat: Stat): string => {
  const name = nameOf(orderStat, stat);
  return name ? enums.orderStat[name] : "";
};

/**
 * Returns the content of a monthly statement, and its customer. `code` names the statement: "2026-05" if the caller is
 * a customer's user, "C001/2026-05" (customer and month) if the caller is staff.
 */
export async function statementContent(
  ctx: Ctx,
  code: string,
): Promise<{ readonly custId: string; readonly content: DocumentContent }> {
  const { tenantId, zone } = ctx.who;
  const m = /^(?:(.+)\/)?(\d{4}-\d{2})$/.exec(code);
  if (!m) throw errors.invalidField("docCode");
  const custId = customerOf(ctx, m[1] ?? null);
  const month = m[2] ?? "";
  const [[customer], orders] = await ctx.db.run(tenantId, [
    sql<Customer>`
      select e.full_name as seller, c.cust_name as "custName", c.taxpayer_id as "taxpayerId"
      from customer c
      join tenant e on e.tenant_id = ${tenantId}
      where c.tenant_id = ${tenantId} and c.cust_id = ${custId}
    `,
    sql<StatementOrder>`
      select
        t.order_no as "orderNo", t.oem_name as "oemName",
        to_char(t.order_date at time zone ${zone}, 'YYYY-MM-DD') as "orderedOn",
        t.order_stat as "orderStat", t.is_paid as "isPaid", t.total_amount as amount,
        to_char(${dueDateOf(ctx)}, 'YYYY-MM-DD') as "dueOn"
      from customer_order t
      where t.tenant_id = ${tenantId} and t.cust_id = ${custId} and ${monthOf(ctx)} = ${month}
      order by t.order_no
    `,
  ]);
  if (!customer) throw errors.unknownReference("custId");
  const unpaid = sumAmounts(orders.filter((o) => !o.isPaid).map((o) => o.amount));
  const content: DocumentContent = {
    docType: documentType.statement,
    seller: customer.seller,
    custName: customer.custName,
    documentNo: `${custId} ${month}`,
    date: month,
    facts: [
      ["客户", customer.custName],
      ["账期月份", month],
      ["税号", customer.taxpayerId ?? ""],
      ["付款期限", orders[0]?.dueOn ?? ""],
      ["未付金额", `¥ ${amountText(unpaid)}`],
      ["订单数", String(orders.length)],
    ],
    // A statement lists orders instead of products. The columns for products show the order's host factory, day and
    // state.
    lines: orders.map((o) => ({
      code: o.orderNo,
      name: o.oemName,
      model: o.orderedOn,
      unit: o.isPaid ? "已付款" : statText(o.orderStat),
      qty: 1,
      unitPrice: 0,
      amount: o.amount,
    })),
    postage: 0,
    total: sumAmounts(orders.map((o) => o.amount)),
    remark: "",
  };
  return { custId, content };
}
