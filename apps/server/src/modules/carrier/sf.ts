import { createHash, randomUUID } from "node:crypto";
import { type Carrier, CarrierFailure, list, postForm, record, text } from "./carrier.ts";
import type { CarrierSettings } from "./settings.ts";

type Settings = NonNullable<CarrierSettings["sf"]>;

const hosts = { pro: "https://bspgw.sf-express.com", sbox: "https://sfapi-sbox.sf-express.com" } as const;

/** As Java's URLEncoder writes it: a space is +, and of the signs only . - * _ stay. */
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

/** The business answer inside the gateway's, as a text or as it is. */
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
  if (inner.success !== true && inner.success !== "true")
    throw new CarrierFailure(`${text(inner.errorCode)} ${text(inner.errorMsg ?? inner.errorMessage)}`.trim());
  return inner;
}

export function sf({ partnerId, checkword, env }: Settings, send: typeof fetch): Carrier {
  return {
    name: "sf",
    async routes({ waybill, phoneTail, now }) {
      const msgData = JSON.stringify({
        language: "0",
        trackingType: "1",
        trackingNumber: [waybill],
        methodType: "1",
        ...(phoneTail && { checkPhoneNo: phoneTail }),
      });
      const timestamp = String(now);
      const answer = await postForm(
        `${hosts[env]}/std/service`,
        {
          partnerID: partnerId,
          requestID: randomUUID(),
          serviceCode: "EXP_RECE_SEARCH_ROUTES",
          timestamp,
          msgDigest: digest(msgData, timestamp, checkword),
          msgData,
        },
        send,
      );
      const found = list(record(unwrap(answer).msgData).routeResps)
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

/** A token is renewed while the old one still has some minutes. */
const margin = 5 * 60_000;

/** Tokens for pages that print labels: fetched with the secret, which stays here, and kept while they are good. */
export function sfTokens({ partnerId, secret, env }: Settings, send: typeof fetch) {
  let kept: { readonly token: string; readonly until: number } | undefined;
  let asking: Promise<string> | undefined;
  async function ask(now: number): Promise<string> {
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
    kept = { token, until: now + seconds * 1000 - margin };
    return token;
  }
  return (now: number): Promise<string> => {
    if (kept && now < kept.until) return Promise.resolve(kept.token);
    // Many pages that begin to print at once ask once.
    asking ??= ask(now).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}
