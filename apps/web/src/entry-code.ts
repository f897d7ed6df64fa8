import { client } from "./client.ts";

/**
 * Logs in through an entry link /?code=TOKEN#/ (spec shop §2): stores the session token and removes it from the
 * address. Must be called after the application has read the answers of WeChat and of the single sign-on, because these
 * answers also contain a `code`.
 */
export function readEntryCode(): void {
  const address = new URL(location.href);
  const code = address.searchParams.get("code");
  // Ignores a code together with `state`: it belongs to a log-in that this application began, not to an entry link.
  if (!code || address.searchParams.has("state")) return;
  client.tokens.set(code, false);
  address.searchParams.delete("code");
  history.replaceState(null, "", address);
}
