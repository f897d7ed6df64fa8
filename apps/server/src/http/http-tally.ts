import { Counter, Histogram, Registry } from "prom-client";
import { secondsBuckets } from "../telemetry/ingest/tally.ts";

const methods = new Set(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]);

/**
 * Counts HTTP requests by route and status for /metrics. Routes are patterns (/files/:id), so the number of metric
 * series is bounded.
 */
export class HttpTally {
  readonly registry = new Registry();
  /**
   * Numbers of requests. Each request changes one of them, so they are plain numbers, which are fast. A Prometheus
   * counter copies them when /metrics is read.
   */
  private readonly requests = new Map<string, { method: string; route: string; status: number; n: number }>();
  private readonly seconds = new Histogram({
    name: "shotkeeper_http_request_seconds",
    help: "Time to answer",
    labelNames: ["route"],
    buckets: secondsBuckets,
    registers: [this.registry],
  });

  constructor() {
    const { requests } = this;
    new Counter({
      name: "shotkeeper_http_requests_total",
      help: "Requests by route and status",
      labelNames: ["method", "route", "status"],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { n, ...labels } of requests.values()) this.inc(labels, n);
      },
    });
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    const m = methods.has(method) ? method : "other";
    const key = `${m} ${route} ${status}`;
    const r = this.requests.get(key);
    if (r) r.n++;
    else this.requests.set(key, { method: m, route, status, n: 1 });
    this.seconds.observe({ route }, seconds);
  }
}
