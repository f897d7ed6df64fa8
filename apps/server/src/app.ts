import type { Guests } from "./kernel/auth/guest.ts";
import type { Sessions } from "./kernel/auth/sessions.ts";
import type { Config } from "./kernel/config.ts";
import type { Db } from "./kernel/db/db.ts";
import type { EventBus } from "./kernel/events.ts";
import type { Registry } from "./kernel/registry.ts";
import type { Doors } from "./telemetry/doors/doors.ts";
import type { Ingest } from "./telemetry/ledger/incoming.ts";

/** The parts of a running server, made once in make-app.ts and handed to the doors. */
export interface App {
  readonly config: Config;
  readonly db: Db;
  readonly events: EventBus;
  readonly sessions: Sessions;
  readonly guests: Guests;
  readonly registry: Registry;
  /** The way into the count ledger. */
  readonly ledger: Ingest;
  /** What /jsq and MQTT share on the way to it. */
  readonly doors: Doors;
  readonly now: () => number;
}
