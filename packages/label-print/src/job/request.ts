/**
 * Request to the carrier's public service, which needs an access token. The carrier's own systems send an
 * `InternalRequest` with a signature instead.
 */
export interface ExternalRequest {
  readonly partnerID?: string;
  readonly requestID: string;
  readonly accessToken: string;
  readonly templateCode: string;
  readonly documents: readonly LabelDocument[];
  readonly templateVersion?: string;
  readonly extJson?: unknown;
  readonly customTemplateCode?: string;
}

export interface InternalRequest {
  readonly requestId: string;
  /**
   * Time of the request. Must be the time over which the signature was computed, or the service refuses the request.
   */
  readonly reqTime: string | number;
  readonly signature: string;
  readonly templateCode: string;
  readonly documents: readonly LabelDocument[];
  readonly sysCode?: string;
  readonly version?: string;
}

export interface LabelDocument {
  readonly masterWaybillNo: string;
  readonly branchWaybillNo?: string;
  readonly backWaybillNo?: string;
  readonly seq?: number | string;
  readonly sum?: number | string;
  readonly isPrintLogo?: boolean | string;
  readonly remark?: string;
  readonly customData?: unknown;
  readonly [name: string]: unknown;
}

export type PrintRequest = ExternalRequest | InternalRequest;

const sdk = { version: "2.6", protocol: "2.0", type: "lodop" } as const;
const serviceCode = "COM_RECE_CLOUD_PRINT_PARSEDDATA";

const internal = ["innerSit", "innerProd", "innerFast"] as const;

/** Addresses of the carrier's service by environment. The carrier's internal environments have no default address. */
const defaultHosts: Readonly<Record<string, string>> = {
  pro: "https://bspgw.sf-express.com",
  prod: "https://bspgw.sf-express.com",
  sbox: "https://sfapi-sbox.sf-express.com",
};

export const isInternal = (env: string): boolean => internal.some((name) => name === env);

/**
 * Returns the address to which a request is posted. If `env` is no known environment, it is taken as a URL, or as a
 * path on the page's own origin, such as a proxy.
 */
function addressOf(env: string, hosts: Readonly<Record<string, string>>): string {
  const known = new Map(Object.entries({ ...defaultHosts, ...hosts })).get(env);
  if (isInternal(env)) {
    if (!known) throw new Error(`未配置环境 ${env} 的地址`);
    return known;
  }
  // Adds a leading slash, so that the path starts at the page's origin and not at the page's own path.
  const path = /^(\/|https?:)/.test(env) ? env : `/${env}`;
  return `${(known ?? path).replace(/\/+$/, "")}/std/service`;
}

type Mode = "PRINT" | "PREVIEW";

/**
 * Returns the message about the first required field that a request lacks, in the order of the specification, or about
 * an unknown mode. Returns undefined if the request is complete.
 */
export function missingIn(
  request: Readonly<Record<string, unknown>>,
  mode: unknown,
  env: string,
): string | undefined {
  const has = (name: string) => {
    const v = request[name];
    return !(v === undefined || v === null || v === "" || (Array.isArray(v) && v.length === 0));
  };
  const modes: readonly unknown[] = ["PRINT", "PREVIEW"] satisfies readonly Mode[];
  if (!modes.includes(mode)) return "lodopFn参数仅支持PRINT、PREVIEW";
  const wanted = isInternal(env) ? internalOrder : externalOrder;
  return wanted.find(([name]) => !has(name))?.[1];
}

const internalOrder = [
  ["requestId", "请传入requestId"],
  ["reqTime", "请传入reqTime"],
  ["templateCode", "请传入templateCode"],
  ["documents", "请传入documents"],
  ["signature", "请传入签名"],
] as const;

const externalOrder = [
  ["partnerID", "请传入客户编码"],
  ["requestID", "请传入requestID"],
  ["accessToken", "请传入accessToken"],
  ["templateCode", "请传入templateCode"],
  ["documents", "请传入documents"],
] as const;

/**
 * Encodes values as form data. Leaves out empty, null and undefined values. Strings are sent as they are, all other
 * values as JSON.
 */
export function form(values: Readonly<Record<string, unknown>>): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, v] of Object.entries(values))
    if (v !== undefined && v !== null && v !== "")
      body.set(name, typeof v === "string" ? v : JSON.stringify(v));
  return body;
}

interface HttpRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | URLSearchParams;
}

/** Creates the HTTP request for one document of a print request. */
export function callFor(
  request: PrintRequest,
  document: LabelDocument,
  { env, hosts, now }: { env: string; hosts: Readonly<Record<string, string>>; now: () => number },
): HttpRequest {
  const url = addressOf(env, hosts);
  if (isInternal(env)) {
    const { reqTime, signature, sysCode, ...body } = request as InternalRequest;
    return {
      url,
      headers: {
        "content-type": "application/json",
        reqTime: String(reqTime),
        signature,
        ...(sysCode && { sysCode }),
        sdkVersion: sdk.version,
        sdkType: sdk.type,
      },
      body: JSON.stringify({ ...body, version: body.version ?? sdk.protocol, documents: [document] }),
    };
  }
  const r = request as ExternalRequest;
  const msgData = {
    templateCode: r.templateCode,
    templateVersion: r.templateVersion,
    customTemplateCode: r.customTemplateCode,
    extJson: r.extJson,
    documents: [document],
    version: sdk.protocol,
    sdkVersion: sdk.version,
  };
  const { partnerID, requestID, accessToken } = r;
  return {
    url,
    headers: { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
    body: form({ timestamp: String(now()), partnerID, requestID, accessToken, serviceCode, msgData }),
  };
}
