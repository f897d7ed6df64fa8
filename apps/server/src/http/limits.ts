import rateLimit, { type RateLimitOptions } from "@fastify/rate-limit";
import { errors } from "@shotkeeper/contract/kernel";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "../kernel/config.ts";

/** Addresses to remember per route. Past this number the least recently seen address is forgotten. */
const cache = 50_000;

/**
 * Calls that one address may make per time window (ms), by route. These routes need no log-in or take large files. The
 * limits are generous because a whole plant may share one address. All methods of a route count together.
 */
const limits: Readonly<Record<string, RateLimitOptions>> = {
  "/login": { max: 30, timeWindow: 30_000, cache },
  "/captcha": { max: 60, timeWindow: 30_000, cache },
  "/UploadFiles": { max: 60, timeWindow: 12_000, cache },
  "/packages/:kind": { max: 20, timeWindow: 20_000, cache },
};

/** Answers 429 with S0204 to an address that calls one of the routes above too often. Routes are added afterwards. */
export async function limitRoutes(
  http: FastifyInstance,
  config: Pick<Config, "captchaBypass">,
): Promise<void> {
  // E2e tests log in hundreds of times from one address. Only they set this bypass.
  if (config.captchaBypass) return;
  await http.register(rateLimit, { global: false });
  const hooks = new Map(
    Object.entries(limits).map(([route, options]) => {
      const check = http.createRateLimit(options);
      return [
        route,
        async (request: FastifyRequest) => {
          const limit = await check(request);
          if (!limit.isAllowed && limit.isExceeded) throw errors.tooManyRequests(limit.ttlInSeconds);
        },
      ] as const;
    }),
  );
  http.addHook("onRoute", (route) => {
    const hook = hooks.get(route.url);
    if (hook) route.onRequest = [route.onRequest ?? [], hook].flat();
  });
}
