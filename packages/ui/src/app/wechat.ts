// Log-in by WeChat (OAuth). The browser goes to WeChat's page, which redirects back with a code in the address. `state`
// proves that this browser has requested the code.

const key = "shotkeeper.wechat";

interface WeChatRequest {
  readonly purpose: "login" | "bind";
  readonly tenantId: string;
  readonly remember: boolean;
  readonly state: string;
}

let answer: (WeChatRequest & { readonly code: string }) | undefined;

export function openWeChat(page: string, request: Omit<WeChatRequest, "state">): void {
  const state = crypto.randomUUID();
  sessionStorage.setItem(key, JSON.stringify({ ...request, state }));
  const url = new URL(page);
  url.searchParams.set("redirect_uri", location.origin + location.pathname);
  url.searchParams.set("state", state);
  url.hash = "wechat_redirect";
  location.assign(url);
}

/**
 * Reads WeChat's answer from the address and opens the page that requested the answer. Must be called before the first
 * render.
 */
export function readWeChatAnswer(): void {
  const query = new URLSearchParams(location.search);
  const code = query.get("code");
  const stored = sessionStorage.getItem(key);
  if (!code || !stored) return;
  sessionStorage.removeItem(key);
  const request = JSON.parse(stored) as WeChatRequest;
  // `state` proves that this browser has requested the log-in. Without this check, a link of an attacker could log this
  // browser in to the attacker's account.
  if (request.state === query.get("state")) answer = { ...request, code };
  const page = request.purpose === "bind" ? "#/system/user-info" : "#/login";
  history.replaceState(null, "", location.pathname + page);
}

/**
 * Returns WeChat's answer if it was requested for the given purpose. Deletes the answer, so a second call returns
 * undefined.
 */
export function consumeWeChatAnswer(purpose: WeChatRequest["purpose"]): typeof answer {
  if (answer?.purpose !== purpose) return undefined;
  const consumed = answer;
  answer = undefined;
  return consumed;
}
