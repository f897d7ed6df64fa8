import type { FastifyInstance } from "fastify";
import type { App } from "./app.ts";
import { buildHttp } from "./http/server.ts";
import { startJobs } from "./jobs/index.ts";
import { Sessions } from "./kernel/auth/sessions.ts";
import type { Config } from "./kernel/config.ts";
import { openDb } from "./kernel/db/open.ts";
import { EventBus } from "./kernel/events.ts";
import { Registry } from "./kernel/registry.ts";
import { modules } from "./modules/index.ts";
import { makeDoors } from "./telemetry/doors.ts";
import { Ledger, telemetry } from "./telemetry/index.ts";
import { openMqtt } from "./telemetry/mqtt.ts";

export interface RunningServer {
  readonly app: App;
  readonly http: FastifyInstance;
  readonly address: string;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Keeps the embedded database in memory (tests). */
  readonly inMemory?: boolean;
  readonly now?: () => number;
}

/** Opens the database and every door. */
export async function startServer(config: Config, o: StartOptions = {}): Promise<RunningServer> {
  const db = await openDb({ url: config.databaseUrl, dataDir: o.inMemory ? undefined : config.dataDir });
  const events = new EventBus();
  const now = o.now ?? Date.now;
  const sessions = new Sessions(db);
  const ledger = new Ledger(db, events, now);
  const app: App = {
    config,
    db,
    events,
    sessions,
    registry: new Registry([...modules, telemetry]),
    ledger,
    doors: makeDoors({ db, sessions, events, ledger, now }),
    now,
  };
  const http = await buildHttp(app);
  await openMqtt(app.doors, config, now, http.log);
  const jobs = startJobs(app);
  const address = await http.listen({ host: config.host, port: config.port });
  return {
    app,
    http,
    address,
    async stop() {
      await jobs.stop();
      await app.doors.mqtt?.close();
      await http.close();
      await app.doors.gather.drained();
      await db.close();
    },
  };
}
