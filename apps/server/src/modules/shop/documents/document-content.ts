import { magnetType, orderStat } from "@shotkeeper/contract/enumerations";
import { type EnumValue, errors } from "@shotkeeper/contract/kernel";
import {
  documentType,
  hasDeliveryNote,
  isAccessory,
  moldKind,
  serialState,
  sumAmounts,
  transferReference,
} from "@shotkeeper/contract/shop";
import type { LocaleCode } from "@shotkeeper/locales/server";
import type { Ctx } from "../../../kernel/ctx.ts";
import { sql } from "../../../kernel/db/sql.ts";
import { dayText, startOfDay } from "../../../kernel/zone.ts";
import { payeesSql } from "../payee.tables.ts";
import { customerScope } from "../shop-access.ts";
import { addressSql } from "./address-sql.ts";
import type { DocumentContent, DocumentLine } from "./document-layout.ts";
import { nameIn, unitIn } from "./name-sql.ts";
import { type DocumentTexts, documentTexts, validDays } from "./texts.ts";

export type Stat = EnumValue<typeof orderStat>;

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
  /** Value of cancelled and returned goods, yuan. */
  readonly credited: number;
  /** Amount that is not paid yet, yuan. */
  readonly open: number;
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

/**
 * Returns a counter's configuration as text. Packers and receivers compare it with the delivered goods. Returns an
 * empty text for other products.
 */
function configurationText(line: OrderLine, t: DocumentTexts): string {
  if (!line.moldKind || isAccessory(line.code)) return "";
  const magnets: Readonly<Record<number, string>> = {
    [magnetType.values.square]: t.square,
    [magnetType.values.round]: t.round,
  };
  const kind = line.moldKind === moldKind.values.hardware ? t.hardware : t.plastic;
  const magnet = magnets[line.magnet];
  return t.configuration(magnet ? [kind, magnet] : [kind]);
}

/** Returns a line as a document shows it: with its configuration and, on a delivery note, its serial numbers. */
export function documentLine(line: OrderLine, isDelivery: boolean, t: DocumentTexts): DocumentLine {
  const { code, name, model, unit, qty, unitPrice, amount, serials } = line;
  const numbers = isDelivery && serials ? `\n${t.serials(serials)}` : "";
  const text = `${name}${configurationText(line, t)}${numbers}`;
  return { code, name: text, model, unit, qty, unitPrice, amount };
}

/** Returns the line that subtracts the value of cancelled or returned goods from the total of a document. */
export function creditLine(code: string, name: string, model: string, value: number): DocumentLine {
  return { code, name, model, unit: "", qty: 1, unitPrice: -value, amount: -value };
}

/**
 * Returns the content of an order's quotation or delivery note. Throws unknownReference if the order is not in the
 * caller's scope, and noPdf for a delivery note before the shipping.
 */
export async function orderContent(
  ctx: Ctx,
  docType: number,
  orderNo: string,
  language: LocaleCode,
): Promise<DocumentContent> {
  const t = documentTexts[language];
  const issuedOn = dayText(ctx.who.zone, ctx.now);
  const { tenantId, zone } = ctx.who;
  const isDelivery = docType === documentType.deliveryNote;
  const [[order], lines, payees] = await ctx.db.run(tenantId, [
    sql<OrderHead>`
      select
        e.full_name as seller, c.cust_name as "custName", t.oem_name as "oemName",
        t.order_stat as "orderStat", t.cust_code as "custCode", t.remark, t.carrier,
        t.express_no as "expressNo", t.postage, t.total_amount as total,
        t.credited_amount as credited, t.open_amount as open,
        ${addressSql} as address,
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
        goods_id as code, ${nameIn(language, "t")} as name, coalesce(goods_model, '') as model,
        ${unitIn(language, "t")} as unit,
        order_qty - case when ${isDelivery}::boolean then cancelled_qty else 0 end as qty,
        unit_price as "unitPrice", amount, mold_kind as "moldKind", magnet,
        (
          select string_agg(distinct s.chip_code, ', ')
          from shipment_serial s
          join stock_serial x on x.tenant_id = ${tenantId}
            and x.chip_code = s.chip_code
            and x.order_no = s.order_no
            and x.serial_state = ${serialState.values.shipped}
          where s.tenant_id = ${tenantId} and s.order_no = t.order_no and s.seq = t.seq
        ) as serials
      from customer_order_line t
      where tenant_id = ${tenantId} and order_no = ${orderNo}
      order by seq
    `,
    payeesSql(tenantId),
  ]);
  if (!order) throw errors.unknownReference("orderNo");
  if (isDelivery && !hasDeliveryNote(order)) throw errors.noPdf();
  const isPayable = !isDelivery && order.open > 0 && order.orderStat >= orderStat.values.created;
  const facts: [string, string][] = [
    [t.customer, order.custName],
    [t.oem, order.oemName],
    [t.orderNo, orderNo],
    [t.orderedOn, order.orderedOn],
    [t.consignee, `${order.recMan} ${order.recTel}`],
    [t.address, order.address],
  ];
  if (isDelivery)
    facts.push(
      [t.carrier, order.carrier || "—"],
      [t.expressNo, order.expressNo ?? ""],
      [t.shippedOn, order.shippedOn ?? ""],
    );
  else
    facts.push(
      [t.plannedOn, order.plannedOn],
      [t.taxpayerId, order.taxpayerId ?? ""],
      [t.issuedOn, issuedOn],
      [t.validUntil, dayText(zone, startOfDay(zone, ctx.now, validDays))],
    );
  if (order.custCode) facts.push([t.custCode, order.custCode]);
  return {
    docType,
    language,
    seller: order.seller,
    custName: order.custName,
    documentNo: orderNo,
    date: order.orderedOn,
    facts,
    lines: [
      ...lines.filter((line) => line.qty > 0).map((line) => documentLine(line, isDelivery, t)),
      ...(isDelivery || order.credited === 0
        ? []
        : [creditLine("", t.creditNote(orderNo), "", order.credited)]),
    ],
    postage: order.postage,
    total: isDelivery ? order.total : sumAmounts([order.total, -order.credited]),
    remark: order.remark ?? "",
    payment: isPayable ? { amount: order.open, reference: transferReference([orderNo]), payees } : null,
  };
}
