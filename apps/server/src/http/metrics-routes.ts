import { AppError, refusals } from "@shotkeeper/contract/kernel";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { App } from "../app.ts";
import { hashSecret, sameSecret } from "../kernel/auth/secret.ts";
import { isLoopback } from "../kernel/loopback.ts";
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
 * Returns gauges of values that the server knows at any time, such as open streams. They are read when /metrics is
 * read.
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
  gauge("shotkeeper_db_waiting", "Calls that wait for a connection", () => db.connections.waiting);
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

/** Returns whether the caller may read the metrics: by the token, or without one from this machine. */
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
    serverMetrics(app),
  ]);
  http.get("/metrics", async (request, reply) => {
    if (!mayRead(request, app.config.metricsToken)) throw new AppError(refusals.forbidden(), 403);
    return reply.header("content-type", all.contentType).send(await all.metrics());
  });
}
