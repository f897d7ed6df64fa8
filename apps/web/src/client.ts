import { browserDeviceStore, browserTokenStore, createClient } from "@shotkeeper/client";
import type { OfflineLayer } from "@shotkeeper/client/offline";
import { useSessionState } from "@shotkeeper/ui/app";
import { compareClocks } from "@shotkeeper/ui/time";
import { device } from "./device.ts";
import { addressedTenant } from "./shop-address.ts";

const options = { tokens: browserTokenStore(), device, onDate: compareClocks };

/**
 * Holds the offline layer, which serves reads and stores writes without a connection. The administration application
 * sets the layer.
 */
export const offline: { layer: OfflineLayer | undefined } = { layer: undefined };

/** Client that sends every request to the server and never uses the offline layer. */
export const directClient = createClient({
  ...options,
  onExpired: () => useSessionState.getState().expire(),
});

/** Client for the server's API. When the session expires, the application shows a modal to log in again. */
export const client = createClient({
  ...options,
  devices: browserDeviceStore(),
  shopTenant: addressedTenant,
  onExpired: () => useSessionState.getState().expire(),
  offline,
});
