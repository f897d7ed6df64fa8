import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const usual = {
  host: "127.0.0.1",
  port: 8080,
  dataDir: "data",
  databaseUrl: undefined,
  databaseOwnerUrl: undefined,
  scriptDatabaseUrl: undefined,
  database: {
    connections: 12,
    cores: availableParallelism(),
    timeouts: { list: 10_000, report: 60_000, job: 600_000 },
  },
  workers: 1,
  mqttUrl: undefined,
  mqttPort: 1883,
  demo: undefined,
  captchaBypass: undefined,
  weChat: undefined,
  licencePublicKey: undefined,
  mapTiles: undefined,
  printPlugIn: false,
  mqttTls: undefined,
  devLogin: undefined,
  publicUrl: undefined,
  ssoAllowPrivate: false,
  secretKeys: undefined,
  logLevel: "info",
  tenantLimits: {
    requestsPerSecond: 300,
    tenantStreams: 1000,
    userStreams: 30,
    exports: 4,
    storageMb: 20_480,
  },
  trustedProxies: ["loopback"],
  hsts: false,
  metricsToken: undefined,
  apiDocs: true,
  leastDiskMb: 200,
  syslog: undefined,
};

describe("settings", () => {
  it("have defaults when unset or empty", () => {
    expect(readConfig({})).toEqual(usual);
    const empty = Object.fromEntries(
      ["DATABASE_URL", "MQTT_URL", "DEMO", "CAPTCHA_BYPASS_CODE", "WECHAT_APP_ID", "WECHAT_SECRET"]
        .concat(["LICENCE_PUBLIC_KEY", "MAP_TILE_URL"])
        .map((name) => [name, ""]),
    );
    expect(readConfig(empty)).toEqual(usual);
  });

  it("are read from the environment", () => {
    expect(
      readConfig({
        HOST: "0.0.0.0",
        PORT: "0",
        DATA_DIR: "here",
        DATABASE_URL: "postgres://a/b",
        MQTT_PORT: "65535",
        CAPTCHA_BYPASS_CODE: "x",
        LOG_LEVEL: "warn",
      }),
    ).toEqual({
      ...usual,
      host: "0.0.0.0",
      port: 0,
      dataDir: "here",
      databaseUrl: "postgres://a/b",
      mqttPort: 65_535,
      captchaBypass: "x",
      logLevel: "warn",
    });
    expect(readConfig({ DATABASE_URL: "postgresql://a/b" }).databaseUrl).toBe("postgresql://a/b");
  });

  it("set the connections to the database and the time limits of statements", () => {
    const env = {
      DATABASE_CONNECTIONS: "40",
      DATABASE_CORES: "16",
      LIST_TIMEOUT_SECONDS: "5",
      REPORT_TIMEOUT_SECONDS: "300",
      JOB_TIMEOUT_SECONDS: "0",
    };
    expect(readConfig(env).database).toEqual({
      connections: 40,
      cores: 16,
      timeouts: { list: 5000, report: 300_000, job: 0 },
    });
    expect(readConfig({ WORKERS: "auto" }).workers).toBe(availableParallelism());
    expect(readConfig({ WORKERS: "8" }).workers).toBe(8);
    expect(() => readConfig({ WORKERS: "0" })).toThrow("WORKERS must be a whole number");
    expect(() => readConfig({ DATABASE_CONNECTIONS: "3" })).toThrow(
      'DATABASE_CONNECTIONS must be a whole number from 4 on, not "3"',
    );
    expect(() => readConfig({ LIST_TIMEOUT_SECONDS: "1.5" })).toThrow(
      'LIST_TIMEOUT_SECONDS must be a whole number from 0 on, not "1.5"',
    );
  });

  it("name separate users for migrations, serving and scripts", () => {
    const DATABASE_URL = "postgres://app:x@a/b";
    for (const name of ["DATABASE_OWNER_URL", "SCRIPT_DATABASE_URL"]) {
      const read = (url: string, more: object = { DATABASE_URL }) => readConfig({ ...more, [name]: url });
      expect(Object.values(read("postgres://other:y@a/b"))).toContain("postgres://other:y@a/b");
      expect(() => read("postgres://app:x@a/b")).toThrow(`${name} must name another user than DATABASE_URL`);
      expect(() => read("postgres://a/b")).toThrow(`${name} must name a user`);
      expect(() => read("mysql://u@a/b")).toThrow(`${name} must begin with postgres://`);
      expect(() => read("postgres://u@a/b", {})).toThrow(`${name} needs DATABASE_URL`);
    }
  });

  it.each(["x", "-1", "65536", "80.5", "8080a"])("refuse the port %s", (text) => {
    expect(() => readConfig({ PORT: text })).toThrow(`PORT must be a port number, not "${text}"`);
    expect(() => readConfig({ MQTT_PORT: text })).toThrow(`MQTT_PORT must be a port number, not "${text}"`);
  });

  it("disable the embedded broker if it is off or an external one is set", () => {
    for (const off of ["off", "OFF"]) expect(readConfig({ MQTT_PORT: off }).mqttPort).toBeUndefined();
    for (const scheme of ["mqtt", "mqtts", "ws", "wss"]) {
      const url = `${scheme}://broker`;
      expect(readConfig({ MQTT_URL: url, MQTT_PORT: "1" })).toMatchObject({
        mqttUrl: url,
        mqttPort: undefined,
      });
    }
    for (const url of ["http://x", "xmqtt://x", "broker", "mqttss://x"])
      expect(() => readConfig({ MQTT_URL: url })).toThrow(
        "MQTT_URL must begin with mqtt://, mqtts://, ws:// or wss://",
      );
  });

  it("accept only PostgreSQL URLs as database", () => {
    for (const url of ["mysql://x", "xpostgres://x", "postgress://x", "host"])
      expect(() => readConfig({ DATABASE_URL: url })).toThrow("DATABASE_URL must begin with postgres://");
  });

  it("switch the demo on or off with several spellings", () => {
    for (const on of ["on", "1", "true", "YES"]) expect(readConfig({ DEMO: on }).demo).toBe(true);
    for (const off of ["off", "0", "False", "no"]) expect(readConfig({ DEMO: off }).demo).toBe(false);
    expect(() => readConfig({ DEMO: "maybe" })).toThrow('DEMO must be on or off, not "maybe"');
  });
});

describe("WeChat", () => {
  const both = { WECHAT_APP_ID: "app", WECHAT_SECRET: "s" };

  it("needs its id and secret together", () => {
    expect(readConfig(both).weChat).toEqual({
      appId: "app",
      secret: "s",
      baseUrl: "https://api.weixin.qq.com",
      authorizeUrl: "https://open.weixin.qq.com/connect/qrconnect",
    });
    for (const name of ["WECHAT_APP_ID", "WECHAT_SECRET"])
      expect(() => readConfig({ [name]: "x" })).toThrow("WECHAT_APP_ID and WECHAT_SECRET go together");
  });

  it.each(["WECHAT_BASE_URL", "WECHAT_AUTHORIZE_URL"])("accepts other addresses: %s", (name) => {
    for (const url of ["http://127.0.0.1:1", "https://a.cn/b"])
      expect(Object.values(readConfig({ ...both, [name]: url }).weChat ?? {})).toContain(url);
    for (const url of ["ftp://x", "xhttp://x", "http://", "httpss://x"])
      expect(() => readConfig({ ...both, [name]: url })).toThrow(`${name} must be an address`);
  });
});

describe("map tiles", () => {
  const url = "https://tiles.example.com/{z}/{x}/{y}.png";

  it("accept an address with all three coordinates", () => {
    expect(readConfig({ MAP_TILE_URL: url }).mapTiles).toEqual({ url, attribution: null });
    expect(readConfig({ MAP_TILE_URL: url, MAP_ATTRIBUTION: "© X" }).mapTiles?.attribution).toBe("© X");
    expect(readConfig({ MAP_ATTRIBUTION: "© X" }).mapTiles).toBeUndefined();
    const other = "http://127.0.0.1:80/a/{z}/{x}/{y}?k=1";
    expect(readConfig({ MAP_TILE_URL: other }).mapTiles?.url).toBe(other);
  });

  it.each([
    "https://a.cn/{z}/{x}",
    "https://a.cn/{z}/{y}",
    "https://a.cn/{x}/{y}",
    "ftp://a.cn/{z}/{x}/{y}",
    "xhttps://a.cn/{z}/{x}/{y}",
    "https:///{z}/{x}/{y}",
    "https://a.cn; script-src x/{z}/{x}/{y}",
    "https://a.cn/{z}/{x}/{y} z",
    "https://a.cn/{z}/{x}/{y};a",
    "https://a.cn/{z}/{x}/{y}'a",
  ])("refuse %s, because its origin would become part of the Content-Security-Policy", (bad) => {
    expect(() => readConfig({ MAP_TILE_URL: bad })).toThrow(
      "MAP_TILE_URL must be an address with {z}, {x} and {y}",
    );
  });
});

describe("the key of licences", () => {
  const dir = mkdtempSync(join(tmpdir(), "config-"));
  afterAll(() => rmSync(dir, { recursive: true }));
  const file = (name: string, text: string) => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  const read = (path: string) => readConfig({ LICENCE_PUBLIC_KEY: path }).licencePublicKey;
  const asPem = { spki: { type: "spki", format: "pem" }, pkcs8: { type: "pkcs8", format: "pem" } } as const;

  it("must be a public Ed25519 key", () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519", {
      publicKeyEncoding: asPem.spki,
      privateKeyEncoding: asPem.pkcs8,
    });
    expect(read(file("public", publicKey))).toBe(publicKey);
    expect(() => read(file("private", privateKey))).toThrow("must name a public Ed25519 key");
    const rsa = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: asPem.spki,
      privateKeyEncoding: asPem.pkcs8,
    });
    expect(() => read(file("rsa", rsa.publicKey))).toThrow("must name a public Ed25519 key");
    expect(() => read(file("text", "hello"))).toThrow("LICENCE_PUBLIC_KEY must name a PEM file: ");
    expect(() => read(join(dir, "gone"))).toThrow(/must name a PEM file: ENOENT/);
  });
});
