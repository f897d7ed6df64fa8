import { type ExpressRoute, expressState, sortedRoutes } from "@shotkeeper/contract/carrier";
import { orderStat } from "@shotkeeper/contract/enumerations";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type Carrier, CarrierFailure, type RouteRequest } from "./carrier.ts";

const shipped = sql.constant(orderStat.values.shipping);

/** Time zone of the times in carriers' answers. */
const carrierZone = "Asia/Shanghai";

/** Waybill number of a parcel, with the code of its carrier. Two carriers may use the same number. */
export interface CarrierNumber {
  readonly carrierCode: string;
  readonly waybill: string;
}

/**
 * Records the delivery of a parcel, and of the orders whose last parcel it is. Some days after the delivery, the shop
 * automatically confirms that the customer has received these orders.
 */
export async function recordDelivery(
  ctx: Ctx,
  { carrierCode, waybill }: CarrierNumber,
  routes: readonly ExpressRoute[],
): Promise<void> {
  const last = routes.at(-1);
  if (!last || expressState(routes) !== "signed") return;
  const { tenantId } = ctx.who;
  const deliveredAt = sql`${last.acceptTime}::timestamp at time zone ${carrierZone}`;
  const ordersOfParcel = sql`select l.order_no
          from shipment_line l
          join shipment s on s.tenant_id = ${tenantId} and s.shipment_no = l.shipment_no
          where l.tenant_id = ${tenantId} and s.carrier_code = ${carrierCode} and s.express_no = ${waybill}`;
  await ctx.db.run(tenantId, [
    // Locks the orders. Without the lock, the concurrent deliveries of an order's last two parcels would not see each
    // other, and the order would never count as delivered.
    sql`select 1
      from customer_order o
      where o.tenant_id = ${tenantId} and o.order_no in (${ordersOfParcel})
      order by o.order_no
      for update of o`,
    sql`update shipment
      set delivered_at = ${deliveredAt}
      where tenant_id = ${tenantId} and carrier_code = ${carrierCode} and express_no = ${waybill}
        and delivered_at is null`,
    sql`update customer_order o
      set delivered_at = ${deliveredAt}
      where o.tenant_id = ${tenantId}
        and o.order_stat = ${shipped}
        and o.delivered_at is null
        and o.order_no in (${ordersOfParcel})
        and not exists (
          select 1
          from shipment_line l
          join shipment s on s.tenant_id = ${tenantId} and s.shipment_no = l.shipment_no
          where l.tenant_id = ${tenantId} and l.order_no = o.order_no and s.delivered_at is null
        )`,
  ]);
}

/** Maximum number of parcels that one run of the job tracks. Later runs track the others. */
const maxParcels = 100;
/** Age in days after which a parcel counts as lost and is no longer tracked. */
const lostDays = 60;

/** Job: tracks shipped parcels, so that deliveries are recorded even when nobody opens the tracking dialog. */
export async function followParcels(ctx: Ctx, carrier: Carrier): Promise<void> {
  const { tenantId } = ctx.who;
  const since = new Date(ctx.now - lostDays * 86_400_000);
  // Tracks the parcels in random order. So every parcel is tracked sooner or later, even if some parcels always fail.
  const [rows] = await ctx.db.run(tenantId, [
    sql<Omit<RouteRequest, "now"> & CarrierNumber>`select s.express_no as waybill,
        s.carrier_code as "carrierCode",
        min(l.order_no) as "orderNo",
        right(regexp_replace(min(s.rec_tel), '\\D', '', 'g'), 4) as "phoneTail",
        extract(epoch from min(s.shipped_at))::float8 * 1000 as "sentAt"
      from shipment s
      join shipment_line l on l.tenant_id = ${tenantId} and l.shipment_no = s.shipment_no
      where s.tenant_id = ${tenantId} and s.delivered_at is null and s.shipped_at > ${since}
      group by s.carrier_code, s.express_no
      order by random()
      limit ${maxParcels}::int`,
  ]);
  for (const parcel of rows) {
    try {
      const routes = await carrier.routes({ ...parcel, now: ctx.now });
      await recordDelivery(ctx, parcel, sortedRoutes(routes));
    } catch (cause) {
      if (!(cause instanceof CarrierFailure)) throw cause;
    }
  }
}
