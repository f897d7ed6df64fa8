import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import type { Histogram } from "../telemetry/doors/tally.ts";
import type { HttpTally } from "./http-tally.ts";

type Labels = Readonly<Record<string, string | number>>;

/** Prometheus' text format, as far as it is needed here. */
class MetricsText {
  private readonly lines: string[] = [];

  private labels(l: Labels): string {
    const pairs = Object.entries(l).map(
      ([k, v]) => `${k}="${String(v).replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n")}"`,
    );
    return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
  }

  family(name: string, type: "counter" | "gauge" | "histogram", help: string): void {
    this.lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
  }

  value(name: string, value: number, labels: Labels = {}): void {
    this.lines.push(`${name}${this.labels(labels)} ${value}`);
  }

  gauge(name: string, help: string, value: number): void {
    this.family(name, "gauge", help);
    this.value(name, value);
  }

  counter(name: string, help: string, value: number): void {
    this.family(name, "counter", help);
    this.value(name, value);
  }

  histogram(name: string, h: Histogram, labels: Labels = {}): void {
    h.bounds.forEach((le, i) => {
      this.value(`${name}_bucket`, h.counts[i] ?? 0, { ...labels, le });
    });
    this.value(`${name}_bucket`, h.count, { ...labels, le: "+Inf" });
    this.value(`${name}_sum`, h.sum, labels);
    this.value(`${name}_count`, h.count, labels);
  }

  toString(): string {
    return `${this.lines.join("\n")}\n`;
  }
}

/** GET /metrics. Numbers of the whole process: no tenant, no user, no counter is named. */
export function metricsRoutes(http: FastifyInstance, app: App, tally: HttpTally): void {
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  http.addHook("onClose", async () => {
    loop.disable();
  });

  http.get("/metrics", async (_request, reply) => {
    const m = new MetricsText();
    processMetrics(m, loop.percentile(99) / 1e9);
    loop.reset();
    httpMetrics(m, tally);
    telemetryMetrics(m, app);
    const pool = app.db.connections;
    m.family("shotkeeper_db_connections", "gauge", "Connections to the database");
    m.value("shotkeeper_db_connections", pool.total - pool.idle, { state: "busy" });
    m.value("shotkeeper_db_connections", pool.idle, { state: "idle" });
    m.gauge("shotkeeper_db_waiting", "Calls that wait for a connection", pool.waiting);
    m.gauge("shotkeeper_event_listeners", "Open streams of GET /events", app.events.size);
    return reply.header("content-type", "text/plain; version=0.0.4; charset=utf-8").send(m.toString());
  });
}

function processMetrics(m: MetricsText, loopDelay: number): void {
  const cpu = process.cpuUsage();
  const memory = process.memoryUsage();
  m.counter("process_cpu_seconds_total", "CPU time", (cpu.user + cpu.system) / 1e6);
  m.gauge("process_resident_memory_bytes", "Resident memory", memory.rss);
  m.gauge("nodejs_heap_size_used_bytes", "Heap in use", memory.heapUsed);
  m.gauge("process_start_time_seconds", "Start of the process", performance.timeOrigin / 1000);
  m.gauge("nodejs_eventloop_lag_p99_seconds", "Event loop delay since the last look", loopDelay);
}

function httpMetrics(m: MetricsText, tally: HttpTally): void {
  m.family("shotkeeper_http_requests_total", "counter", "Requests by route and status");
  for (const { n, ...labels } of tally.requests.values())
    m.value("shotkeeper_http_requests_total", n, labels);
  m.family("shotkeeper_http_request_seconds", "histogram", "Time to answer");
  for (const [route, h] of tally.seconds) m.histogram("shotkeeper_http_request_seconds", h, { route });
}

function telemetryMetrics(m: MetricsText, app: App): void {
  const { tally, gather, intake } = app.doors;
  m.family("shotkeeper_readings_total", "counter", "Readings by door and what became of them");
  for (const [door, fates] of Object.entries(tally.readings))
    for (const [fate, n] of Object.entries(fates)) m.value("shotkeeper_readings_total", n, { door, fate });
  m.counter("shotkeeper_refused_not_kept_total", "Refused input beyond what is kept", tally.notKept);
  m.counter("shotkeeper_forged_total", "Wrong secrets, foreign tenants, forged topics", tally.forged);
  m.counter("shotkeeper_overflow_total", "Calls sent away because the queue was full", tally.overflow);
  m.family("shotkeeper_ingest_seconds", "histogram", "Time of a batch in the ledger");
  m.histogram("shotkeeper_ingest_seconds", tally.ingestSeconds);
  m.family("shotkeeper_ingest_readings", "histogram", "Readings in a batch");
  m.histogram("shotkeeper_ingest_readings", tally.ingestSize);
  m.gauge("shotkeeper_ingest_queue", "Readings waiting or under way", gather.length);
  m.gauge(
    "shotkeeper_journal_waiting",
    "Readings on the disk that the ledger has not taken yet",
    intake.journal?.length ?? 0,
  );
  m.gauge("shotkeeper_mqtt_clients", "Clients of the embedded broker", app.doors.mqtt?.clients ?? 0);
}
