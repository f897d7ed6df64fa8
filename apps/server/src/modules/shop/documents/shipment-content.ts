import { documentType } from "@shotkeeper/contract/shop";
import type { LocaleCode } from "@shotkeeper/locales/server";
import type { Ctx } from "../../../kernel/ctx.ts";
import { sql } from "../../../kernel/db/sql.ts";
import { customerScope } from "../shop-access.ts";
import { addressSql } from "./address-sql.ts";
import { documentLine, type OrderLine } from "./document-content.ts";
import type { DocumentContent } from "./document-layout.ts";
import { nameIn, unitIn } from "./name-sql.ts";
import { documentTexts } from "./texts.ts";

interface ShipmentHead {
  readonly seller: string;
  readonly custName: string;
  readonly carrier: string | null;
  readonly expressNo: string;
  readonly shippedOn: string;
  readonly recMan: string | null;
  readonly recTel: string | null;
  readonly address: string;
  readonly orders: string;
}

/**
 * Returns the delivery note of a shipment: the pieces in this parcel, with the serial numbers of its counters. Returns
 * undefined if the caller's scope has no shipment with this number.
 */
export async function shipmentContent(
  ctx: Ctx,
  shipmentNo: string,
  language: LocaleCode,
): Promise<DocumentContent | undefined> {
  const t = documentTexts[language];
  const { tenantId, zone } = ctx.who;
  const [[head], lines] = await ctx.db.run(tenantId, [
    sql<ShipmentHead>`
      select
        e.full_name as seller, c.cust_name as "custName", t.carrier, t.express_no as "expressNo",
        to_char(t.shipped_at at time zone ${zone}, 'YYYY-MM-DD') as "shippedOn", t.rec_man as "recMan",
        t.rec_tel as "recTel",
        ${addressSql} as address,
        (
          select string_agg(distinct l.order_no, ', ')
          from shipment_line l
          where l.tenant_id = ${tenantId} and l.shipment_no = t.shipment_no
        ) as orders
      from shipment t
      join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id
      join tenant e on e.tenant_id = ${tenantId}
      where t.tenant_id = ${tenantId} and t.shipment_no = ${shipmentNo} and ${customerScope(ctx)}
    `,
    sql<OrderLine>`
      select
        o.goods_id as code, ${nameIn(language, "o")} as name, coalesce(o.goods_model, '') as model,
        ${unitIn(language, "o")} as unit, l.ship_qty as qty, o.unit_price as "unitPrice", o.amount,
        o.mold_kind as "moldKind", o.magnet,
        (
          select string_agg(s.chip_code, ', ' order by s.chip_code)
          from shipment_serial s
          where s.tenant_id = ${tenantId}
            and s.shipment_no = l.shipment_no
            and s.order_no = l.order_no
            and s.seq = l.seq
        ) as serials
      from shipment_line l
      join customer_order_line o on o.tenant_id = ${tenantId}
        and o.order_no = l.order_no
        and o.seq = l.seq
      where l.tenant_id = ${tenantId} and l.shipment_no = ${shipmentNo}
      order by l.order_no, l.seq
    `,
  ]);
  if (!head) return undefined;
  return {
    docType: documentType.deliveryNote,
    language,
    seller: head.seller,
    custName: head.custName,
    documentNo: shipmentNo,
    date: head.shippedOn,
    facts: [
      [t.customer, head.custName],
      [t.shipmentNo, shipmentNo],
      [t.orderNos, head.orders],
      [t.consignee, [head.recMan, head.recTel].filter(Boolean).join(" ")],
      [t.address, head.address],
      [t.carrier, head.carrier || "—"],
      [t.expressNo, head.expressNo],
      [t.shippedOn, head.shippedOn],
    ],
    lines: lines.map((l) => documentLine(l, true, t)),
    postage: 0,
    total: 0,
    remark: "",
    payment: null,
  };
}
