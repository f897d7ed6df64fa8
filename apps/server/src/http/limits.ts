import rateLimit, { type RateLimitOptions } from "@fastify/rate-limit";
import { errors } from "@shotkeeper/contract/kernel";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../kernel/config.ts";
import { tellRequestsLeft } from "./auth.ts";

/**
 * Number of IP addresses that each route remembers. With more, the least recently seen one is forgotten, and its count
 * starts again at 0.
 */
const cache = 50_000;

/**
 * Rate limits: calls that one IP address may make per time window (ms), by route. The routes are those that need no
 * log-in and those that accept large files. The limits are generous because a whole plant may share one address. All
 * methods of a route count together.
 */
const limits: Readonly<Record<string, RateLimitOptions>> = {
  "/login": { max: 30, timeWindow: 30_000, cache },
  "/login/second": { max: 30, timeWindow: 30_000, cache },
  "/login/second/passkey": { max: 30, timeWindow: 30_000, cache },
  "/login/enrol/totp": { max: 30, timeWindow: 30_000, cache },
  "/login/enrol/totp/confirm": { max: 30, timeWindow: 30_000, cache },
  "/login/enrol/passkey": { max: 30, timeWindow: 30_000, cache },
  "/login/enrol/passkey/confirm": { max: 30, timeWindow: 30_000, cache },
  "/login/passkey/options": { max: 60, timeWindow: 30_000, cache },
  "/login/passkey": { max: 30, timeWindow: 30_000, cache },
  "/login/ways": { max: 60, timeWindow: 30_000, cache },
  "/login/sso/start": { max: 30, timeWindow: 30_000, cache },
  "/login/sso/finish": { max: 30, timeWindow: 30_000, cache },
  "/login/forgot": { max: 20, timeWindow: 30_000, cache },
  "/login/reset": { max: 20, timeWindow: 30_000, cache },
  "/shop/sign-up": { max: 20, timeWindow: 30_000, cache },
  "/shop/application": { max: 60, timeWindow: 30_000, cache },
  "/shop/application/correct": { max: 20, timeWindow: 30_000, cache },
  "/captcha": { max: 60, timeWindow: 30_000, cache },
  "/UploadFiles": { max: 60, timeWindow: 12_000, cache },
  "/packages/:kind": { max: 20, timeWindow: 20_000, cache },
};

/**
 * Answers 429 with S0204 to an IP address that exceeds the rate limit of one of the routes in `limits`. Must be called
 * before the routes are registered.
 */
export async function limitRoutes(
  http: FastifyInstance,
  config: Pick<Config, "captchaBypass">,
): Promise<void> {
  // Turns off the limits for the e2e tests, which log in hundreds of times from one address. Only they set
  // `captchaBypass`.
  if (config.captchaBypass) return;
  await http.register(rateLimit, { global: false });
  const hooks = new Map(
    Object.entries(limits).map(([route, options]) => {
      const check = http.createRateLimit(options);
      return [
        route,
        async (request: FastifyRequest, reply: FastifyReply) => {
          const limit = await check(request);
          if (limit.isAllowed) return;
          const { max, remaining, ttlInSeconds: resetSeconds } = limit;
          tellRequestsLeft(reply, { limit: max, remaining, resetSeconds });
          if (limit.isExceeded) throw errors.tooManyRequests(resetSeconds);
        },
      ] as const;
    }),
  );
  http.addHook("onRoute", (route) => {
    const hook = hooks.get(route.url);
    if (hook) route.onRequest = [route.onRequest ?? [], hook].flat();
  });
}
