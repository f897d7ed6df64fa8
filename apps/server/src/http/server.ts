import { randomUUID } from "node:crypto";
import { AppError } from "@shotkeeper/contract/kernel";
import fastify, { type FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { fail } from "./envelope.ts";
import { eventRoutes } from "./event-routes.ts";
import { mittRoutes } from "./mitt-routes.ts";
import { probeRoutes } from "./probe-routes.ts";
import { sessionRoutes } from "./session-routes.ts";

/** Largest JSON body: 5,000 readings with cycles, or a sheet's worth of rows. Larger ones are refused with S0205. */
const bodyLimit = 8 * 1024 * 1024;

/** The web server with all doors. */
export async function buildHttp(app: App): Promise<FastifyInstance> {
  const http = fastify({
    logger: { level: app.config.logLevel },
    disableRequestLogging: true,
    bodyLimit,
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
    trustProxy: "loopback",
  });
  http.setErrorHandler((cause, request, reply) => fail(cause, request, reply));
  http.setNotFoundHandler((request, reply) => fail(new AppError("S0207", undefined, 404), request, reply));
  http.addHook("onSend", async (_request, reply) => {
    void reply.headers({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cache-control": reply.getHeader("cache-control") ?? "no-store",
    });
  });
  probeRoutes(http, app);
  sessionRoutes(http, app);
  mittRoutes(http, app);
  eventRoutes(http, app);
  return http;
}
