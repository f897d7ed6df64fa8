import { AppError, refusals } from "@shotkeeper/contract/kernel";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { App } from "../app.ts";
import { lastBackupSeconds } from "../backup/backup-mark.ts";
import { hashSecret, sameSecret } from "../kernel/auth/secret.ts";
import { isLoopback } from "../kernel/loopback.ts";
import { operationMetrics } from "../kernel/operation-metrics.ts";
import { businessMetrics } from "./business-metrics.ts";
import type { HttpTally } from "./http-tally.ts";

let processRegistry: Registry | undefined;

/**
 * Returns the metrics of the process: CPU, memory, event loop. Registers the library's collectors only once, because
 * they cannot be stopped.
 */
function processMetrics(): Registry {
  if (!processRegistry) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry, eventLoopMonitoringPrecision: 20 });
  }
  return processRegistry;
}

/**
 * Returns gauges of values that the server knows at any time, such as open streams. A request for /metrics reads the
 * values.
 */
function serverMetrics(app: App): Registry {
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const counter = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  const { db, ingest, events } = app;
  new Gauge({
    name: "shotkeeper_db_connections",
    help: "Connections to the database",
    labelNames: ["state"],
    registers,
    collect() {
      const { total, idle } = db.connections;
      this.set({ state: "busy" }, total - idle);
      this.set({ state: "idle" }, idle);
    },
  });
  gauge("shotkeeper_db_connections_max", "Maximum number of connections", () => db.connections.size);
  gauge("shotkeeper_db_waiting", "Calls that wait for a connection", () => db.connections.waiting);
  counter("shotkeeper_db_waits_total", "Calls that waited for a connection", () => db.connections.waited);
  counter(
    "shotkeeper_db_wait_seconds_total",
    "Time that calls waited for a connection",
    () => db.connections.waitedSeconds,
  );
  new Counter({
    name: "shotkeeper_db_ended_total",
    help: "Calls that ended early: statement timeout, client gone, no connection in time",
    labelNames: ["reason"],
    registers,
    collect() {
      this.reset();
      for (const [reason, n] of Object.entries(db.connections.ended)) this.inc({ reason }, n);
    },
  });
  new Gauge({
    name: "shotkeeper_backup_timestamp_seconds",
    help: "Time of the latest backup, seconds since 1970; 0: none is known",
    registers,
    // Takes the maximum over the processes of a server, because all of them read the same file.
    aggregator: "max",
    collect() {
      this.set(lastBackupSeconds(app.config.dataDir));
    },
  });
  gauge("shotkeeper_event_listeners", "Open streams of GET /events", () => events.size);
  gauge("shotkeeper_ingest_queue", "Readings waiting or under way", () => ingest.gather.length);
  gauge(
    "shotkeeper_journal_waiting",
    "Readings in the journal that the ledger has not stored yet",
    () => ingest.intake.journal?.length ?? 0,
  );
  gauge("shotkeeper_mqtt_clients", "Clients of the embedded broker", () => ingest.mqtt?.clients ?? 0);
  return registry;
}

/**
 * Returns whether the caller may read the metrics. The caller must send the token or, if no token is configured, be on
 * this machine.
 */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isLoopback(request.ip);
  const [, given = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
  return sameSecret(given, hashSecret(token));
}

/** Registers GET /metrics in Prometheus' text format. No metric names a tenant, a user or a counter. */
export function metricsRoutes(http: FastifyInstance, app: App, tally: HttpTally): void {
  const all = Registry.merge([
    processMetrics(),
    tally.registry,
    app.ingest.tally.registry,
    operationMetrics,
    serverMetrics(app),
    businessMetrics(app),
  ]);
  const { workers } = app;
  if (workers) workers.measure = () => all.getMetricsAsJSON();
  const together = async () =>
    workers ? AggregatorRegistry.aggregate([...(await workers.measureAll())]).metrics() : all.metrics();
  http.get("/metrics", async (request, reply) => {
    if (!mayRead(request, app.config.metricsToken)) throw new AppError(refusals.forbidden(), 403);
    return reply.header("content-type", all.contentType).send(await together());
  });
}
