import { browserStore, Database, OfflineLayer, Outbox, type Transport } from "@shotkeeper/client/offline";
import { clockAhead } from "@shotkeeper/ui/time";
import { directClient, offline } from "../client.ts";
import { knownActions } from "./actions.ts";
import { lastAhead } from "./last-ahead.ts";
import { overlays } from "./overlays.ts";
import { takeAlong } from "./packs.ts";
import { registerWorker } from "./register-worker.ts";

/** Age after which the device downloads its offline data again, ms. */
const freshMs = 10 * 60_000;
/** Pause before the download, ms. The pause prevents the download from delaying the first page. */
const pauseMs = 4000;

/**
 * True if this device stores data for work without a connection. Phones, tablets and hand-held scanners store data.
 * Desktop computers store only the outbox.
 */
const isMobile = matchMedia("(pointer: coarse)").matches;

const transport: Transport = {
  async whoAmI() {
    const { info } = await directClient.user();
    return { tenant: info.tenantCode, user: info.userId };
  },
  send: (body, key, owner) => directClient.post("/mitt", body, undefined, { key, owner }),
  async upload({ blob, name, ownerTable, ownerId }, key, owner) {
    const file = new File([blob], name, { type: blob.type });
    const [row] = await directClient.upload([file], { ownerTable, ownerId }, { key, owner });
    return row?.filePath ?? "";
  },
  ahead: () => lastAhead(clockAhead(), localStorage),
  // The time of the device's own clock. `ahead` returns by how much the server's clock is ahead of it.
  now: Date.now,
};

const rules = Object.fromEntries(Object.entries(knownActions).map(([kind, a]) => [kind, a.rule]));

/**
 * Opens the outbox and the stored data of this device. If the browser offers no storage, for example in a private
 * window, the application works only with a connection.
 */
export async function startOffline(): Promise<void> {
  // Does nothing in a view ("View as this user"). A view only reads data, and this device must not store data of the
  // other user.
  if (directClient.tokens.isView()) return;
  try {
    const database = await Database.open();
    const store = browserStore(database);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      clearTimeout(timer);
      if (isMobile) timer = setTimeout(() => void takeAlong().catch(() => {}), pauseMs);
    };
    const outbox = new Outbox(store, transport, rules, refresh);
    await outbox.load();
    store.listen(() => void outbox.load());
    void store.removeStrayPhotos(transport.now());
    const session = () => directClient.tokens.session();
    offline.layer = new OfflineLayer(database, outbox, overlays, transport.now, isMobile, session);
    const wake = () => {
      if (document.visibilityState === "visible") {
        void outbox.drain();
        if ((offline.layer?.packedAt() ?? 0) < transport.now() - freshMs) refresh();
      }
    };
    addEventListener("online", wake);
    addEventListener("focus", wake);
    document.addEventListener("visibilitychange", wake);
    wake();
    // Asks the browser not to delete the waiting actions when the disk is nearly full.
    void navigator.storage?.persist?.();
    if (isMobile) void registerWorker();
  } catch (cause) {
    console.warn("No storage in this browser: actions need a connection", cause);
  }
}
