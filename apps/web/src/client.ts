import { browserTokenStore, createClient } from "@shotkeeper/client";
import { useSessionState } from "@shotkeeper/ui/app";
import { device } from "./device.ts";

/**
 * The client of this application. When the session ends, it opens the expiry modal; the root path shows the log-in
 * page.
 */
export const client = createClient({
  tokens: browserTokenStore(),
  device,
  onExpired: () => useSessionState.getState().expire(),
});
