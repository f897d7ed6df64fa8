import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** Time for the headers of a request, ms. Also the time after which the average rate of a body is checked. */
const slowMs = 30_000;
/** Bytes per second that an upload must reach on average, after its first half minute (`slowMs`). */
const uploadRate = 8_192;
/**
 * Bytes per second that the body of a request must reach on average if it is no upload, for example readings from a
 * gateway on a slow line.
 */
const bodyRate = 1_024;
/** Maximum time for receiving a body that is no upload, ms. It applies even if the body arrives fast enough. */
const longestMs = 300_000;
/** Routes of uploads. Their bodies are large, so a slow connection may need longer for them. */
const uploads = new Set(["/UploadFiles", "/packages/:kind"]);

export interface SlowLimits {
  readonly headersMs: number;
  readonly bodyMs: number;
  /** Interval at which connections are checked, ms. */
  readonly checkMs: number;
}

export const usualSlowLimits: SlowLimits = { headersMs: slowMs, bodyMs: slowMs, checkMs: 5_000 };

interface Receiving {
  readonly since: number;
  readonly bytesBefore: number;
}

/**
 * Cuts the connections of requests whose body arrives too slowly. Otherwise a few clients could hold all connections
 * open (slow loris). Node.js itself limits the time of headers, but its limit for bodies would cut large uploads.
 */
export function cutSlowBodies(http: FastifyInstance, limits: SlowLimits = usualSlowLimits): void {
  const receiving = new Map<FastifyRequest, Receiving>();
  http.addHook("onRequest", (request, _reply, done) => {
    const { headers, raw } = request;
    // Skips requests that the program makes to itself, because they have no connection.
    if (!(raw.socket instanceof Socket)) return done();
    if (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0)
      receiving.set(request, { since: performance.now(), bytesBefore: raw.socket.bytesRead });
    done();
  });
  // Stops watching a request whose body has arrived. The handlers of uploads read the body themselves, so uploads are
  // watched until the answer.
  http.addHook("preValidation", (request, _reply, done) => {
    if (request.raw.complete) receiving.delete(request);
    done();
  });
  http.addHook("onResponse", (request, _reply, done) => {
    receiving.delete(request);
    done();
  });
  const check = setInterval(() => {
    for (const [request, r] of receiving) {
      const { raw } = request;
      if (raw.complete || raw.destroyed) receiving.delete(request);
      else if (isTooSlow(request, r, limits.bodyMs)) {
        receiving.delete(request);
        cut(request);
      }
    }
  }, limits.checkMs).unref();
  http.addHook("onClose", async () => clearInterval(check));
}

function isTooSlow(request: FastifyRequest, { since, bytesBefore }: Receiving, bodyMs: number): boolean {
  const elapsedMs = performance.now() - since;
  if (elapsedMs < bodyMs) return false;
  const isUpload = uploads.has(request.routeOptions.url ?? "");
  const bytes = (request.raw.socket?.bytesRead ?? 0) - bytesBefore;
  if (bytes < (elapsedMs / 1000) * (isUpload ? uploadRate : bodyRate)) return true;
  return !isUpload && elapsedMs > longestMs;
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
