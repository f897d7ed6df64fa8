import { randomUUID } from "node:crypto";
import { errors } from "@shotkeeper/contract/kernel";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { App } from "../app.ts";
import { log } from "../kernel/server-log.ts";
import { auditHooks } from "./audit-hooks.ts";
import { auditRoutes } from "./audit-routes.ts";
import { connectorRoutes } from "./connector-routes.ts";
import { dataRoutes } from "./data-routes.ts";
import { docsRoutes } from "./docs-routes.ts";
import { fail } from "./envelope.ts";
import { eventRoutes } from "./event-routes.ts";
import { fileRoutes } from "./file-routes.ts";
import { HttpTally } from "./http-tally.ts";
import { jsqRoutes } from "./jsq-routes.ts";
import { limitRoutes } from "./limits.ts";
import { mcpRoutes } from "./mcp/mcp-routes.ts";
import { metricsRoutes } from "./metrics-routes.ts";
import { mittRoutes } from "./mitt-routes.ts";
import { packageRoutes } from "./package-routes.ts";
import { passwordRoutes } from "./password-routes.ts";
import { probeRoutes } from "./probe-routes.ts";
import { requestLog } from "./request-log.ts";
import { sessionRoutes } from "./session-routes.ts";
import { shopRoutes } from "./shop-routes.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { signUpRoutes } from "./sign-up-routes.ts";
import { cutSlowBodies, type SlowLimits, usualSlowLimits } from "./slow-requests.ts";
import { pagePolicy, staticRoutes } from "./static-routes.ts";

/**
 * Maximum size of a JSON body: enough for 5,000 readings with cycles, or for the rows of an import. Larger bodies are
 * refused with S0205.
 */
const bodyLimit = 8 * 1024 * 1024;

/** Builds the web server with all its APIs. */
export async function buildHttp(app: App, slow: SlowLimits = usualSlowLimits): Promise<FastifyInstance> {
  const policy = pagePolicy(app.config);
  const http = fastify({
    loggerInstance: log.child({}, { level: app.config.logLevel }) as FastifyBaseLogger,
    // Turns off the framework's own log, which has two lines per request. request-log.ts logs one line instead.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    genReqId: () => randomUUID(),
    forceCloseConnections: true,
    http: {
      headersTimeout: slow.headersMs,
      connectionsCheckingInterval: slow.checkMs,
      // Upper limit of any request, ms. The limit must only be long enough for the largest upload, because
      // `cutSlowBodies` cuts slow requests earlier.
      requestTimeout: 3_600_000,
    },
    trustProxy: [...app.config.trustedProxies],
  });
  http.setErrorHandler((cause, request, reply) => fail(cause, request, reply));
  http.setNotFoundHandler((request, reply) => fail(errors.notFound(), request, reply));
  // Uses a callback, because a hook with `async` would make each answer a little slower.
  http.addHook("onSend", (request, reply, payload, done) => {
    reply.headers({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "x-request-id": request.id,
      "cache-control": reply.getHeader("cache-control") ?? "no-store",
      "content-security-policy": reply.getHeader("content-security-policy") ?? policy,
      // Sends the header (HSTS) only over TLS, because browsers ignore it otherwise. Behind a trusted proxy, the proxy
      // tells whether the client's connection has TLS.
      ...(request.protocol === "https" || app.config.hsts
        ? { "strict-transport-security": "max-age=31536000" }
        : {}),
    });
    done(null, payload);
  });
  const tally = new HttpTally();
  requestLog(http, tally);
  auditHooks(http, app);
  cutSlowBodies(http, slow);
  await limitRoutes(http, app.config);
  probeRoutes(http, app);
  metricsRoutes(http, app, tally);
  if (app.config.apiDocs) await docsRoutes(http, app);
  sessionRoutes(http, app);
  signInRoutes(http, app);
  shopRoutes(http, app);
  passwordRoutes(http, app);
  mittRoutes(http, app);
  mcpRoutes(http, app);
  auditRoutes(http, app);
  dataRoutes(http, app);
  jsqRoutes(http, app);
  connectorRoutes(http, app);
  await fileRoutes(http, app);
  signUpRoutes(http, app);
  packageRoutes(http, app);
  eventRoutes(http, app);
  await staticRoutes(http, app);
  return http;
}
