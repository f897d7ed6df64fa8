import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tokenHeader } from "@shotkeeper/contract/kernel";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildHttp } from "../http/server.ts";
import { readConfig } from "../kernel/config.ts";
import { isLoopback } from "../kernel/loopback.ts";
import { createTenant } from "../tenants/create-tenant.ts";
import { hashOfTest } from "../testing/password-hash.ts";
import { withServer } from "../testing/server.ts";
import { devLoginRoute } from "./dev-login.ts";

describe("DEV_LOGIN", () => {
  it("is off unless it names a user", () => {
    expect(readConfig({}).devLogin).toBeUndefined();
    expect(readConfig({ DEV_LOGIN: "" }).devLogin).toBeUndefined();
    expect(
      readConfig({ DEV_LOGIN: "off", NODE_ENV: "production", HOST: "0.0.0.0" }).devLogin,
    ).toBeUndefined();
    expect(readConfig({ DEV_LOGIN: "maker" }).devLogin).toBe("maker");
  });

  it("is refused in production", () => {
    expect(() => readConfig({ DEV_LOGIN: "admin", NODE_ENV: "production" })).toThrow(
      "does not start with it under NODE_ENV=production",
    );
  });

  it.each(["0.0.0.0", "::", "192.168.1.20", "shop.example.com", "", "127.0.0.1.example.com"])(
    "is refused on HOST=%s",
    (HOST) => {
      expect(() => readConfig({ DEV_LOGIN: "admin", HOST })).toThrow("which other computers reach");
    },
  );

  it.each(["127.0.0.1", "127.8.0.3", "localhost", "::1", "[::1]"])(
    "knows that %s is this computer",
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );
});

describe("POST /dev/login", () => {
  let http: FastifyInstance;
  const logIn = (headers: Record<string, string> = {}) =>
    http.inject({ method: "POST", url: "/dev/login", headers: { host: "localhost:5173", ...headers } });
  const user = async (token: string) =>
    (await http.inject({ url: "/user", headers: { [tokenHeader]: token } })).json();

  beforeAll(async () => {
    const { app } = await withServer();
    const adminHash = await hashOfTest("x");
    await createTenant(app.db, { code: "demo", fullName: "demo", adminHash, demo: true }, app.now());
    const config = { ...app.config, devLogin: "admin" };
    http = await buildHttp({ ...app, config });
    devLoginRoute(http, { ...app, config });
  });
  afterAll(() => http.close());

  it("opens a session of the demo's user", async () => {
    const { token } = (await logIn()).json().ReturnData;
    const { data } = await user(token);
    expect(data.user.info).toMatchObject({ USER_ID: "admin", TENANT_ID: "demo" });
  });

  it("refuses callers from outside, also through a proxy on this computer", async () => {
    for (const headers of [
      { host: "attacker.example" },
      { "x-forwarded-for": "203.0.113.7" },
      { "x-forwarded-host": "shop.example.com" },
    ])
      expect((await logIn(headers)).statusCode).toBe(404);
  });

  it("does not exist on the production server", async () => {
    const { http: product } = await withServer();
    const answer = await product.inject({
      method: "POST",
      url: "/dev/login",
      headers: { host: "localhost" },
    });
    expect(answer.statusCode).toBe(404);
  });
});

describe("programs", () => {
  const dist = join(import.meta.dirname, "../../dist");
  const programs = { product: join(dist, "dev-test-main.mjs"), development: join(dist, "dev-test-dev.mjs") };
  const dataDir = mkdtempSync(join(tmpdir(), "shotkeeper-dev-"));

  beforeAll(async () => {
    const { bundle } = await import(new URL("../../../../scripts/bundle.mjs", import.meta.url).href);
    await bundle("apps/server/src/main.ts", programs.product);
    await bundle("apps/server/src/dev/main.ts", programs.development);
  }, 120_000);
  afterAll(() => {
    for (const file of Object.values(programs)) {
      rmSync(file, { force: true });
      rmSync(`${file}.map`, { force: true });
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Runs a server program until it ends. Returns its output and exit code. */
  function run(program: string, env: Record<string, string>) {
    const { NODE_ENV: _, ...inherited } = process.env;
    const child = spawn(process.execPath, [program], {
      env: { ...inherited, PORT: "0", MQTT_PORT: "off", DATA_DIR: dataDir, ...env },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (d: Buffer) => (output += d));
    child.on("message", (m) => m === "loaded" && child.send("open"));
    return new Promise<{ code: number | null; output: string }>((resolve) =>
      child.once("close", (code) => resolve({ code, output })),
    );
  }

  it("the production server does not contain it", () => {
    expect(readFileSync(programs.product, "utf8")).not.toContain("/dev/login");
    expect(readFileSync(programs.development, "utf8")).toContain("/dev/login");
  });

  it.each([
    {
      program: "development",
      env: { NODE_ENV: "production" },
      says: "NODE_ENV=production: remove DEV_LOGIN",
    },
    { program: "development", env: { HOST: "0.0.0.0" }, says: "HOST=0.0.0.0, which other computers reach" },
    { program: "product", env: { NODE_ENV: "production" }, says: "NODE_ENV=production: remove DEV_LOGIN" },
    { program: "product", env: { HOST: "0.0.0.0" }, says: "HOST=0.0.0.0, which other computers reach" },
    { program: "product", env: {}, says: "DEV_LOGIN works with `npm run dev` only" },
  ] as const)("$program does not start with DEV_LOGIN and $env", async ({ program, env, says }) => {
    const { code, output } = await run(programs[program], { DEV_LOGIN: "admin", ...env });
    expect(output).toContain("Shotkeeper did not start");
    expect(output).toContain(says);
    expect(code).toBe(1);
  });
});
