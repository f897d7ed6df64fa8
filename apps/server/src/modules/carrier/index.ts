import {
  type ExpressAnswer,
  type ExpressData,
  expressState,
  type LabelAccess,
  labelAccess,
  orderWaybill,
  queryExpress,
  sortedRoutes,
} from "@shotkeeper/contract/carrier";
import { errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { handle, type Module } from "../../kernel/registry.ts";
import { textList } from "../shop/index.ts";
import { type Carrier, CarrierFailure } from "./carrier.ts";
import { followParcels, recordDelivery } from "./delivered.ts";
import { kdniao } from "./kdniao.ts";
import { parcelOf } from "./parcel.ts";
import { type CarrierSettings, readCarriers } from "./settings.ts";
import { sf, sfSender, sfTokens } from "./sf.ts";
import { simulated, simulatedSender } from "./simulated.ts";

/** Maximum age of a cached answer of a carrier, ms. With an older answer, the server asks the carrier again. */
const freshMs = 5 * 60_000;
const maxCached = 2000;

/** Code of the demo tenant. Its carrier is simulated if no carrier is configured, so no real parcel is ordered. */
const demoTenant = "demo";

async function orderOf(ctx: Ctx, waybill: string, orderNo: string | null) {
  const { tenantId, custId } = ctx.who;
  // Lets customers track only the parcels of their own orders. Staff may track all parcels.
  const ownOrders = custId === undefined ? sql`true` : sql`t.cust_id = ${custId}`;
  const [[row]] = await ctx.db.run(tenantId, [
    sql<{
      order_no: string;
      carrier_code: string;
      rec_tel: string | null;
      sent_at: number;
    }>`select l.order_no, t.carrier_code, t.rec_tel,
        extract(epoch from t.shipped_at)::float8 * 1000 as sent_at
      from shipment t
      join shipment_line l on l.tenant_id = ${tenantId} and l.shipment_no = t.shipment_no
      where t.tenant_id = ${tenantId}
        and t.express_no = ${waybill}
        and ${ownOrders}
        and (${orderNo}::text is null or l.order_no = ${orderNo})
      order by l.order_no
      limit 1`,
  ]);
  if (!row) throw errors.notFound();
  return {
    orderNo: row.order_no,
    carrierCode: row.carrier_code,
    phoneTail: (row.rec_tel ?? "").replace(/\D/g, "").slice(-4),
    sentAt: row.sent_at,
  };
}

function answerOf(
  name: Carrier["name"],
  waybill: string,
  found: CachedRoutes,
  isStale: boolean,
): ExpressAnswer {
  const data: ExpressData = {
    success: true,
    errorCode: "S0000",
    errorMsg: null,
    msgData: { routeResps: [{ mailNo: waybill, routes: found.routes }] },
  };
  return {
    apiResultCode: "A1000",
    apiErrorMsg: "",
    apiResultData: JSON.stringify(data),
    carrier: name,
    state: expressState(found.routes),
    asOf: new Date(found.at).toISOString(),
    isStale,
  };
}

interface CachedRoutes {
  readonly at: number;
  readonly routes: ReturnType<typeof sortedRoutes>;
}

/** Awaits a carrier's answer. Converts a CarrierFailure into an API error with the carrier's message. */
async function orCarrierError<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof CarrierFailure) throw errors.carrierFailed(cause.message);
    throw cause;
  }
}

/**
 * Returns the client that tracks parcels: SF Express, or else the aggregator Kdniao, if configured. Without both, the
 * demo tenant gets a simulated client and all other tenants get none.
 */
function carrierOf({ who }: Ctx, settings: CarrierSettings, send: typeof fetch): Carrier | undefined {
  if (settings.sf) return sf(settings.sf, send);
  if (settings.kdniao) return kdniao(settings.kdniao, send);
  return who.tenantCode === demoTenant ? simulated : undefined;
}

/** Job: asks the carriers whether shipped parcels were delivered, and records the deliveries. */
export async function askCarriers(
  ctx: Ctx,
  settings: CarrierSettings = readCarriers(process.env),
  send: typeof fetch = fetch,
): Promise<void> {
  const carrier = carrierOf(ctx, settings, send);
  if (carrier) await followParcels(ctx, carrier);
}

/** Returns the server module of the carriers that the environment configures. */
export function carriers(
  settings: CarrierSettings = readCarriers(process.env),
  send: typeof fetch = fetch,
): Module {
  const tokenOf = settings.sf?.secret ? sfTokens(settings.sf, send) : undefined;
  const known = new Map<string, CachedRoutes>();
  return {
    commands: [
      handle(queryExpress, async (ctx, input) => {
        const { tenantId } = ctx.who;
        const waybill = input.logisticCode;
        if (!waybill) throw errors.noWaybillNumber();
        const order = await orderOf(ctx, waybill, input.orderCode);
        const carrier = carrierOf(ctx, settings, send);
        if (!carrier) throw errors.notConfigured("SF_PARTNER_ID");
        const key = `${tenantId} ${order.carrierCode} ${waybill}`;
        const before = known.get(key);
        if (before && ctx.now - before.at < freshMs) return answerOf(carrier.name, waybill, before, false);
        try {
          const phoneTail = input.customerName ?? order.phoneTail;
          const routes = await carrier.routes({ ...order, phoneTail, waybill, now: ctx.now });
          const found = { at: ctx.now, routes: sortedRoutes(routes) };
          known.delete(key);
          known.set(key, found);
          if (known.size > maxCached) known.delete(known.keys().next().value ?? "");
          await recordDelivery(ctx, { ...order, waybill }, found.routes);
          return answerOf(carrier.name, waybill, found, false);
        } catch (cause) {
          if (!(cause instanceof CarrierFailure)) throw cause;
          if (before) return answerOf(carrier.name, waybill, before, true);
          throw errors.carrierFailed(cause.message);
        }
      }),
      handle(orderWaybill, async (ctx, { orderNos }) => {
        const { sf: account } = settings;
        const sender = account?.sender
          ? sfSender(account, account.sender, send)
          : !account && ctx.who.tenantCode === demoTenant
            ? simulatedSender
            : undefined;
        if (!sender) throw errors.notConfigured(account ? "SF_SENDER" : "SF_PARTNER_ID");
        const parcel = await parcelOf(ctx, textList(orderNos, "orderNos"));
        return { expressNo: await orCarrierError(sender.waybill(parcel)), carrier: sender.title };
      }),
      handle(labelAccess, async (ctx): Promise<LabelAccess> => {
        const { sf: account } = settings;
        if (!account && ctx.who.tenantCode === demoTenant)
          return { carrier: "simulated", env: "", partnerId: "", accessToken: "", aesKey: "" };
        if (!account || !tokenOf) throw errors.notConfigured(account ? "SF_SECRET" : "SF_PARTNER_ID");
        return {
          carrier: "sf",
          env: account.proxyPath ?? account.env,
          partnerId: account.partnerId,
          accessToken: await orCarrierError(tokenOf(ctx.now)),
          aesKey: account.aesKey,
        };
      }),
    ],
  };
}
