import type { FastifyInstance } from "fastify";
import { principalOf } from "./auth.ts";
import type { HttpTally } from "./http-tally.ts";

const slowMs = 1000;

/**
 * Logs one line per request: at level info if the request was slow or failed with status 5xx, otherwise at level debug.
 */
export function requestLog(http: FastifyInstance, tally: HttpTally): void {
  const logsAll = http.log.level === "debug" || http.log.level === "trace";
  http.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "(none)";
    // Leaves out the route of event streams: its response time is meaningless, because the stream stays open.
    if (route !== "/events") {
      const { statusCode, elapsedTime } = reply;
      tally.observe(request.method, route, statusCode, elapsedTime / 1000);
      const isNotable = statusCode >= 500 || elapsedTime > slowMs;
      if (isNotable || logsAll) {
        const who = principalOf(request);
        // Logs the route instead of the URL, because URLs contain file ids and query strings.
        const line = {
          method: request.method,
          route,
          status: statusCode,
          ms: Math.round(elapsedTime),
          address: request.ip,
          ...(who ? { tenant: who.tenantCode, user: who.userId } : {}),
        };
        request.log[isNotable ? "info" : "debug"](line, "request");
      }
    }
    done();
  });
}
