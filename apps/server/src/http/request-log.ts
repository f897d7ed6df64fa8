import type { FastifyInstance } from "fastify";
import type { HttpTally } from "./http-tally.ts";

const slowMs = 1000;

/** Logs one line a request: at level info if it was slow or failed, otherwise at level debug. */
export function requestLog(http: FastifyInstance, tally: HttpTally): void {
  http.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "(none)";
    // A stream of events stays open, so its duration is no response time.
    if (route !== "/events") {
      const { statusCode, elapsedTime } = reply;
      tally.observe(request.method, route, statusCode, elapsedTime / 1000);
      const line = { method: request.method, route, status: statusCode, ms: Math.round(elapsedTime) };
      // The route instead of the address, which contains file ids and query strings.
      if (statusCode >= 500 || elapsedTime > slowMs) request.log.info(line, "request");
      else request.log.debug(line, "request");
    }
    done();
  });
}
