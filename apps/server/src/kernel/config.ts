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
    logLevel: env.LOG_LEVEL ?? "info",
  };
}
