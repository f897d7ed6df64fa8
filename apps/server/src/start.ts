import type { FastifyInstance } from "fastify";
import type { App } from "./app.ts";
import { drainable } from "./http/drain.ts";
import { buildHttp } from "./http/server.ts";
import { startJobs } from "./jobs/index.ts";
import type { RunningJobs } from "./jobs/runner.ts";
import { type Config, databaseOf } from "./kernel/config.ts";
import { openDb } from "./kernel/db/open.ts";
import { EventRelay } from "./kernel/event-relay.ts";
import { log } from "./kernel/server-log.ts";
import { makeApp } from "./make-app.ts";
import { openMqtt } from "./telemetry/mqtt/mqtt.ts";
import { allRights } from "./tenants/create-tenant.ts";
import { grantNewRights } from "./tenants/new-rights.ts";
import { resealSecrets } from "./tenants/reseal-secrets.ts";
import type { WorkerLink } from "./workers/link.ts";

export interface RunningServer {
  readonly app: App;
  readonly http: FastifyInstance;
  readonly address: string;
  /** Makes this process the leader: starts the jobs and MQTT, which only one process runs. */
  lead(): Promise<void>;
  /** Stops the jobs and MQTT, because another process becomes the leader. */
  release(): Promise<void>;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** True: the embedded database is kept in memory and lost when the server stops. Used by tests. */
  readonly inMemory?: boolean;
  readonly now?: () => number;
  /**
   * Connection to the supervisor, if this process is one of several workers. A worker runs no jobs and no MQTT until
   * the supervisor makes it the leader.
   */
  readonly link?: WorkerLink | undefined;
  /** Adds routes that only the development server has, such as the log-in without a password. */
  readonly routes?: (http: FastifyInstance, app: App) => void;
}

/** Returns the settings of one of several workers: divides the limits of the whole server by the number of workers. */
function shareOf(config: Config): Config {
  const { workers, database, tenantLimits: t } = config;
  const share = (n: number) => Math.ceil(n / workers);
  return {
    ...config,
    database: { ...database, cores: share(database.cores) },
    tenantLimits: {
      ...t,
      exports: share(t.exports),
      tenantStreams: share(t.tenantStreams),
      userStreams: share(t.userStreams),
    },
  };
}

function logMigrations(count: number, began: number): void {
  const ms = Math.round(performance.now() - began);
  log.info({ event: "migrated", count, ms }, `${count} migrations were applied in ${ms} ms`);
}

/** Opens the database and starts the server with all its APIs. */
export async function startServer(config: Config, o: StartOptions = {}): Promise<RunningServer> {
  const { link } = o;
  const settings = link ? shareOf(config) : config;
  const began = performance.now();
  const db = await openDb({
    ...databaseOf(settings),
    ...(o.inMemory ? { dataDir: undefined } : { onMigrated: (count) => logMigrations(count, began) }),
  });
  const now = o.now ?? Date.now;
  await grantNewRights(db, allRights());
  const app = makeApp(settings, db, now);
  if (link) {
    app.workers = link;
    app.limits.onRequest = (key) => link.use(key);
    link.onUsed = (key, n) => app.limits.countElsewhere(key, n);
  }
  const { changed, lost } = await resealSecrets(db, app.secrets);
  if (changed > 0)
    log.info(
      { event: "resealed" },
      `${changed} stored secrets were encrypted with the first key of SECRET_KEY`,
    );
  if (lost > 0)
    log.error(
      { event: "secrets-lost" },
      `${lost} stored secrets cannot be decrypted, because SECRET_KEY lacks their key (docs/operations.md)`,
    );
  const relay = config.databaseUrl ? await EventRelay.open(config.databaseUrl, app.events) : undefined;
  const http = await buildHttp(app);
  o.routes?.(http, app);
  const drain = drainable(http);
  let jobs: RunningJobs | undefined;
  const lead = async () => {
    await openMqtt(app.ingest, app.receiver, config, now, http.log);
    jobs = startJobs(app);
  };
  const endDuties = async () => {
    await jobs?.stop();
    jobs = undefined;
    await app.ingest.mqtt?.close();
  };
  const endJournal = async () => {
    await app.ingest.intake.journal?.close();
    app.ingest.intake.journal = undefined;
  };
  if (!link) await lead();
  const address = await http.listen({ host: config.host, port: config.port });
  return {
    app,
    http,
    address,
    lead,
    async release() {
      await endDuties();
      delete app.ingest.mqtt;
      await endJournal();
    },
    async stop() {
      await endDuties();
      // Lets clients finish on their open connections only if other workers accept new connections. Without other
      // workers, clients cannot connect anyway, so waiting would only delay the end.
      if (link) await drain();
      await http.close();
      await endJournal();
      await app.ingest.gather.drained();
      await app.ingest.refused.counts.flush();
      await app.receiver.log.flush();
      await app.audit.close();
      await relay?.close();
      await db.close();
    },
  };
}
