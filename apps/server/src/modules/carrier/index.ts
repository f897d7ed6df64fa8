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
import { AppError } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { handle, type Module } from "../../kernel/registry.ts";
import { requireStaff, textsOf } from "../shop/index.ts";
import { type Carrier, CarrierFailure } from "./carrier.ts";
import { followParcels, keepDelivery } from "./delivered.ts";
import { kdniao } from "./kdniao.ts";
import { parcelOf } from "./parcel.ts";
import { type CarrierSettings, readCarriers } from "./settings.ts";
import { sf, sfSender, sfTokens } from "./sf.ts";
import { simulated, simulatedSender } from "./simulated.ts";

/** So long a carrier is not asked again about the same parcel. */
const fresh = 5 * 60_000;
const mostKept = 2000;

/** The tenant that npm start fills with examples. */
const demoTenant = "demo";

async function orderOf(ctx: Ctx, waybill: string, orderNo: string | null) {
  const { tenantId, custId, scope } = ctx.who;
  // A customer's people see its own parcels; others than the operator's people none.
  if (custId === undefined && scope.kind !== "tenant") throw new AppError("S0020");
  const own = custId === undefined ? sql.raw("true") : sql`t.cust_id = ${custId}`;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select t.order_no, t.rec_tel, extract(epoch from t.express_date)::float8 * 1000 as sent_at from customer_order t
      where t.tenant_id = ${tenantId} and t.express_no = ${waybill} and ${own}
        and (${orderNo}::text is null or t.order_no = ${orderNo}) order by t.order_no limit 1`,
  ]);
  const [row] = rows ?? [];
  if (!row) throw new AppError("S0207");
  return {
    orderNo: String(row.order_no),
    phoneTail: String(row.rec_tel ?? "")
      .replace(/\D/g, "")
      .slice(-4),
    sentAt: Number(row.sent_at ?? ctx.now),
  };
}

function answerOf(name: Carrier["name"], waybill: string, found: Known, isStale: boolean): ExpressAnswer {
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
    CARRIER: name,
    STATE: expressState(found.routes),
    AS_OF: new Date(found.at).toISOString(),
    IS_STALE: isStale,
  };
}

interface Known {
  readonly at: number;
  readonly routes: ReturnType<typeof sortedRoutes>;
}

/** What a carrier has against it is told in its words. */
async function heard<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof CarrierFailure) throw new AppError("S0340", cause.message);
    throw cause;
  }
}

/** The tenant's carrier: one's own contract before the aggregator; the demo has a simulated one. */
function carrierOf({ who }: Ctx, settings: CarrierSettings, send: typeof fetch): Carrier | undefined {
  if (settings.sf) return sf(settings.sf, send);
  if (settings.kdniao) return kdniao(settings.kdniao, send);
  return who.tenantCode === demoTenant ? simulated : undefined;
}

/** The job: which parcels have been delivered. */
export async function askCarriers(
  ctx: Ctx,
  settings: CarrierSettings = readCarriers(process.env),
  send: typeof fetch = fetch,
): Promise<void> {
  const carrier = carrierOf(ctx, settings, send);
  if (carrier) await followParcels(ctx, carrier);
}

/** Carriers as the environment names them. */
export function carriers(
  settings: CarrierSettings = readCarriers(process.env),
  send: typeof fetch = fetch,
): Module {
  const tokenOf = settings.sf?.secret ? sfTokens(settings.sf, send) : undefined;
  const known = new Map<string, Known>();
  return {
    commands: [
      handle(queryExpress, async (ctx, input) => {
        const { tenantId } = ctx.who;
        const waybill = input.logisticCode;
        if (!waybill) throw new AppError("S0309");
        const order = await orderOf(ctx, waybill, input.orderCode);
        const carrier = carrierOf(ctx, settings, send);
        if (!carrier) throw new AppError("S0214", "SF_PARTNER_ID");
        const key = `${tenantId} ${waybill}`;
        const before = known.get(key);
        if (before && ctx.now - before.at < fresh) return answerOf(carrier.name, waybill, before, false);
        try {
          const phoneTail = input.customerName ?? order.phoneTail;
          const routes = await carrier.routes({ ...order, phoneTail, waybill, now: ctx.now });
          const found = { at: ctx.now, routes: sortedRoutes(routes) };
          known.delete(key);
          known.set(key, found);
          if (known.size > mostKept) known.delete(known.keys().next().value ?? "");
          await keepDelivery(ctx, waybill, found.routes);
          return answerOf(carrier.name, waybill, found, false);
        } catch (cause) {
          if (!(cause instanceof CarrierFailure)) throw cause;
          if (before) return answerOf(carrier.name, waybill, before, true);
          throw new AppError("S0340", cause.message);
        }
      }),
      handle(orderWaybill, async (ctx, { orderNos }) => {
        requireStaff(ctx);
        const { sf: own } = settings;
        const sender = own?.sender
          ? sfSender(own, own.sender, send)
          : !own && ctx.who.tenantCode === demoTenant
            ? simulatedSender
            : undefined;
        if (!sender) throw new AppError("S0214", own ? "SF_SENDER" : "SF_PARTNER_ID");
        const parcel = await parcelOf(ctx, textsOf(orderNos, "ORDER_NOS"));
        return { EXPRESS_NO: await heard(sender.waybill(parcel)), CARRIER: sender.title };
      }),
      handle(labelAccess, async (ctx): Promise<LabelAccess> => {
        requireStaff(ctx);
        const { sf: own } = settings;
        if (!own && ctx.who.tenantCode === demoTenant)
          return { CARRIER: "simulated", ENV: "", PARTNER_ID: "", ACCESS_TOKEN: "", AES_KEY: "" };
        if (!own || !tokenOf) throw new AppError("S0214", own ? "SF_SECRET" : "SF_PARTNER_ID");
        return {
          CARRIER: "sf",
          ENV: own.proxyPath ?? own.env,
          PARTNER_ID: own.partnerId,
          ACCESS_TOKEN: await heard(tokenOf(ctx.now)),
          AES_KEY: own.aesKey,
        };
      }),
    ],
  };
}
