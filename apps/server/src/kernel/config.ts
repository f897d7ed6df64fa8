import { createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";

/** Run-time settings (contract: "Run-time settings"), checked at the start. */
export interface Config {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly mqttUrl: string | undefined;
  /** Port of the embedded broker; undefined to do without. */
  readonly mqttPort: number | undefined;
  readonly demo: boolean | undefined;
  readonly captchaBypass: string | undefined;
  /** PEM text: licences are signed with its private half. */
  readonly licencePublicKey: string | undefined;
  readonly logLevel: string;
}

function port(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name] ?? String(fallback);
  const n = Number(text);
  if (!Number.isInteger(n) || n < 0 || n > 65_535)
    throw new Error(`${name} must be a port number, not "${text}"`);
  return n;
}

function onOff(env: NodeJS.ProcessEnv, name: string): boolean | undefined {
  const text = env[name]?.toLowerCase();
  if (text === undefined || text === "") return undefined;
  if (["on", "1", "true", "yes"].includes(text)) return true;
  if (["off", "0", "false", "no"].includes(text)) return false;
  throw new Error(`${name} must be on or off, not "${text}"`);
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

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { DATABASE_URL: databaseUrl, MQTT_URL: mqttUrl } = env;
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new Error("DATABASE_URL must begin with postgres://");
  if (mqttUrl && !/^(mqtts?|wss?):\/\//.test(mqttUrl))
    throw new Error("MQTT_URL must begin with mqtt://, mqtts://, ws:// or wss://");
  return {
    host: env.HOST ?? "127.0.0.1",
    port: port(env, "PORT", 8080),
    dataDir: env.DATA_DIR ?? "data",
    databaseUrl: databaseUrl || undefined,
    mqttUrl: mqttUrl || undefined,
    mqttPort: env.MQTT_PORT?.toLowerCase() === "off" || mqttUrl ? undefined : port(env, "MQTT_PORT", 1883),
    demo: onOff(env, "DEMO"),
    captchaBypass: env.CAPTCHA_BYPASS_CODE || undefined,
    licencePublicKey: publicKey(env.LICENCE_PUBLIC_KEY),
    logLevel: env.LOG_LEVEL ?? "info",
  };
}
