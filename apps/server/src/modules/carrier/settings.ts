/** Where parcels are asked for. */
export interface CarrierSettings {
  readonly sf?: {
    readonly partnerId: string;
    /** Signs the questions. */
    readonly checkword: string;
    /** Gets the token that pages print with. */
    readonly secret: string | undefined;
    readonly env: "pro" | "sbox";
    readonly aesKey: string;
    /** A path of this server's own origin, where a proxy passes the pages' calls on; the carrier itself otherwise. */
    readonly proxyPath: string | undefined;
  };
  readonly kdniao?: { readonly businessId: string; readonly key: string; readonly paid: boolean };
}

/** From the environment; what is half there is said at the start. */
export function readCarriers(env: NodeJS.ProcessEnv): CarrierSettings {
  const { SF_PARTNER_ID, SF_CHECKWORD, SF_SECRET, SF_ENV = "pro", SF_LABEL_KEY = "", SF_PROXY_PATH } = env;
  const { KDNIAO_BUSINESS_ID, KDNIAO_KEY, KDNIAO_PAID } = env;
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
        },
      }),
    ...(KDNIAO_BUSINESS_ID &&
      KDNIAO_KEY && {
        kdniao: { businessId: KDNIAO_BUSINESS_ID, key: KDNIAO_KEY, paid: KDNIAO_PAID === "on" },
      }),
  };
}
