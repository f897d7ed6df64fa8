// Single sign-on. The browser goes to the page of the tenant's provider, which redirects back with its answer in the
// address. A secret that only this browser knows proves that this browser has begun the sign-in.

const key = "shotkeeper.sso";

interface SsoRequest {
  /** Secret from the server. Only the browser that has this secret can complete the sign-in. */
  readonly browser: string;
  /** Parameter `state` of the request to the provider. The provider's answer contains the same value. */
  readonly state: string;
  readonly tenantId: string;
  readonly remember: boolean;
  /** Page to open after the sign-in. */
  readonly from: string | null;
}

/** The provider's answer: the parameters of the address, and the request to which they belong. */
export type SsoAnswer = SsoRequest & { readonly answer: string };
let answer: SsoAnswer | undefined;

/** Opens the provider's page. */
export function openSso(url: string, request: Omit<SsoRequest, "state">): void {
  const state = new URL(url).searchParams.get("state") ?? "";
  sessionStorage.setItem(key, JSON.stringify({ ...request, state }));
  location.assign(url);
}

/** Reads the provider's answer from the address and opens the log-in page. Must be called before the first render. */
export function readSsoAnswer(): void {
  const query = new URLSearchParams(location.search);
  const stored = sessionStorage.getItem(key);
  if (stored === null || !query.has("state")) return;
  const request = JSON.parse(stored) as SsoRequest;
  if (request.state !== query.get("state")) return;
  sessionStorage.removeItem(key);
  answer = { ...request, answer: query.toString() };
  const from = request.from === null ? "" : `?from=${encodeURIComponent(request.from)}`;
  history.replaceState(null, "", `${location.pathname}#/login${from}`);
}

/** Returns the provider's answer and deletes it, so a second call returns undefined. */
export function consumeSsoAnswer(): SsoAnswer | undefined {
  const consumed = answer;
  answer = undefined;
  return consumed;
}
