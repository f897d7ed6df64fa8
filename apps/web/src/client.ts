import { browserTokenStore, createClient } from "@shotkeeper/client";
import { useSessionState } from "@shotkeeper/ui/app";
import { device } from "./device.ts";

/** The one client of this page. An ended session shows the modal (or the log-in page on the root path). */
export const client = createClient({
  tokens: browserTokenStore(),
  device,
  onExpired: () => useSessionState.getState().expire(),
});
