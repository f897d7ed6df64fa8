import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, queries } from "@shotkeeper/contract/catalogue";
import { messageCodes } from "@shotkeeper/contract/kernel";
import fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../kernel/config.ts";
import { localeOf } from "./docs-page.ts";
import { pagePolicy, staticRoutes } from "./static-routes.ts";
import { HttpTestServer, reading } from "./testing/http-test-server.ts";

let server: HttpTestServer;
beforeAll(async () => {
  server = await HttpTestServer.start();
}, 60_000);
afterAll(() => server.stop());
const get = (url: string, headers: Record<string, string> = {}) => server.http.inject({ url, headers });

describe("GET /metrics and the probes", () => {
  it("counts requests and readings in Prometheus' format", async () => {
    const t = await server.tenant();
    await server.post("/jsq", `Counter ${t.chip}:secret`, { Type: "report", Data: [reading(t.chip, 1)] });
    const { body, headers } = await get("/metrics");
    expect(headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(body).toMatch(/^shotkeeper_readings_total\{channel="http",fate="accepted"\} 1$/m);
    expect(body).toMatch(/^shotkeeper_http_requests_total\{method="POST",route="\/jsq",status="200"\} 1$/m);
    expect(body).toMatch(/^shotkeeper_ingest_seconds_bucket\{le="\+Inf"\} 1$/m);
    expect(body).toMatch(/^shotkeeper_mqtt_clients 0$/m);
    expect(body).not.toContain(t.chip);
    for (const line of body.trim().split(/\n+/))
      expect(line).toMatch(/^(# (HELP|TYPE) .+|[a-z_0-9]+(\{([a-z]+="[^"]*",?)+\})? ([-+\d.e]+|Nan))$/);
  });

  it("keeps the names and types that dashboards rely on", async () => {
    const { body } = await get("/metrics");
    const types = new Map([...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]));
    expect(Object.fromEntries(types)).toMatchObject({
      process_cpu_seconds_total: "counter",
      process_resident_memory_bytes: "gauge",
      process_start_time_seconds: "gauge",
      nodejs_heap_size_used_bytes: "gauge",
      nodejs_eventloop_lag_p99_seconds: "gauge",
      shotkeeper_http_requests_total: "counter",
      shotkeeper_http_request_seconds: "histogram",
      shotkeeper_readings_total: "counter",
      shotkeeper_refused_not_kept_total: "counter",
      shotkeeper_forged_total: "counter",
      shotkeeper_overflow_total: "counter",
      shotkeeper_ingest_seconds: "histogram",
      shotkeeper_ingest_readings: "histogram",
      shotkeeper_ingest_queue: "gauge",
      shotkeeper_journal_waiting: "gauge",
      shotkeeper_mqtt_clients: "gauge",
      shotkeeper_db_connections: "gauge",
      shotkeeper_db_connections_max: "gauge",
      shotkeeper_db_waiting: "gauge",
      shotkeeper_db_waits_total: "counter",
      shotkeeper_db_wait_seconds_total: "counter",
      shotkeeper_db_ended_total: "counter",
      shotkeeper_event_listeners: "gauge",
    });
    expect(body).toMatch(/^shotkeeper_db_connections\{state="idle"\} \d+$/m);
    expect(body).toMatch(/^shotkeeper_http_request_seconds_count\{route="\/jsq"\} \d+$/m);
    expect(body).toMatch(/^shotkeeper_readings_total\{channel="import",fate="quarantined"\} 0$/m);
  });

  it("counts the requests of each server in a process separately", async () => {
    const other = await HttpTestServer.start();
    try {
      await get("/healthz");
      const { body } = await other.http.inject({ url: "/metrics" });
      expect(body).toContain("# TYPE shotkeeper_http_requests_total counter");
      expect(body).not.toMatch(/^shotkeeper_http_requests_total\{/m);
    } finally {
      await other.stop();
    }
  });

  it("reports liveness and readiness", async () => {
    expect((await get("/healthz")).json()).toEqual({ status: "ok" });
    expect((await get("/readyz")).json()).toEqual({ database: "ok", broker: "ok", disk: "ok" });
  });
});

describe("GET /docs", () => {
  it.each([
    ["en", "en", "en"],
    ["zh-CN,zh;q=0.9", "zh_CN", "zh-Hans-CN"],
    ["zh-TW", "zh_TW", "zh-Hant-TW"],
  ])("for %s shows the document of %s with files of this server only", async (language, locale, tag) => {
    const { body, headers } = await get("/docs", { "accept-language": language });
    expect(headers["content-type"]).toMatch(/^text\/html/);
    expect(headers["content-security-policy"]).toContain("script-src 'self';");
    expect(body).toContain(`<html lang="${tag}">`);
    expect(body).toContain(`data-document="docs/openapi.json?lang=${locale}"`);
    // The page has no inline scripts and no addresses of other servers, because the content security policy forbids
    // them.
    expect(body).not.toMatch(/<script(?! src="docs\/[\w-]+\.js")|\son\w+=|https?:/);
    for (const [, file] of body.matchAll(/(?:src|href)="(docs\/[^"]+)"/g))
      expect((await get(`/${file}`)).statusCode, file).toBe(200);
    expect((await get("/docs/start.js")).headers["content-type"]).toMatch(/^text\/javascript/);
    expect((await get("/docs/oauth2-redirect.html")).statusCode).toBe(404);
  });

  it.each([
    ["en", "Mold no."],
    ["zh_CN", "模具编号"],
    ["zh_TW", "模具編號"],
  ])("is complete in %s", async (locale, label) => {
    const { body, headers } = await get(`/docs/openapi.json?lang=${locale}`);
    expect(headers["content-type"]).toMatch(/^application\/json/);
    const doc = JSON.parse(body);
    expect(doc.components.schemas.BS_MOLD.properties.MOLD_NO.description).toContain(label);
    for (const code of messageCodes) expect(doc.info.description).toContain(`| ${code} |`);
    for (const q of queries) expect(doc.paths).toHaveProperty([`/mitt/query.${q.menu}.${q.id}`]);
    for (const c of commands) expect(doc.paths).toHaveProperty([`/mitt/${c.type}`]);
    expect(doc.paths).toHaveProperty(["/jsq"]);
    const tags = new Set(doc.tags.map((t: { name: string }) => t.name));
    for (const path of Object.values<Record<string, { tags: string[] }>>(doc.paths))
      for (const { tags: own } of Object.values(path)) for (const tag of own) expect(tags).toContain(tag);
    const names = new Set(Object.keys(doc.components.schemas));
    for (const [, target] of body.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
      expect(names).toContain(target);
  });

  it.each([
    ["zh-HK", "zh_TW"],
    ["de, zh", "zh_CN"],
    ["de", "en"],
    [undefined, "en"],
  ])("%s → %s", (header, locale) => {
    expect(localeOf(header)).toBe(locale);
  });
});

describe("the web application", () => {
  it("loads scripts of the print plug-in only if the setting allows it", () => {
    const scripts = (env: NodeJS.ProcessEnv) => /script-src ([^;]*);/.exec(pagePolicy(readConfig(env)))?.[1];
    expect(scripts({})).toBe("'self'");
    expect(scripts({ PRINT_PLUGIN: "on" })).toBe(
      "'self' http://localhost:8000 http://localhost:18000 https://localhost.lodop.net:8443",
    );
  });

  it("loads map tiles only from the configured server", () => {
    const policy = (MAP_TILE_URL?: string) => pagePolicy(readConfig(MAP_TILE_URL ? { MAP_TILE_URL } : {}));
    expect(policy()).toContain("img-src 'self' data: blob:;");
    expect(policy("https://maps.example.com:8443/s/{z}/{x}/{y}.png?k=1")).toContain(
      "img-src 'self' data: blob: https://maps.example.com:8443;",
    );
    for (const bad of [
      "ftp://a/{z}/{x}/{y}",
      "https://a/{z}/{x}",
      "https://a;script-src */{z}/{x}/{y}",
      "https:///{z}{x}{y}",
    ])
      expect(() => policy(bad), bad).toThrow("MAP_TILE_URL");
  });

  it("is served with safe headers; if it is not built, a hint is served", async () => {
    const root = mkdtempSync(join(tmpdir(), "shotkeeper-web-"));
    const bare = fastify();
    await staticRoutes(bare, server.app, root);
    expect((await bare.inject({ url: "/" })).body).toMatch(/has not been built/);
    mkdirSync(join(root, "assets"));
    writeFileSync(join(root, "index.html"), "<!doctype html>");
    writeFileSync(join(root, "assets", "main-Ab3dEf9h.js"), "1");
    writeFileSync(join(root, ".secret"), "1");
    const built = fastify();
    await staticRoutes(built, server.app, root);
    expect((await built.inject({ url: "/" })).headers["cache-control"]).toBe("no-store");
    expect((await built.inject({ url: "/assets/main-Ab3dEf9h.js" })).headers["cache-control"]).toMatch(
      /immutable/,
    );
    for (const url of ["/.secret", "/../package.json", "/%2e%2e/package.json", "/..%2fpackage.json"])
      expect((await built.inject({ url })).statusCode).toBeGreaterThanOrEqual(400);
    await Promise.all([bare.close(), built.close()]);
    rmSync(root, { recursive: true });
  });

  it("has a content security policy on every page", async () => {
    for (const url of ["/", "/docs", "/nothing"]) {
      const { headers } = await get(url);
      expect(headers["content-security-policy"]).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});
