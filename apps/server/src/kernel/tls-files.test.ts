import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeAuthority, type TestAuthority } from "../testing/certificates.ts";
import { readConfig } from "./config.ts";
import { readTlsFiles } from "./tls-files.ts";

let ca: TestAuthority;
let env: Record<string, string>;
beforeAll(() => {
  ca = makeAuthority();
  env = { MQTT_TLS_CERT: ca.file("server.crt"), MQTT_TLS_KEY: ca.file("server.key") };
  writeFileSync(ca.file("none.pem"), "no certificate");
  writeFileSync(ca.file("damaged.pem"), "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
  copyFileSync(ca.file("ca.crt"), ca.file("both.pem"));
  writeFileSync(ca.file("both.pem"), ca.read("ca.crt") + ca.read("server.crt"));
});
afterAll(() => rmSync(ca.dir, { recursive: true }));

const problem = (more: Record<string, string>) => () => readConfig({ ...env, ...more });

it("reads the settings of the TLS port", () => {
  const { MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key } = env;
  expect(readConfig(env).mqttTls).toEqual({ port: 8883, cert, key, clientCa: undefined });
  const more = { MQTTS_PORT: "1", MQTT_TLS_CLIENT_CA: ca.file("ca.crt"), MQTT_PORT: "off" };
  expect(readConfig({ ...env, ...more })).toMatchObject({
    mqttPort: undefined,
    mqttTls: { port: 1, clientCa: ca.file("ca.crt") },
  });
  expect(readConfig({ ...env, MQTTS_PORT: "off" }).mqttTls).toBeUndefined();
  expect(readConfig({ MQTT_TLS_CERT: "", MQTT_TLS_KEY: "", MQTTS_PORT: "" }).mqttTls).toBeUndefined();
});

it("names the setting that is wrong", () => {
  expect(() => readConfig({ MQTTS_PORT: "8883" })).toThrow("MQTTS_PORT needs MQTT_TLS_CERT and MQTT_TLS_KEY");
  expect(() => readConfig({ MQTT_TLS_CLIENT_CA: "x" })).toThrow("MQTT_TLS_CLIENT_CA needs MQTT_TLS_CERT");
  expect(problem({ MQTT_TLS_KEY: "" })).toThrow("MQTT_TLS_CERT and MQTT_TLS_KEY go together");
  expect(problem({ MQTT_URL: "mqtt://x" })).toThrow("MQTT_TLS_CERT is for the embedded broker");
  expect(problem({ MQTTS_PORT: "x" })).toThrow('MQTTS_PORT must be a port number, not "x"');
  expect(problem({ MQTT_TLS_CERT: "/nowhere" })).toThrow("MQTT_TLS_CERT must name a file: ENOENT");
  expect(problem({ MQTT_TLS_CERT: ca.file("none.pem") })).toThrow(
    "MQTT_TLS_CERT must name a PEM file with a certificate",
  );
  expect(problem({ MQTT_TLS_CERT: ca.file("damaged.pem") })).toThrow(
    "MQTT_TLS_CERT has a certificate that is damaged",
  );
  expect(problem({ MQTT_TLS_KEY: ca.file("none.pem") })).toThrow(
    "MQTT_TLS_KEY must name a PEM file with a private key",
  );
  expect(problem({ MQTT_TLS_KEY: ca.file("counter.key") })).toThrow(
    "MQTT_TLS_KEY is not the key of MQTT_TLS_CERT",
  );
  expect(problem({ MQTT_TLS_CLIENT_CA: ca.file("both.pem") })).toThrow(
    "MQTT_TLS_CLIENT_CA must have certificates of authorities only",
  );
});

it("refuses a certificate that has expired", () => {
  const files = { cert: ca.file("server.crt"), key: ca.file("server.key"), clientCa: undefined };
  expect(() => readTlsFiles(files, Date.now() + 826 * 86_400_000)).toThrow("MQTT_TLS_CERT has expired: ");
  expect(readTlsFiles(files, Date.now() + 824 * 86_400_000).cert).toBe(ca.read("server.crt"));
});
