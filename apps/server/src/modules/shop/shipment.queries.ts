import {
  shipment,
  shipmentChange,
  shipmentChanges,
  shipmentLine,
  shipmentLines,
  shipmentList,
} from "@shotkeeper/contract/shop";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { customerScope } from "./shop-access.ts";

const from = ({ who: { tenantId } }: Ctx) =>
  sql`shipment t join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id`;

/**
 * FROM clause of a table whose rows belong to a shipment (`s`). Who may see the rows depends on the customer of the
 * shipment.
 */
const partFrom =
  (name: "shipment_line" | "shipment_change") =>
  ({ who: { tenantId } }: Ctx) =>
    sql`${sql.raw(name)} t join shipment s on s.tenant_id = ${tenantId} and s.shipment_no = t.shipment_no`;
const ofShipment = (ctx: Ctx) => customerScope(ctx, "s");
const change = { from: partFrom("shipment_change"), where: ofShipment };

export const shipmentQueries = [
  implement(shipmentList, {
    from,
    where: (ctx) => customerScope(ctx),
    columns: {
      custName: "c.cust_name",
      pieceCount: ({ who: { tenantId } }) =>
        sql`
          select coalesce(sum(l.ship_qty), 0)
          from shipment_line l
          where l.tenant_id = ${tenantId} and l.shipment_no = t.shipment_no
        `,
      changeCount: ({ who: { tenantId } }) =>
        sql`
          select count(*)
          from shipment_change l
          where l.tenant_id = ${tenantId} and l.shipment_no = t.shipment_no
        `,
    },
    order: [{ field: "shippedAt", direction: "desc" }],
  }),
  implement(shipmentLines, {
    from: (ctx) =>
      sql`${partFrom("shipment_line")(ctx)}
        join customer_order_line o on o.tenant_id = ${ctx.who.tenantId}
          and o.order_no = t.order_no
          and o.seq = t.seq`,
    where: ofShipment,
    columns: {
      carrier: "s.carrier",
      expressNo: "s.express_no",
      shippedAt: "s.shipped_at",
      deliveredAt: "s.delivered_at",
      goodsId: "o.goods_id",
      goodsName: "o.goods_name",
      goodsNameTw: "o.goods_name_tw",
      goodsNameEn: "o.goods_name_en",
      orderQty: "o.order_qty",
    },
  }),
  implement(shipmentChanges, { ...change, columns: {} }),
];

export const shipmentTables = [
  table(shipment, { from, where: (ctx) => customerScope(ctx), writes: [] }),
  table(shipmentLine, { from: partFrom("shipment_line"), where: ofShipment, writes: [] }),
  table(shipmentChange, { ...change, writes: [] }),
];
