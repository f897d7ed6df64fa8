import { Server as HttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/**
 * Maximum time that a shutdown waits for clients with an idle connection, ms. Meanwhile such a client may send one more
 * request. The answer then closes the connection.
 */
const idleMs = 5000;
/** Maximum time that a shutdown waits for the answers to requests that are under way, ms. */
const busyMs = 60_000;

/**
 * Returns a function for a graceful shutdown: no request is refused while other processes serve the same port. The
 * server accepts no new connections and answers the requests of open connections. It closes each connection with the
 * next answer.
 */
export function drainable(http: FastifyInstance): () => Promise<void> {
  const { server } = http;
  let isDraining = false;
  let [open, busy, streams] = [0, 0, 0];
  server.on("connection", (socket) => {
    open++;
    socket.once("close", () => open--);
  });
  server.prependListener("request", (request: IncomingMessage, response: ServerResponse) => {
    // Closes the connection with the answer. Closing it at another time would be an error for a client that is sending
    // a request.
    if (isDraining) response.shouldKeepAlive = false;
    const isStream = request.url?.startsWith("/events") === true;
    if (isStream) streams++;
    else busy++;
    response.once("close", () => {
      if (isStream) streams--;
      else busy--;
    });
  });
  return async () => {
    isDraining = true;
    // Accepts no new connections, and keeps the idle ones: a client may be sending its next request on one of them.
    // `close` of the HTTP server would close idle connections too, so this calls `close` of its base class.
    if (server instanceof HttpServer) Server.prototype.close.call(server);
    const began = performance.now();
    const since = () => performance.now() - began;
    while ((open > streams && since() < idleMs) || (busy > 0 && since() < busyMs)) await sleep(20);
  };
}
