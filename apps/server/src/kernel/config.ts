import { createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type SyslogTarget, syslogTarget } from "./audit/syslog.ts";
import type { WeChatSettings } from "./auth/wechat.ts";
import { type DatabaseSettings, readDatabaseSettings } from "./db/database-settings.ts";
import { isLoopback } from "./loopback.ts";
import { readSecretKeys } from "./secrets.ts";
import { whole } from "./settings.ts";
import { type TenantLimitSettings, usualTenantLimits as usual } from "./tenant-limits.ts";
import { readTlsFiles, type TlsFiles } from "./tls-files.ts";
import { readTrustedProxies } from "./trusted-proxies.ts";

/** Run-time settings from environment variables, validated at the start (docs/operations.md). */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /**
   * PostgreSQL URL of the user who owns the schema and migrates it. If undefined, the user of `databaseUrl` is the
   * owner.
   */
  readonly databaseOwnerUrl: string | undefined;
  /** PostgreSQL URL of the login role that runs scripts. If undefined, the owner creates such a role. */
  readonly scriptDatabaseUrl: string | undefined;
  readonly database: DatabaseSettings;
  /** Number of server processes. */
  readonly workers: number;
  readonly mqttUrl: string | undefined;
  /** Port of the embedded MQTT broker. Undefined disables the broker. */
  readonly mqttPort: number | undefined;
  /** TLS port of the embedded MQTT broker, and its PEM files. Undefined: no TLS. */
  readonly mqttTls: MqttTls | undefined;
  readonly demo: boolean | undefined;
  readonly captchaBypass: string | undefined;
  /** Development only: user of the demo tenant who is logged in without a password. */
  readonly devLogin: string | undefined;
  /** Settings of the log-in by WeChat; undefined if it is not configured. */
  readonly weChat: WeChatSettings | undefined;
  /** Public key (PEM) that verifies licences. */
  readonly licencePublicKey: string | undefined;
  /** Tile server for street maps. If undefined, maps show grid lines only. */
  readonly mapTiles: MapTiles | undefined;
  /** True: pages may load the scripts of the print plug-in from the user's computer. */
  readonly printPlugIn: boolean;
  /** Address under which browsers reach the server. If undefined, the address that each request names is used. */
  readonly publicUrl: string | undefined;
  /** True: providers of single sign-on may have private addresses, and loopback addresses without TLS. */
  readonly ssoAllowPrivate: boolean;
  /** Keys that encrypt stored secrets, base64. If undefined, the file `secret.key` in `dataDir` contains the key. */
  readonly secretKeys: readonly string[] | undefined;
  readonly logLevel: string;
  readonly tenantLimits: TenantLimitSettings;
  /** Addresses and networks of reverse proxies whose forwarding headers (client address, TLS) are trusted. */
  readonly trustedProxies: readonly string[];
  /** True: every answer has the HSTS header, which tells browsers to use TLS. False: only answers over TLS have it. */
  readonly hsts: boolean;
  /** Password of /metrics. Undefined: only programs on the server's computer may read it. */
  readonly metricsToken: string | undefined;
  /** False: the server does not offer /docs and /openapi.json. */
  readonly apiDocs: boolean;
  /** Free space of the disk below which the server is not ready, MB. */
  readonly leastDiskMb: number;
  /** Receiver of the audit log; undefined if nothing is sent. */
  readonly syslog: SyslogTarget | undefined;
}

export interface MqttTls extends TlsFiles {
  readonly port: number;
}

export interface MapTiles {
  /** URL template of the map tiles, with the placeholders {z} (zoom), {x} and {y}. */
  readonly url: string;
  readonly attribution: string | null;
}

function port(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name] ?? String(fallback);
  const n = Number(text);
  if (!Number.isInteger(n) || n < 0 || n > 65_535)
    throw new Error(`${name} must be a port number, not "${text}"`);
  return n;
}

function mqttTls(env: NodeJS.ProcessEnv): MqttTls | undefined {
  const { MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key, MQTT_TLS_CLIENT_CA: clientCa } = env;
  const isOff = env.MQTTS_PORT?.toLowerCase() === "off";
  if (isOff) return undefined;
  if (!cert && !key) {
    if (env.MQTTS_PORT || clientCa)
      throw new Error(
        `${clientCa ? "MQTT_TLS_CLIENT_CA" : "MQTTS_PORT"} needs MQTT_TLS_CERT and MQTT_TLS_KEY`,
      );
    return undefined;
  }
  if (!cert || !key) throw new Error("MQTT_TLS_CERT and MQTT_TLS_KEY go together");
  if (env.MQTT_URL)
    throw new Error("MQTT_TLS_CERT is for the embedded broker. With MQTT_URL, the external broker does TLS");
  const files = { cert, key, clientCa: clientCa || undefined };
  readTlsFiles(files, Date.now());
  return { port: port({ MQTTS_PORT: env.MQTTS_PORT || undefined }, "MQTTS_PORT", 8883), ...files };
}

function onOff(env: NodeJS.ProcessEnv, name: string): boolean | undefined {
  const text = env[name]?.toLowerCase();
  if (text === undefined || text === "") return undefined;
  if (["on", "1", "true", "yes"].includes(text)) return true;
  if (["off", "0", "false", "no"].includes(text)) return false;
  throw new Error(`${name} must be on or off, not "${text}"`);
}

function weChat(env: NodeJS.ProcessEnv): WeChatSettings | undefined {
  const { WECHAT_APP_ID: appId, WECHAT_SECRET: secret } = env;
  if (!appId && !secret) return undefined;
  if (!appId || !secret) throw new Error("WECHAT_APP_ID and WECHAT_SECRET go together");
  const url = (name: string, usual: string) => {
    const text = env[name] || usual;
    if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new Error(`${name} must be an address`);
    return text;
  };
  return {
    appId,
    secret,
    baseUrl: url("WECHAT_BASE_URL", "https://api.weixin.qq.com"),
    authorizeUrl: url("WECHAT_AUTHORIZE_URL", "https://open.weixin.qq.com/connect/qrconnect"),
  };
}

function tenantLimits(env: NodeJS.ProcessEnv): TenantLimitSettings {
  return {
    requestsPerSecond: whole(env, "TENANT_REQUESTS_PER_SECOND", usual.requestsPerSecond, 0),
    userStreams: whole(env, "USER_EVENT_STREAMS", usual.userStreams),
    tenantStreams: whole(env, "TENANT_EVENT_STREAMS", usual.tenantStreams),
    exports: whole(env, "TENANT_EXPORTS", usual.exports),
    storageMb: whole(env, "TENANT_STORAGE_MB", usual.storageMb),
  };
}

function publicKey(file: string | undefined): string | undefined {
  if (!file) return undefined;
  let kind: string | undefined;
  let pem = "";
  try {
    pem = readFileSync(file, "utf8");
    kind = createPublicKey(pem).asymmetricKeyType;
  } catch (cause) {
    throw new Error(
      `LICENCE_PUBLIC_KEY must name a PEM file: ${cause instanceof Error ? cause.message : cause}`,
    );
  }
  if (kind !== "ed25519" || /PRIVATE KEY/.test(pem))
    throw new Error("LICENCE_PUBLIC_KEY must name a public Ed25519 key");
  return pem;
}

function mapTiles(env: NodeJS.ProcessEnv): MapTiles | undefined {
  const { MAP_TILE_URL: url, MAP_ATTRIBUTION: attribution } = env;
  if (!url) return undefined;
  const isWhole = ["{z}", "{x}", "{y}"].every((part) => url.includes(part));
  // Refuses characters that separate directives, because the origin becomes part of the Content-Security-Policy header.
  if (!isWhole || !/^https?:\/\/[\w.:-]+\/[^\s;,'"]*$/.test(url))
    throw new Error(
      "MAP_TILE_URL must be an address with {z}, {x} and {y}, such as https://tiles.example.com/{z}/{x}/{y}.png",
    );
  return { url, attribution: attribution || null };
}

/**
 * Returns the user of the password-free development log-in. Throws in production, and if another computer could reach
 * the server.
 */
function devLogin(env: NodeJS.ProcessEnv, host: string): string | undefined {
  const { DEV_LOGIN: userId, NODE_ENV: mode } = env;
  if (!userId || userId.toLowerCase() === "off") return undefined;
  const danger = `DEV_LOGIN=${userId} logs everybody in without a password. The server does not start with it`;
  if (mode === "production") throw new Error(`${danger} under NODE_ENV=production: remove DEV_LOGIN`);
  if (!isLoopback(host))
    throw new Error(`${danger} on HOST=${host}, which other computers reach: remove DEV_LOGIN or HOST`);
  return userId;
}

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** Returns LOG_LEVEL. Also validates LOG_FORMAT, which server-log.ts reads from the environment. */
function logLevel({ LOG_LEVEL: level = "info", LOG_FORMAT: format }: NodeJS.ProcessEnv): string {
  if (!logLevels.includes(level)) throw new Error(`LOG_LEVEL must be one of ${logLevels.join(", ")}`);
  if (format && format !== "json" && format !== "text") throw new Error("LOG_FORMAT must be json or text");
  return level;
}

function publicUrl(env: NodeJS.ProcessEnv): string | undefined {
  const { PUBLIC_URL: url } = env;
  if (!url) return undefined;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new Error("PUBLIC_URL must begin with http:// or https://");
  return url;
}

function postgresUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const { [name]: url } = env;
  if (!url) return undefined;
  if (!/^postgres(ql)?:\/\//.test(url)) throw new Error(`${name} must begin with postgres://`);
  return url;
}

/**
 * Returns the setting `name`, which is a PostgreSQL URL. Throws if DATABASE_URL is missing, or if both URLs name the
 * same user.
 */
function besideDatabase(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const url = postgresUrl(env, name);
  if (url === undefined) return undefined;
  const serving = postgresUrl(env, "DATABASE_URL");
  if (serving === undefined) throw new Error(`${name} needs DATABASE_URL`);
  const user = (text: string) => (URL.canParse(text) ? new URL(text).username : "");
  if (user(url) === "") throw new Error(`${name} must name a user: postgres://user:password@host/database`);
  if (user(url) === user(serving)) throw new Error(`${name} must name another user than DATABASE_URL`);
  return url;
}

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { MQTT_URL: mqttUrl } = env;
  const databaseUrl = postgresUrl(env, "DATABASE_URL");
  if (mqttUrl && !/^(mqtts?|wss?):\/\//.test(mqttUrl))
    throw new Error("MQTT_URL must begin with mqtt://, mqtts://, ws:// or wss://");
  const host = env.HOST ?? "127.0.0.1";
  return {
    host,
    port: port(env, "PORT", 8080),
    dataDir: env.DATA_DIR ?? "data",
    databaseUrl,
    databaseOwnerUrl: besideDatabase(env, "DATABASE_OWNER_URL"),
    scriptDatabaseUrl: besideDatabase(env, "SCRIPT_DATABASE_URL"),
    database: readDatabaseSettings(env),
    workers: env.WORKERS?.toLowerCase() === "auto" ? availableParallelism() : whole(env, "WORKERS", 1),
    mqttUrl: mqttUrl || undefined,
    mqttPort: env.MQTT_PORT?.toLowerCase() === "off" || mqttUrl ? undefined : port(env, "MQTT_PORT", 1883),
    mqttTls: mqttTls(env),
    demo: onOff(env, "DEMO"),
    captchaBypass: env.CAPTCHA_BYPASS_CODE || undefined,
    devLogin: devLogin(env, host),
    weChat: weChat(env),
    licencePublicKey: publicKey(env.LICENCE_PUBLIC_KEY),
    mapTiles: mapTiles(env),
    printPlugIn: onOff(env, "PRINT_PLUGIN") ?? false,
    publicUrl: publicUrl(env),
    ssoAllowPrivate: onOff(env, "SSO_ALLOW_PRIVATE") ?? false,
    secretKeys: readSecretKeys(env.SECRET_KEY),
    logLevel: logLevel(env),
    tenantLimits: tenantLimits(env),
    trustedProxies: readTrustedProxies(env.TRUSTED_PROXIES),
    hsts: onOff(env, "HSTS") ?? false,
    metricsToken: env.METRICS_TOKEN || undefined,
    apiDocs: onOff(env, "API_DOCS") ?? true,
    leastDiskMb: whole(env, "LEAST_DISK_MB", 200, 0),
    syslog: env.SYSLOG_URL ? syslogTarget(env.SYSLOG_URL) : undefined,
  };
}

/** Returns the options with which `openDb` opens the database of the configuration. */
export const databaseOf = (config: Config) => ({
  url: config.databaseUrl,
  ownerUrl: config.databaseOwnerUrl,
  scriptUrl: config.scriptDatabaseUrl,
  dataDir: config.dataDir,
  filesDir: join(config.dataDir, "files"),
  ...config.database,
});
