import type { FastifyInstance } from "fastify";
import type { App } from "./app.ts";
import { buildHttp } from "./http/server.ts";
import { startJobs } from "./jobs/index.ts";
import { type Config, databaseOf } from "./kernel/config.ts";
import { openDb } from "./kernel/db/open.ts";
import { EventRelay } from "./kernel/event-relay.ts";
import { makeApp } from "./make-app.ts";
import { openMqtt } from "./telemetry/mqtt/mqtt.ts";
import { allRights } from "./tenants/create-tenant.ts";
import { grantNewRights } from "./tenants/new-rights.ts";
import { resealSecrets } from "./tenants/reseal-secrets.ts";

export interface RunningServer {
  readonly app: App;
  readonly http: FastifyInstance;
  readonly address: string;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** True: the embedded database is kept in memory and lost at the end. Used by tests. */
  readonly inMemory?: boolean;
  readonly now?: () => number;
  /** Adds routes that only the development server has, such as the log-in without a password. */
  readonly routes?: (http: FastifyInstance, app: App) => void;
}

/** Opens the database and starts the server with all its APIs. */
export async function startServer(config: Config, o: StartOptions = {}): Promise<RunningServer> {
  const db = await openDb({ ...databaseOf(config), ...(o.inMemory ? { dataDir: undefined } : {}) });
  const now = o.now ?? Date.now;
  await grantNewRights(db, allRights());
  const app = makeApp(config, db, now);
  const { changed, lost } = await resealSecrets(db, app.secrets);
  if (changed > 0) console.log(`${changed} stored secrets were encrypted with the first key of SECRET_KEY.`);
  if (lost > 0)
    console.error(
      `${lost} stored secrets cannot be decrypted, because SECRET_KEY lacks their key (docs/operations.md).`,
    );
  const relay = config.databaseUrl ? await EventRelay.open(config.databaseUrl, app.events) : undefined;
  const http = await buildHttp(app);
  o.routes?.(http, app);
  await openMqtt(app.ingest, config, now, http.log);
  const jobs = startJobs(app);
  const address = await http.listen({ host: config.host, port: config.port });
  return {
    app,
    http,
    address,
    async stop() {
      await jobs.stop();
      await app.ingest.mqtt?.close();
      await http.close();
      await app.ingest.intake.journal?.close();
      await app.ingest.gather.drained();
      await app.ingest.refused.counts.flush();
      await app.audit.close();
      await relay?.close();
      await db.close();
    },
  };
}
