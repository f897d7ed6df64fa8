export * from "./action.ts";
export { browserStore } from "./browser-store.ts";
export { Database } from "./database.ts";
export { OfflineLayer, type Overlay } from "./layer.ts";
export { selectRows } from "./local-query.ts";
export { Outbox } from "./outbox.ts";
export type { OutboxState, OutboxStore, Owner, Transport } from "./outbox-types.ts";
