import type { Contact } from "./carrier.ts";

/** Settings of the carriers' services. A carrier that the environment does not configure is undefined. */
export interface CarrierSettings {
  readonly sf?: {
    readonly partnerId: string;
    /** Secret key with which requests to SF Express are signed. */
    readonly checkword: string;
    /** Secret with which the server fetches an access token from SF Express. Pages print labels with this token. */
    readonly secret: string | undefined;
    readonly env: "pro" | "sbox";
    readonly aesKey: string;
    /**
     * Path on this server's origin that a proxy forwards to the carrier. Without this path, pages call the carrier
     * directly.
     */
    readonly proxyPath: string | undefined;
    /** Sender of the parcels. Without a sender no waybills can be ordered. */
    readonly sender: Contact | undefined;
    readonly monthlyCard: string | undefined;
  };
  readonly kdniao?: { readonly businessId: string; readonly key: string; readonly paid: boolean };
}

/** Parses a sender from the text "name|phone|province|city|district|address". */
function senderOf(line: string | undefined): Contact | undefined {
  if (!line) return undefined;
  const [name = "", phone = "", province = "", city = "", district = "", address = "", ...more] = line
    .split("|")
    .map((part) => part.trim());
  const sender = { name, phone, province, city, district, address };
  if (more.length > 0 || Object.values(sender).includes(""))
    throw new Error("SF_SENDER must be name|phone|province|city|district|address");
  return sender;
}

/**
 * Reads the carrier settings from the environment. Throws if the settings are incomplete or invalid, so that the server
 * does not start.
 */
export function readCarriers(env: NodeJS.ProcessEnv): CarrierSettings {
  const { SF_PARTNER_ID, SF_CHECKWORD, SF_SECRET, SF_ENV = "pro", SF_LABEL_KEY = "", SF_PROXY_PATH } = env;
  const { SF_SENDER, SF_MONTHLY_CARD, KDNIAO_BUSINESS_ID, KDNIAO_KEY, KDNIAO_PAID } = env;
  const sender = senderOf(SF_SENDER);
  if (Boolean(SF_PARTNER_ID) !== Boolean(SF_CHECKWORD))
    throw new Error("SF_PARTNER_ID and SF_CHECKWORD go together");
  if (Boolean(KDNIAO_BUSINESS_ID) !== Boolean(KDNIAO_KEY))
    throw new Error("KDNIAO_BUSINESS_ID and KDNIAO_KEY go together");
  if (SF_ENV !== "pro" && SF_ENV !== "sbox") throw new Error(`SF_ENV must be pro or sbox, not "${SF_ENV}"`);
  if (SF_PROXY_PATH && !SF_PROXY_PATH.startsWith("/")) throw new Error("SF_PROXY_PATH must begin with /");
  return {
    ...(SF_PARTNER_ID &&
      SF_CHECKWORD && {
        sf: {
          partnerId: SF_PARTNER_ID,
          checkword: SF_CHECKWORD,
          secret: SF_SECRET || undefined,
          env: SF_ENV,
          aesKey: SF_LABEL_KEY,
          proxyPath: SF_PROXY_PATH || undefined,
          sender,
          monthlyCard: SF_MONTHLY_CARD || undefined,
        },
      }),
    ...(KDNIAO_BUSINESS_ID &&
      KDNIAO_KEY && {
        kdniao: { businessId: KDNIAO_BUSINESS_ID, key: KDNIAO_KEY, paid: KDNIAO_PAID === "on" },
      }),
  };
}
