import { type ExpressRoute, expressState, sortedRoutes } from "@shotkeeper/contract/carrier";
import { orderStat } from "@shotkeeper/contract/enumerations";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type Carrier, CarrierFailure, type RouteRequest } from "./carrier.ts";

const shipped = sql.constant(orderStat.values.shipping);

/** Time zone of the times in carriers' answers. */
const carrierZone = "Asia/Shanghai";

/**
 * Records the delivery of a parcel on its orders. Some days after the delivery, the shop confirms the receipt of these
 * orders automatically.
 */
export async function recordDelivery(
  ctx: Ctx,
  waybill: string,
  routes: readonly ExpressRoute[],
): Promise<void> {
  const last = routes.at(-1);
  if (!last || expressState(routes) !== "signed") return;
  await ctx.db.run(ctx.who.tenantId, [
    sql`update customer_order
      set delivered_at = ${last.acceptTime}::timestamp at time zone ${carrierZone}
      where tenant_id = ${ctx.who.tenantId}
        and express_no = ${waybill}
        and order_stat = ${shipped}
        and delivered_at is null`,
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
  // The parcels are tracked in random order. So every parcel is tracked sooner or later, even if some parcels always
  // fail.
  const [rows] = await ctx.db.run(tenantId, [
    sql<Omit<RouteRequest, "now">>`select express_no as waybill,
        min(order_no) as "orderNo",
        right(regexp_replace(min(rec_tel), '\\D', '', 'g'), 4) as "phoneTail",
        extract(epoch from min(express_date))::float8 * 1000 as "sentAt"
      from customer_order
      where tenant_id = ${tenantId}
        and order_stat = ${shipped}
        and express_no is not null
        and delivered_at is null
        and express_date > ${since}
      group by express_no
      order by random()
      limit ${maxParcels}::int`,
  ]);
  for (const parcel of rows) {
    try {
      const routes = await carrier.routes({ ...parcel, now: ctx.now });
      await recordDelivery(ctx, parcel.waybill, sortedRoutes(routes));
    } catch (cause) {
      if (!(cause instanceof CarrierFailure)) throw cause;
    }
  }
}
