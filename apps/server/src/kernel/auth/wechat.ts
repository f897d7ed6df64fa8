import { AppError } from "@shotkeeper/contract/kernel";

/** Where WeChat is asked, and as whom. */
export interface WeChatSettings {
  readonly appId: string;
  readonly secret: string;
  /** Of the calls that servers make. */
  readonly baseUrl: string;
  /** The page on which a person agrees. */
  readonly authorizeUrl: string;
}

const timeoutMs = 8000;

/** Whom a code stands for; it is good for one question. S0103 for whatever WeChat does not confirm. */
export async function weChatId(settings: WeChatSettings | undefined, code: string): Promise<string> {
  if (!settings) throw new AppError("S0214", "WECHAT_APP_ID");
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
    throw new AppError("S0103");
  }
  const { unionid, openid } = (typeof answer === "object" && answer !== null ? answer : {}) as Record<
    string,
    unknown
  >;
  // One person has one unionid over all applications of a company, where it is given.
  const id = typeof unionid === "string" && unionid ? unionid : openid;
  if (typeof id !== "string" || !/^[\w-]{6,128}$/.test(id)) throw new AppError("S0103");
  return id;
}
