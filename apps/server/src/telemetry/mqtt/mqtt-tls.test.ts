import { copyFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { connect as connectTls, type PeerCertificate } from "node:tls";
import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpTestServer, reading, type TestTenant } from "../../http/testing/http-test-server.ts";
import { sql } from "../../kernel/db/sql.ts";
import { machineName, makeAuthority, type TestAuthority } from "../../testing/certificates.ts";
import { certifiedName } from "./mqtt-tls.ts";

let ca: TestAuthority;
let foreign: TestAuthority;
let server: HttpTestServer;
let a: TestTenant;
let codeOfA: string;
const open: MqttClient[] = [];

async function codeOf(tenantId: number): Promise<string> {
  const [rows] = await server.app.db.platform(sql`select code from tenant where tenant_id = ${tenantId}`);
  return String(rows?.[0]?.code);
}

beforeAll(async () => {
  ca = makeAuthority();
  foreign = makeAuthority();
  const files = { cert: ca.file("server.crt"), key: ca.file("server.key"), clientCa: ca.file("ca.crt") };
  server = await HttpTestServer.start({ mqttTls: { port: 0, ...files } });
  a = await server.tenant(3);
  codeOfA = await codeOf(a.tenantId);
}, 60_000);
afterAll(async () => {
  for (const c of open) c.end(true);
  await server.stop();
  for (const { dir } of [ca, foreign]) rmSync(dir, { recursive: true });
});

const tlsPort = () => server.app.ingest.mqtt?.tlsPort ?? 0;

async function client(o: IClientOptions): Promise<MqttClient> {
  const url = `mqtts://localhost:${tlsPort()}`;
  const c = await mqtt.connectAsync(url, {
    ca: ca.read("ca.crt"),
    reconnectPeriod: 0,
    connectTimeout: 5000,
    ...o,
  });
  c.on("error", () => {});
  open.push(c);
  return c;
}

/** Resolves when the broker closes the connection before the log-in, without a message of MQTT. */
async function closedBeforeLogIn(o: IClientOptions): Promise<void> {
  const c = mqtt.connect(`mqtts://localhost:${tlsPort()}`, {
    ca: ca.read("ca.crt"),
    reconnectPeriod: 0,
    ...o,
  });
  open.push(c);
  c.on("error", () => {});
  c.on("connect", () => c.end());
  await closing(c);
  expect(c.disconnecting).toBe(false);
}

const closing = (c: MqttClient) => new Promise<void>((resolve) => c.once("close", () => resolve()));
const send = (c: MqttClient, chip: string, count: number) =>
  c.publishAsync(`counters/${chip}/report`, JSON.stringify(reading(chip, count)), { qos: 1 });
const storedOf = async (count: number) => {
  await server.app.ingest.intake.journal?.drained();
  return server.ledger.stored.filter((r) => r.count === count).length;
};
const uriOf = (chip: string) => machineName(codeOfA, "counter", chip);

describe.each([4, 5] as const)("over TLS, MQTT version %i", (protocolVersion) => {
  it("a counter and a gateway log in with their passwords", async () => {
    const counter = await client({ protocolVersion, username: a.chip, password: "secret" });
    await send(counter, a.chip, protocolVersion * 100);
    const gateway = await client({ protocolVersion, username: "gateway", password: a.gateway });
    await send(gateway, a.chip, protocolVersion * 100 + 1);
    expect(await storedOf(protocolVersion * 100)).toBe(1);
    expect(await storedOf(protocolVersion * 100 + 1)).toBe(1);
    const wrong = client({ protocolVersion, username: a.chip, password: "wrong" });
    await expect(wrong).rejects.toThrow(/Not authorized/);
  });

  it("a counter logs in with its certificate alone, and reaches only its own topics", async () => {
    const c = await client({ protocolVersion, ...ca.client(`c${protocolVersion}`, uriOf(a.chip)) });
    await send(c, a.chip, protocolVersion * 100 + 2);
    expect(await storedOf(protocolVersion * 100 + 2)).toBe(1);
    const granted = await c.subscribeAsync(`counters/${a.chip}/config`).catch(() => undefined);
    expect(granted?.[0]?.qos).toBe(0);
    const closed = closing(c);
    c.publish(`counters/${a.chips[1]}/report`, JSON.stringify(reading(a.chips[1] ?? "", 1)), { qos: 1 });
    await closed;
  });
});

describe("a client certificate", () => {
  it("serves a gateway until the gateway is revoked", async () => {
    const run = async (Type: string, InParams: object) => {
      const answer = await server.post("/mitt", a.token, { Type, InParams });
      expect(answer).toMatchObject({ Code: 0 });
      return answer.ReturnData as { GATEWAY_ID: number };
    };
    const { GATEWAY_ID } = await run("rf_MakeGateway", { GATEWAY_NAME: "Hall 1" });
    const certificate = ca.client("gw", machineName(codeOfA, "gateway", GATEWAY_ID));
    const c = await client(certificate);
    await send(c, a.chip, 700);
    // Replaces the key of the gateway. The connection by certificate must stay open.
    await run("rf_RotateGateway", { GATEWAY_ID, OVERLAP_HOURS: 0 });
    await send(c, a.chip, 701);
    expect((await storedOf(700)) + (await storedOf(701))).toBe(2);
    const closed = closing(c);
    await run("rf_RevokeGateway", { GATEWAY_ID });
    await closed;
    await expect(client(certificate)).rejects.toThrow(/Not authorized/);
  });

  it("of a retired counter is refused, and its connection is closed", async () => {
    const chip = a.chips[2] ?? "";
    const certificate = ca.client("retired", uriOf(chip));
    const c = await client(certificate);
    const closed = closing(c);
    const input = { WRITER_IDS: [`W-${chip}`], REASON: "worn" };
    const answer = await server.post("/mitt", a.token, { Type: "rf_RetireCounters", InParams: input });
    expect(answer).toMatchObject({ Code: 0 });
    await closed;
    await expect(client(certificate)).rejects.toThrow(/Not authorized/);
  });

  it("of another authority is refused, even with a right password", async () => {
    const stranger = { ...foreign.client("stranger", uriOf(a.chip)) };
    await closedBeforeLogIn({ ...stranger, username: a.chip, password: "secret" });
    await closedBeforeLogIn(stranger);
  });

  it("without the name of a machine, for another purpose, or with a mistaken user name is refused", async () => {
    await closedBeforeLogIn(ca.client("nameless"));
    await closedBeforeLogIn({ cert: ca.read("server.crt"), key: ca.read("server.key") });
    const own = ca.client("named", uriOf(a.chip));
    await expect(client({ ...own, username: a.chips[1] ?? "" })).rejects.toThrow(/Not authorized/);
    const c = await client({ ...own, username: a.chip, password: "not looked at" });
    expect(c.connected).toBe(true);
  });

  it("names a machine of its own tenant only", async () => {
    const b = await server.tenant();
    const codeOfB = await codeOf(b.tenantId);
    const wrong = [
      machineName(codeOfB, "counter", a.chip),
      machineName("nobody", "counter", a.chip),
      machineName(codeOfA, "counter", "nobody"),
      machineName(codeOfA, "gateway", 999_999),
    ];
    for (const [i, uri] of wrong.entries())
      await expect(client(ca.client(`wrong${i}`, uri)), uri).rejects.toThrow(/Not authorized/);
  });
});

it.each([
  ["URI:urn:shotkeeper:demo:counter:86-79_x", { tenantCode: "demo", kind: "counter", name: "86-79_x" }],
  ["DNS:a, URI:urn:shotkeeper:d:gateway:12", { tenantCode: "d", kind: "gateway", name: "12" }],
  ["URI:urn:shotkeeper:d:gateway:1, URI:urn:shotkeeper:d:gateway:2", undefined],
  ["URI:urn:shotkeeper:d:gateway:x", undefined],
  ["URI:urn:shotkeeper:d:counter:", undefined],
  ["URI:urn:shotkeeper:d:user:admin", undefined],
  ['DNS:"a, URI:urn:shotkeeper:d:gateway:1, b"', undefined],
  ["URI:urn:shotkeeper:d:counter:a b", undefined],
  [undefined, undefined],
])("reads the machine of the names %s", (subjectAltName, expected) => {
  expect(certifiedName({ subjectAltName })).toEqual(expected);
});

describe("the TLS server", () => {
  const peer = () =>
    new Promise<PeerCertificate>((resolve, reject) => {
      const socket = connectTls({ host: "localhost", port: tlsPort(), rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate());
        socket.destroy();
      });
      socket.once("error", reject);
    });

  it("refuses TLS 1.1 and connections without TLS", async () => {
    const old = new Promise((resolve, reject) => {
      connectTls({ host: "localhost", port: tlsPort(), maxVersion: "TLSv1.1", minVersion: "TLSv1.1", ca: "" })
        .once("secureConnect", resolve)
        .once("error", reject);
    });
    await expect(old).rejects.toThrow();
    const plain = new Promise<void>((resolve) => {
      const socket = connectTcp(tlsPort(), "localhost", () => socket.write("\x10\x00".repeat(50)));
      socket.on("error", () => {});
      socket.once("close", () => resolve());
    });
    await plain;
    await expect(
      client({ ca: foreign.read("ca.crt"), username: a.chip, password: "secret" }),
    ).rejects.toThrow();
  });

  it("loads a new certificate on SIGHUP, and keeps the earlier one if a file is damaged", async () => {
    const before = (await peer()).fingerprint256;
    const c = await client({ username: a.chip, password: "secret" });
    for (const name of ["server.crt", "server.key"]) copyFileSync(foreign.file(name), ca.file(name));
    process.emit("SIGHUP", "SIGHUP");
    const after = (await peer()).fingerprint256;
    expect(after).not.toBe(before);
    expect(c.connected).toBe(true);
    writeFileSync(ca.file("server.key"), "damaged");
    process.emit("SIGHUP", "SIGHUP");
    expect((await peer()).fingerprint256).toBe(after);
  });

  it("loads it without a signal after a change", async () => {
    const before = (await peer()).fingerprint256;
    const third = makeAuthority();
    for (const name of ["server.crt", "server.key"]) {
      copyFileSync(third.file(name), ca.file(name));
      utimesSync(ca.file(name), new Date(), new Date(Date.now() + 5000));
    }
    rmSync(third.dir, { recursive: true });
    await expect
      .poll(async () => (await peer()).fingerprint256, { timeout: 15_000, interval: 500 })
      .not.toBe(before);
  }, 20_000);
});
