import { browserDeviceStore, browserTokenStore, createClient } from "@shotkeeper/client";
import { useSessionState } from "@shotkeeper/ui/app";
import { compareClocks } from "@shotkeeper/ui/time";
import { device } from "./device.ts";
import { addressedTenant } from "./shop-address.ts";

/** Client for the server's API. When the session expires, the application shows a modal to log in again. */
export const client = createClient({
  tokens: browserTokenStore(),
  devices: browserDeviceStore(),
  device,
  shopTenant: addressedTenant,
  onExpired: () => useSessionState.getState().expire(),
  onDate: compareClocks,
});
