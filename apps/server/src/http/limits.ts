import { AppError } from "@shotkeeper/contract/kernel";
import type { FastifyInstance } from "fastify";
import type { App } from "../app.ts";
import { Buckets } from "../telemetry/doors/buckets.ts";

/** Calls an address may make without a log-in: so many a second, so many at once. A plant may sit behind one address. */
const limits: Readonly<Record<string, { readonly perSecond: number; readonly burst: number }>> = {
  "/login": { perSecond: 1, burst: 30 },
  "/captcha": { perSecond: 2, burst: 60 },
  "/UploadFiles": { perSecond: 5, burst: 60 },
  "/packages/:kind": { perSecond: 1, burst: 20 },
};

/** Slows down an address that logs in, or asks for captchas, without end. */
export function limitRoutes(http: FastifyInstance, app: App): void {
  // Journeys of a test run log in hundreds of times from one address; the bypass is for them alone.
  if (app.config.captchaBypass) return;
  const buckets = new Map(
    Object.entries(limits).map(([route, l]) => [route, new Buckets(l.perSecond, l.burst)]),
  );
  http.addHook("onRequest", async (request) => {
    const seconds = buckets.get(request.routeOptions.url ?? "")?.take(request.ip, app.now()) ?? 0;
    if (seconds > 0) throw new AppError("S0204", String(seconds), 429);
  });
}
