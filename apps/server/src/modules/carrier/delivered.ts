import { type ExpressRoute, expressState, sortedRoutes } from "@shotkeeper/contract/carrier";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type Carrier, CarrierFailure } from "./carrier.ts";

/** In whose zone carriers write their times. */
const carrierZone = "Asia/Shanghai";

/** What a carrier says is delivered is so for the parcel's orders: their receipt counts from then on. */
export async function keepDelivery(
  ctx: Ctx,
  waybill: string,
  routes: readonly ExpressRoute[],
): Promise<void> {
  const last = routes.at(-1);
  if (!last || expressState(routes) !== "signed") return;
  await ctx.db.run(ctx.who.tenantId, [
    sql`update customer_order set delivered_at = ${last.acceptTime}::timestamp at time zone ${carrierZone}
      where tenant_id = ${ctx.who.tenantId} and express_no = ${waybill} and order_stat = 3 and delivered_at is null`,
  ]);
}

/** Parcels asked about in one run, and days after which nobody waits for one any more. */
const chunk = 100;
const lostDays = 60;

/** The job: asks about parcels under way, so that a receipt does not wait for somebody to look. */
export async function followParcels(ctx: Ctx, carrier: Carrier): Promise<void> {
  const { tenantId } = ctx.who;
  const since = new Date(ctx.now - lostDays * 86_400_000);
  // By lot where there are more: each has its turn, and a parcel that always fails stops no other.
  const [rows = []] = await ctx.db.run(tenantId, [
    sql`select express_no as waybill, min(order_no) as "orderNo", right(regexp_replace(min(rec_tel), '\\D', '', 'g'), 4) as "phoneTail",
        extract(epoch from min(express_date))::float8 * 1000 as "sentAt"
      from customer_order where tenant_id = ${tenantId} and order_stat = 3 and express_no is not null and delivered_at is null and express_date > ${since}
      group by express_no order by random() limit ${chunk}::int`,
  ]);
  for (const parcel of rows as unknown as readonly Omit<Parameters<Carrier["routes"]>[0], "now">[]) {
    try {
      const routes = await carrier.routes({ ...parcel, now: ctx.now });
      await keepDelivery(ctx, parcel.waybill, sortedRoutes(routes));
    } catch (cause) {
      if (!(cause instanceof CarrierFailure)) throw cause;
    }
  }
}
