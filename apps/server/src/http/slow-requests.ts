import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Time for the headers of a request, and for the body of a request that is no upload, ms. */
const slowMs = 30_000;
/** Bytes per second that an upload must reach on average after that time. */
const minRate = 8_192;
/** Routes of uploads. Their bodies are large, so a slow connection may need longer for them. */
const uploads = new Set(["/UploadFiles", "/packages/:kind"]);

export interface SlowLimits {
  readonly headersMs: number;
  readonly bodyMs: number;
  /** Interval at which connections are checked. */
  readonly checkMs: number;
}

export const usualSlowLimits: SlowLimits = { headersMs: slowMs, bodyMs: slowMs, checkMs: 5_000 };

interface Receiving {
  readonly request: FastifyRequest;
  readonly since: number;
  readonly bytesBefore: number;
}

/**
 * Cuts the connections of requests whose body arrives too slowly. Otherwise a few clients could hold all connections
 * open (slow loris). Node.js itself limits the time of headers, but its limit for bodies would cut large uploads.
 */
export function cutSlowBodies(http: FastifyInstance, limits: SlowLimits = usualSlowLimits): void {
  const receiving = new Set<Receiving>();
  http.addHook("onRequest", (request, _reply, done) => {
    const { headers, raw } = request;
    // Requests that the program makes to itself have no connection.
    if (!(raw.socket instanceof Socket)) return done();
    if (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0)
      receiving.add({ request, since: performance.now(), bytesBefore: raw.socket.bytesRead });
    done();
  });
  const check = setInterval(() => {
    for (const r of receiving) {
      const { raw } = r.request;
      if (raw.complete || raw.destroyed) receiving.delete(r);
      else if (isTooSlow(r, limits.bodyMs)) {
        receiving.delete(r);
        cut(r.request);
      }
    }
  }, limits.checkMs).unref();
  http.addHook("onClose", async () => clearInterval(check));
}

function isTooSlow({ request, since, bytesBefore }: Receiving, bodyMs: number): boolean {
  const elapsedMs = performance.now() - since;
  if (elapsedMs < bodyMs) return false;
  if (!uploads.has(request.routeOptions.url ?? "")) return true;
  const bytes = (request.raw.socket?.bytesRead ?? 0) - bytesBefore;
  return bytes < (elapsedMs / 1000) * minRate;
}

function cut(request: FastifyRequest): void {
  const { socket } = request.raw;
  request.log.info(
    { route: request.routeOptions.url, address: request.ip },
    "cut: the body arrives too slowly",
  );
  if (socket?.writable) socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
  socket?.destroy();
}
