import type { App } from "./app.ts";
import { Guests } from "./kernel/auth/guest.ts";
import { Sessions } from "./kernel/auth/sessions.ts";
import type { Config } from "./kernel/config.ts";
import type { Db } from "./kernel/db/db.ts";
import { EventBus } from "./kernel/events.ts";
import { Registry } from "./kernel/registry.ts";
import { configured, modules } from "./modules/index.ts";
import { makeDoors } from "./telemetry/doors/doors.ts";
import { Ledger, telemetry } from "./telemetry/index.ts";

/** Puts the parts of a server together; tests and the real one alike. */
export function makeApp(config: Config, db: Db, now: () => number): App {
  const events = new EventBus();
  const sessions = new Sessions(db);
  const ledger = new Ledger(db, events, now);
  return {
    config,
    db,
    events,
    sessions,
    guests: new Guests(db),
    registry: new Registry([...modules, ...configured(config), telemetry]),
    ledger,
    doors: makeDoors({ db, sessions, events, ledger, now }),
    now,
  };
}
