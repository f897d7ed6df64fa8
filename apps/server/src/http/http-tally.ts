import { Histogram } from "../telemetry/doors/tally.ts";

const methods = new Set(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"]);

/** Requests by route and status since the process began. Routes are patterns, so their number is fixed. */
export class HttpTally {
  readonly requests = new Map<string, { method: string; route: string; status: number; n: number }>();
  readonly seconds = new Map<string, Histogram>();

  observe(method: string, route: string, status: number, seconds: number): void {
    const m = methods.has(method) ? method : "other";
    const key = `${m} ${route} ${status}`;
    const r = this.requests.get(key);
    if (r) r.n++;
    else this.requests.set(key, { method: m, route, status, n: 1 });
    let h = this.seconds.get(route);
    if (!h) {
      h = new Histogram();
      this.seconds.set(route, h);
    }
    h.observe(seconds);
  }
}
