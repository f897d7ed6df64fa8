import { Server as HttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Server } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Time in which clients with an open connection may send one more request, which closes it, ms. */
const idleMs = 5000;
/** Time for requests that are under way, ms. */
const busyMs = 60_000;

/**
 * Returns a function that lets a server end without a refused request while other processes serve the same port. It
 * accepts no new connections, answers the requests of open ones and closes each connection with its next answer.
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
    // A closed connection would be an error for a client that is sending its next request.
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
    // The server's own method would also close idle connections.
    if (server instanceof HttpServer) Server.prototype.close.call(server);
    const began = performance.now();
    const since = () => performance.now() - began;
    while ((open > streams && since() < idleMs) || (busy > 0 && since() < busyMs)) await sleep(20);
  };
}
