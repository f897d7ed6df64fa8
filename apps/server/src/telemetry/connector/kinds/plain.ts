import type { Kind } from "./kind.ts";

/** JSON without an envelope, by HTTP or MQTT. */
export const plain: Kind = { open: (body) => ({ body }) };
