import { createHash, randomUUID } from "node:crypto";
import {
  type Carrier,
  CarrierFailure,
  type Contact,
  list,
  postForm,
  record,
  type Sender,
  text,
} from "./carrier.ts";
import type { CarrierSettings } from "./settings.ts";

type Settings = NonNullable<CarrierSettings["sf"]>;

const hosts = { pro: "https://bspgw.sf-express.com", sbox: "https://sfapi-sbox.sf-express.com" } as const;

/** Encodes a text like Java's URLEncoder: a space becomes +, and only letters, digits and . - * _ stay unescaped. */
export function javaUrlEncode(s: string): string {
  return encodeURIComponent(s)
    .replace(/[!~'()]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%20", "+");
}

export function digest(msgData: string, timestamp: string, checkword: string): string {
  return createHash("md5")
    .update(javaUrlEncode(msgData + timestamp + checkword))
    .digest("base64");
}

/**
 * Returns the answer of a service of SF Express. The gateway sends it inside its own answer, as JSON text or as an
 * object. Throws CarrierFailure if the gateway reports an error.
 */
function unwrap(answer: unknown): Readonly<Record<string, unknown>> {
  const { apiResultCode, apiErrorMsg, apiResultData } = record(answer);
  if (apiResultCode !== "A1000")
    throw new CarrierFailure(`${text(apiResultCode)} ${text(apiErrorMsg)}`.trim());
  let data: unknown = apiResultData;
  if (typeof data === "string")
    try {
      data = JSON.parse(data);
    } catch {
      throw new CarrierFailure("no JSON");
    }
  const inner = record(data);
  if (inner.success !== true && inner.success !== "true") {
    const code = text(inner.errorCode);
    throw new CarrierFailure(`${code} ${text(inner.errorMsg ?? inner.errorMessage)}`.trim(), code);
  }
  return inner;
}

/** Sends a signed request to the gateway of SF Express. Returns the data in the answer of the requested service. */
async function request(
  { partnerId, checkword, env }: Settings,
  serviceCode: string,
  message: object,
  now: number,
  send: typeof fetch,
): Promise<Readonly<Record<string, unknown>>> {
  const msgData = JSON.stringify(message);
  const timestamp = String(now);
  const msgDigest = digest(msgData, timestamp, checkword);
  const form = { partnerID: partnerId, requestID: randomUUID(), serviceCode, timestamp, msgDigest, msgData };
  return record(unwrap(await postForm(`${hosts[env]}/std/service`, form, send)).msgData);
}

const contact = (contactType: 1 | 2, { name, phone, province, city, district, address }: Contact) => ({
  contactType,
  contact: name,
  mobile: phone,
  country: "CN",
  province,
  city,
  county: district,
  address,
});

/**
 * Error code of SF Express for an order that was already placed. The client then looks up the waybill of that order.
 */
const duplicateOrder = "8016";

/** Returns a client that orders waybills of SF Express on the monthly account. */
export function sfSender(settings: Settings, sender: Contact, send: typeof fetch): Sender {
  return {
    title: "顺丰速运",
    async waybill({ parcelNo: orderId, receiver, receiverPays, goods, now }) {
      const order = {
        language: "zh-CN",
        orderId,
        cargoDetails: goods,
        contactInfoList: [contact(1, sender), contact(2, receiver)],
        payMethod: receiverPays ? 2 : 1,
        expressTypeId: 2,
        parcelQty: 1,
        ...(settings.monthlyCard && !receiverPays && { monthlyCard: settings.monthlyCard }),
      };
      const found = await request(settings, "EXP_RECE_CREATE_ORDER", order, now, send).catch((cause) => {
        if (!(cause instanceof CarrierFailure) || cause.code !== duplicateOrder) throw cause;
        const again = { language: "zh-CN", orderId, searchType: "1" };
        return request(settings, "EXP_RECE_SEARCH_ORDER_RESP", again, now, send);
      });
      const numbers = list(found.waybillNoInfoList).map(record);
      const waybill = text(numbers.find((n) => text(n.waybillType) === "1")?.waybillNo);
      // Treats an order without a waybill as refused. SF Express accepts some orders without giving a waybill: for
      // addresses outside its area, and for orders that its staff must check first.
      if (waybill === "") throw new CarrierFailure(text(found.remark) || `${orderId}: no waybill`);
      return waybill;
    },
  };
}

export function sf(settings: Settings, send: typeof fetch): Carrier {
  return {
    name: "sf",
    async routes({ waybill, phoneTail, now }) {
      const query = {
        language: "0",
        trackingType: "1",
        trackingNumber: [waybill],
        methodType: "1",
        ...(phoneTail && { checkPhoneNo: phoneTail }),
      };
      const answer = await request(settings, "EXP_RECE_SEARCH_ROUTES", query, now, send);
      const found = list(answer.routeResps)
        .map(record)
        .find((r) => r.mailNo === waybill);
      return list(found?.routes).map((r) => {
        const { acceptTime, remark, acceptAddress, opCode } = record(r);
        return {
          acceptTime: text(acceptTime),
          remark: text(remark),
          acceptAddress: text(acceptAddress),
          opCode: text(opCode),
        };
      });
    },
  };
}

/** Time before a token's expiry at which a new token is fetched, ms. */
const renewalMs = 5 * 60_000;

/**
 * Returns a function that fetches the access token of SF Express with which pages print labels, and caches it. The
 * secret itself never leaves the server.
 */
export function sfTokens({ partnerId, secret, env }: Settings, send: typeof fetch) {
  let cached: { readonly token: string; readonly until: number } | undefined;
  let pending: Promise<string> | undefined;
  async function fetchToken(now: number): Promise<string> {
    const answer = record(
      await postForm(
        `${hosts[env]}/oauth2/accessToken`,
        { partnerID: partnerId, secret: secret ?? "", grantType: "password" },
        send,
      ),
    );
    const token = text(answer.accessToken);
    if (answer.apiResultCode !== "A1000" || token === "")
      throw new CarrierFailure(`${text(answer.apiResultCode)} ${text(answer.apiErrorMsg)}`.trim());
    const seconds = Number(answer.expiresIn) > 0 ? Number(answer.expiresIn) : 7200;
    cached = { token, until: now + seconds * 1000 - renewalMs };
    return token;
  }
  return (now: number): Promise<string> => {
    if (cached && now < cached.until) return Promise.resolve(cached.token);
    // Shares one request among callers that need a token while it is being fetched.
    pending ??= fetchToken(now).finally(() => {
      pending = undefined;
    });
    return pending;
  };
}
