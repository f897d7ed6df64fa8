import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fail } from "./envelope.ts";
import { limitRoutes } from "./limits.ts";
import { HttpTestServer } from "./testing/http-test-server.ts";

/** Starts a server with empty routes, so that only the rate limits can refuse a call. */
async function limited(captchaBypass?: string): Promise<FastifyInstance> {
  const http = fastify({ trustProxy: "loopback" });
  http.setErrorHandler((cause, request, reply) => fail(cause, request, reply));
  await limitRoutes(http, { captchaBypass });
  http.post("/login", async () => ({ Code: 0 }));
  http.get("/packages/:kind", async () => ({ Code: 0 }));
  http.post("/packages/:kind", async () => ({ Code: 0 }));
  http.get("/free", async () => ({ Code: 0 }));
  return http;
}

const logIn = (http: FastifyInstance, address: string) =>
  http.inject({ method: "POST", url: "/login", headers: { "x-forwarded-for": address } });

async function statuses(count: number, call: () => Promise<{ statusCode: number }>): Promise<Set<number>> {
  const found = new Set<number>();
  for (let i = 0; i < count; i++) found.add((await call()).statusCode);
  return found;
}

describe("rate limits", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 1_700_000_000_000 }));
  afterEach(() => void vi.useRealTimers());

  it("refuse an address that logs in too often, with Retry-After", async () => {
    const http = await limited();
    expect(await statuses(30, () => logIn(http, "203.0.113.1"))).toEqual(new Set([200]));
    vi.setSystemTime(Date.now() + 10_000);
    const { statusCode, headers, body } = await logIn(http, "203.0.113.1");
    expect(statusCode).toBe(429);
    expect(JSON.parse(body)).toEqual({ Code: 1, Msg: "S0204^20" });
    expect(headers["retry-after"]).toBe("20");
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(Object.keys(headers).filter((name) => name.startsWith("x-ratelimit"))).toEqual([]);
    expect((await logIn(http, "203.0.113.2")).statusCode).toBe(200);
    vi.setSystemTime(Date.now() + 20_000);
    expect((await logIn(http, "203.0.113.1")).statusCode).toBe(200);
    await http.close();
  });

  it("count all methods of a route together, and each route separately", async () => {
    const http = await limited();
    const headers = { "x-forwarded-for": "203.0.113.1" };
    const call = (method: "GET" | "POST", url: string) => http.inject({ method, url, headers });
    expect(await statuses(10, () => call("GET", "/packages/apk"))).toEqual(new Set([200]));
    expect(await statuses(10, () => call("POST", "/packages/server"))).toEqual(new Set([200]));
    expect((await call("GET", "/packages/client")).statusCode).toBe(429);
    expect(await statuses(100, () => call("GET", "/free"))).toEqual(new Set([200]));
    await http.close();
  });

  it("are off if the captcha is bypassed", async () => {
    const http = await limited("bypass");
    expect(await statuses(200, () => logIn(http, "203.0.113.1"))).toEqual(new Set([200]));
    await http.close();
  });
});

describe("the rate limits of a server", () => {
  it.each([
    ["GET", "/captcha", 60],
    ["POST", "/login", 30],
    ["POST", "/UploadFiles", 60],
    ["GET", "/packages/apk", 20],
  ] as const)(
    "%s %s: %i calls at once",
    async (method, url, calls) => {
      const server = await HttpTestServer.start();
      try {
        const call = () => server.http.inject({ method, url });
        expect(await statuses(calls, call)).not.toContain(429);
        expect((await call()).statusCode).toBe(429);
      } finally {
        await server.stop();
      }
    },
    60_000,
  );
});
