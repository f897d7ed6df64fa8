import type { FastifyInstance } from "fastify";
import type { HttpTally } from "./http-tally.ts";

const slowMs = 1000;

/** One line a request: at level info when it was slow or failed, at level debug otherwise. */
export function requestLog(http: FastifyInstance, tally: HttpTally): void {
  http.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "(none)";
    // A stream lasts as long as somebody watches: that is no time to answer.
    if (route !== "/events") {
      const { statusCode, elapsedTime } = reply;
      tally.observe(request.method, route, statusCode, elapsedTime / 1000);
      const line = { method: request.method, route, status: statusCode, ms: Math.round(elapsedTime) };
      // The route, never the address: file ids and query strings stay out of the log. The request's id comes by itself.
      if (statusCode >= 500 || elapsedTime > slowMs) request.log.info(line, "request");
      else request.log.debug(line, "request");
    }
    done();
  });
}
