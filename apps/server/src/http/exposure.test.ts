import { afterEach, describe, expect, it } from "vitest";
import { readTrustedProxies } from "../kernel/trusted-proxies.ts";
import { HttpTestServer } from "./testing/http-test-server.ts";

let server: HttpTestServer | undefined;
afterEach(() => server?.stop());
const start = async (more: Parameters<typeof HttpTestServer.start>[0] = {}) => {
  server = await HttpTestServer.start({ mqttPort: undefined, ...more });
  return (url: string, headers: Record<string, string> = {}, remoteAddress = "127.0.0.1") =>
    (server as HttpTestServer).http.inject({ url, headers, remoteAddress });
};

describe("a server", () => {
  it("tells browsers to use TLS if a trusted proxy does, or by its setting", async () => {
    const name = "strict-transport-security";
    let get = await start();
    expect((await get("/healthz")).headers[name]).toBeUndefined();
    const proxy = { "x-forwarded-proto": "https" };
    expect((await get("/healthz", proxy)).headers[name]).toBe("max-age=31536000");
    expect((await get("/nowhere", proxy)).headers[name]).toBe("max-age=31536000");
    expect((await get("/healthz", proxy, "203.0.113.1")).headers[name]).toBeUndefined();
    await server?.stop();
    get = await start({ hsts: true });
    expect((await get("/healthz")).headers[name]).toBe("max-age=31536000");
  });

  it("believes the forwarding headers of the proxies that its setting names", async () => {
    const get = await start({ trustedProxies: readTrustedProxies("172.30.99.1, 2001:db8::/32") });
    const name = "strict-transport-security";
    const proxy = { "x-forwarded-proto": "https" };
    for (const address of ["127.0.0.1", "172.30.99.1", "2001:db8::7"])
      expect((await get("/healthz", proxy, address)).headers[name]).toBe("max-age=31536000");
    expect((await get("/healthz", proxy, "172.30.99.2")).headers[name]).toBeUndefined();
    for (const wrong of ["proxy.example.com", "10.0.0.0/33", "10.0.0.1/", "*"])
      expect(() => readTrustedProxies(wrong)).toThrow("TRUSTED_PROXIES");
  });

  it("shows its metrics to this machine, or to those who know the token", async () => {
    let get = await start();
    expect((await get("/metrics")).statusCode).toBe(200);
    expect((await get("/metrics", {}, "203.0.113.1")).statusCode).toBe(403);
    expect((await get("/metrics", { "x-forwarded-for": "203.0.113.1" })).statusCode).toBe(403);
    await server?.stop();
    get = await start({ metricsToken: "long-and-secret" });
    expect((await get("/metrics")).statusCode).toBe(403);
    expect((await get("/metrics", { authorization: "Bearer wrong" })).statusCode).toBe(403);
    const authorization = "Bearer long-and-secret";
    expect((await get("/metrics", { authorization }, "203.0.113.1")).statusCode).toBe(200);
  });

  it("offers no description of its API if the setting is off", async () => {
    const get = await start({ apiDocs: false });
    for (const url of ["/openapi.json", "/asyncapi.json", "/docs", "/docs/openapi.json"])
      expect((await get(url)).body).not.toMatch(/openapi|asyncapi/);
  });

  it("is not ready while its disk is full", async () => {
    const get = await start({ leastDiskMb: 1_000_000_000 });
    const { statusCode, body } = await get("/readyz");
    expect(statusCode).toBe(503);
    expect(JSON.parse(body)).toMatchObject({ database: "ok", disk: "full" });
  });
});
