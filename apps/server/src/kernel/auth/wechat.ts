import { errors } from "@shotkeeper/contract/kernel";

/** WeChat's endpoints and the credentials of this installation. */
export interface WeChatSettings {
  readonly appId: string;
  readonly secret: string;
  /** Base URL of the calls from this server to WeChat. */
  readonly baseUrl: string;
  /** URL of WeChat's page on which a person allows the log-in. */
  readonly authorizeUrl: string;
}

const timeoutMs = 8000;

/**
 * Exchanges a one-time code for the person's WeChat id. Throws weChatLoginFailed (S0103) if WeChat does not accept
 * the code.
 */
export async function weChatId(settings: WeChatSettings | undefined, code: string): Promise<string> {
  if (!settings) throw errors.notConfigured("WECHAT_APP_ID");
  const url = new URL("/sns/oauth2/access_token", settings.baseUrl);
  url.search = new URLSearchParams({
    appid: settings.appId,
    secret: settings.secret,
    code,
    grant_type: "authorization_code",
  }).toString();
  let answer: unknown;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: "error" });
    answer = await response.json();
  } catch {
    throw errors.weChatLoginFailed();
  }
  const { unionid, openid } = (typeof answer === "object" && answer !== null ? answer : {}) as Record<
    string,
    unknown
  >;
  // Prefers unionid, which is the same in all applications of a company. Falls back to openid, because WeChat does not
  // always send a unionid.
  const id = typeof unionid === "string" && unionid ? unionid : openid;
  if (typeof id !== "string" || !/^[\w-]{6,128}$/.test(id)) throw errors.weChatLoginFailed();
  return id;
}
