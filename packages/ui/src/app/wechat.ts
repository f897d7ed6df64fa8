/** The way to WeChat's page and back: WeChat answers in the address, and only to who asked in this browser. */

const key = "shotkeeper.wechat";

interface Asked {
  readonly purpose: "login" | "bind";
  readonly tenantId: string;
  readonly remember: boolean;
  readonly state: string;
}

let answered: (Asked & { readonly code: string }) | undefined;

export function askWeChat(page: string, asked: Omit<Asked, "state">): void {
  const state = crypto.randomUUID();
  sessionStorage.setItem(key, JSON.stringify({ ...asked, state }));
  const url = new URL(page);
  url.searchParams.set("redirect_uri", location.origin + location.pathname);
  url.searchParams.set("state", state);
  url.hash = "wechat_redirect";
  location.assign(url);
}

/** Called before anything is drawn: takes the answer out of the address and goes to the page that asked. */
export function startWeChat(): void {
  const query = new URLSearchParams(location.search);
  const code = query.get("code");
  const stored = sessionStorage.getItem(key);
  if (!code || !stored) return;
  sessionStorage.removeItem(key);
  const asked = JSON.parse(stored) as Asked;
  // Somebody else's answer would log this browser in as somebody else.
  if (asked.state === query.get("state")) answered = { ...asked, code };
  const page = asked.purpose === "bind" ? "#/system/user-info" : "#/login";
  history.replaceState(null, "", location.pathname + page);
}

/** The answer, once, for who asked for it. */
export function takeWeChat(purpose: Asked["purpose"]): typeof answered {
  if (answered?.purpose !== purpose) return undefined;
  const taken = answered;
  answered = undefined;
  return taken;
}
