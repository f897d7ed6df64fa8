import { connect as connectTcp } from "node:net";
import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import packets, { type Packet } from "mqtt-packet";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { HttpTestServer, reading, type TestTenant } from "../../http/testing/http-test-server.ts";
import { sql } from "../../kernel/db/sql.ts";

let server: HttpTestServer;
let a: TestTenant;
let b: TestTenant;
const open: MqttClient[] = [];

beforeAll(async () => {
  server = await HttpTestServer.start();
  a = await server.tenant(3);
  b = await server.tenant();
}, 60_000);
afterAll(async () => {
  for (const c of open) c.end(true);
  await server.stop();
});
beforeEach(() => {
  server.ledger.away = false;
  server.ledger.gate = async () => {};
});

const url = () => `mqtt://127.0.0.1:${server.mqttPort}`;
const topic = (chip: string) => `counters/${chip}/report`;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const closing = (c: MqttClient) => new Promise<void>((resolve) => c.once("close", () => resolve()));

async function client(username: string, password: string, o: IClientOptions = {}): Promise<MqttClient> {
  const c = await mqtt.connectAsync(url(), { username, password, reconnectPeriod: 0, ...o });
  c.on("error", () => {});
  open.push(c);
  return c;
}
/** Waits until the ledger has stored all readings of the journal. Returns the stored readings with this count. */
const storedOf = async (count: number) => {
  await server.app.ingest.intake.journal?.drained();
  return server.ledger.stored.filter((r) => r.count === count);
};
const quarantined = async (tenantId: number, text: string) => {
  const [rows] = await server.app.db.run(tenantId, [
    sql`
      select reason, chip_code, payload
      from quarantine
      where tenant_id = ${tenantId} and payload like ${`%${text}%`}
    `,
  ]);
  return rows ?? [];
};

describe.each([4, 5] as const)("MQTT version %i", (protocolVersion) => {
  const base = protocolVersion * 1000;

  it("stores a reading and a list before acknowledging", async () => {
    const c = await client(a.chip, "secret", { protocolVersion });
    await c.publishAsync(topic(a.chip), JSON.stringify(reading(a.chip, base + 1)), { qos: 1 });
    expect(await storedOf(base + 1)).toMatchObject([{ channel: 2, battery: 80 }]);
    const list = [reading(a.chip, base + 2), { ...reading(a.chip, base + 3), WRITER_IMIE: undefined }];
    await c.publishAsync(topic(a.chip), JSON.stringify(list), { qos: 1 });
    expect([...(await storedOf(base + 2)), ...(await storedOf(base + 3))]).toHaveLength(2);
    await c.publishAsync(topic(a.chip), JSON.stringify(reading(a.chip, base + 4)), { qos: 2 });
    expect((await storedOf(base + 4)).length).toBe(1);
  });

  it("acknowledges while the ledger is slow or down, because the journal is on disk", async () => {
    const c = await client(a.chip, "secret", { protocolVersion });
    let let_go: () => void = () => {};
    server.ledger.gate = () => new Promise((resolve) => (let_go = resolve));
    await c.publishAsync(topic(a.chip), JSON.stringify(reading(a.chip, base + 10)), { qos: 1 });
    await expect.poll(() => server.app.ingest.gather.length).toBe(1);
    expect(server.ledger.stored.filter((r) => r.count === base + 10)).toEqual([]);
    server.ledger.gate = async () => {};
    let_go();
    expect((await storedOf(base + 10)).length).toBe(1);
    server.ledger.away = true;
    for (let i = 0; i < 20; i++)
      await c.publishAsync(topic(a.chip), JSON.stringify(reading(a.chip, base + 20 + i)), { qos: 1 });
    expect(server.ledger.stored.filter((r) => r.count === base + 20)).toEqual([]);
    server.ledger.away = false;
    for (let i = 0; i < 20; i++) expect((await storedOf(base + 20 + i)).length).toBe(1);
  });

  it("stores a reading whose journal entry cannot be written", async () => {
    const { journal } = server.app.ingest.intake;
    if (!journal) throw new Error("the server has no journal");
    const addOne = vi.spyOn(journal, "addOne").mockImplementationOnce((_line, written) => {
      setImmediate(() => written(new Error("disk full")));
      return true;
    });
    const c = await client(a.chip, "secret", { protocolVersion });
    await c.publishAsync(topic(a.chip), JSON.stringify(reading(a.chip, base + 40)), { qos: 1 });
    expect(await storedOf(base + 40)).toHaveLength(1);
    await c.publishAsync(topic(a.chip), JSON.stringify(reading(a.chip, base + 41)), { qos: 1 });
    expect(await storedOf(base + 41)).toHaveLength(1);
    expect(addOne).toHaveBeenCalledTimes(2);
    addOne.mockRestore();
  });

  it("sends a counter its settings, and again after a change", async () => {
    const c = await client(a.chip, "secret", { protocolVersion });
    const got: { payload: string; retain: boolean }[] = [];
    c.on("message", (_t, payload, packet) =>
      got.push({ payload: payload.toString(), retain: packet.retain }),
    );
    const granted = await c.subscribeAsync(`counters/${a.chip}/config`, { qos: 1 });
    expect(granted[0]?.qos).toBe(1);
    await expect.poll(() => got.length).toBe(1);
    expect(got[0]).toEqual({ payload: '{"ENABLE_GPS":"Y","INT_GPS":24}', retain: true });
    const answer = await server.post("/mitt", a.token, {
      Type: "update",
      MENU_ID: "CT101",
      TableName: "BS_WRITER",
      Data: [{ WRITER_ID: `W-${a.chip}`, INT_GPS: 24 + protocolVersion }],
    });
    expect(answer).toMatchObject({ Code: 0 });
    await expect.poll(() => got.at(-1)?.payload).toBe(`{"ENABLE_GPS":"Y","INT_GPS":${24 + protocolVersion}}`);
    await server.post("/mitt", a.token, {
      Type: "update",
      MENU_ID: "CT101",
      TableName: "BS_WRITER",
      Data: [{ WRITER_ID: `W-${a.chip}`, INT_GPS: 24 }],
    });
  });

  it("lets no client read the topics of others", async () => {
    const c = await client(a.chip, "secret", { protocolVersion });
    for (const foreign of [`counters/${b.chip}/config`, "counters/+/config", "#", "$SYS/#", topic(a.chip)]) {
      const granted = await c.subscribeAsync(foreign, { qos: 1 }).catch(() => [{ qos: 128 }]);
      expect(granted.every((g) => (g.qos as number) >= 128)).toBe(true);
    }
  });

  it("refuses wrong secrets and unknown counters", async () => {
    await expect(client(a.chip, "wrong", { protocolVersion })).rejects.toThrow();
    await expect(client("nobody", "secret", { protocolVersion })).rejects.toThrow();
    await expect(client("gateway", "1.wrong", { protocolVersion })).rejects.toThrow();
  });

  it("disconnects clients that publish on another counter's topic", async () => {
    const c = await client(a.chips[1] ?? "", "secret", { protocolVersion });
    const closed = closing(c);
    c.publish(topic(b.chip), JSON.stringify(reading(b.chip, base + 50)), { qos: 1 });
    await closed;
    expect(await storedOf(base + 50)).toEqual([]);
  });
});

describe("MQTT ingest", () => {
  it("quarantines invalid messages and stays connected", async () => {
    const c = await client(a.chip, "secret");
    const mark = `mark-${Date.now()}`;
    await c.publishAsync(topic(a.chip), `{"broken ${mark}`, { qos: 1 });
    await c.publishAsync(topic(a.chip), JSON.stringify(reading(a.chip, -5, { Reader_Id: mark })), { qos: 1 });
    await c.publishAsync(topic(a.chip), Buffer.from([0, 255, 0]), { qos: 1 });
    await c.publishAsync(topic(a.chip), "", { qos: 1 });
    await c.publishAsync(topic(a.chip), JSON.stringify(reading(a.chip, 7001)), { qos: 1 });
    expect(c.connected).toBe(true);
    expect((await storedOf(7001)).length).toBe(1);
    expect((await quarantined(a.tenantId, mark)).map((r) => [r.reason, r.chip_code])).toEqual([
      ["malformed", a.chip],
      ["malformed", a.chip],
    ]);
  });

  it("quarantines an acknowledged reading that the ledger cannot store, and stores the others", async () => {
    const c = await client(a.chip, "secret");
    server.ledger.poison = 7053;
    const list = [7050, 7051, 7052, 7053, 7054].map((n) => reading(a.chip, n));
    await c.publishAsync(topic(a.chip), JSON.stringify(list), { qos: 1 });
    const found = await Promise.all([7050, 7051, 7052, 7053, 7054].map(storedOf));
    expect(found.map((x) => x.length)).toEqual([1, 1, 1, 0, 1]);
    expect((await quarantined(a.tenantId, '"count":7053')).map((r) => r.reason)).toEqual(["malformed"]);
    server.ledger.poison = undefined;
  });

  it("refuses readings of another counter in a message", async () => {
    const c = await client(a.chip, "secret");
    await c.publishAsync(
      topic(a.chip),
      JSON.stringify([reading(b.chip, 7100), reading(a.chips[1] ?? "", 7101), reading(a.chip, 7102)]),
      { qos: 1 },
    );
    expect(await Promise.all([7100, 7101, 7102].map(async (n) => (await storedOf(n)).length))).toEqual([
      0, 0, 1,
    ]);
  });

  it("lets a gateway send readings for the counters of its tenant only", async () => {
    const g = await client("gateway", a.gateway);
    for (const [i, chip] of a.chips.entries())
      await g.publishAsync(topic(chip), JSON.stringify(reading(chip, 7200 + i)), { qos: 1 });
    await g.publishAsync(topic(b.chip), JSON.stringify(reading(b.chip, 7210)), { qos: 1 });
    await g.publishAsync(topic("stranger"), JSON.stringify(reading("stranger", 7211)), { qos: 1 });
    expect(
      await Promise.all([7200, 7201, 7202, 7210, 7211].map(async (n) => (await storedOf(n)).length)),
    ).toEqual([1, 1, 1, 0, 0]);
    const kept = await quarantined(a.tenantId, "7211");
    expect(kept.map((r) => [r.reason, r.chip_code])).toContainEqual(["unknown", "stranger"]);
  });

  it("keeps a client connected when another counter uses the same client id", async () => {
    const c = await client(a.chip, "secret", { clientId: "same" });
    await client(b.chip, "secret", { clientId: "same" });
    await wait(50);
    expect(c.connected).toBe(true);
  });

  it("disconnects a client whose secret was replaced", async () => {
    const chip = a.chips[2] ?? "";
    const c = await client(chip, "secret");
    const made = await server.post("/mitt", a.token, {
      Type: "rf_CounterSecret",
      InParams: { WRITER_ID: `W-${chip}` },
    });
    const { SECRET } = made.ReturnData as { SECRET: string };
    const closed = closing(c);
    c.publish(topic(chip), JSON.stringify(reading(chip, 7300)), { qos: 1 });
    await closed;
    expect(await storedOf(7300)).toEqual([]);
    const again = await client(chip, SECRET);
    await again.publishAsync(topic(chip), JSON.stringify(reading(chip, 7301)), { qos: 1 });
    expect((await storedOf(7301)).length).toBe(1);
  });

  it("disconnects a client that sends packets above 1 MiB or invalid bytes", async () => {
    const c = await client(a.chip, "secret");
    const closed = closing(c);
    c.publish(topic(a.chip), "x".repeat(1_100_000), { qos: 1 });
    await closed;
    for (const noise of [
      Buffer.from("GET / HTTP/1.1\r\n\r\n"),
      Buffer.from([0x10, 255, 255, 255, 255, 1, 0, 4]),
    ]) {
      const socket = connectTcp(server.mqttPort, "127.0.0.1", () => socket.write(noise));
      socket.on("error", () => {});
      await new Promise((resolve) => socket.once("close", resolve));
    }
  });

  it("ignores wills and the retain flag", async () => {
    const c = await client(a.chip, "secret", {
      will: { topic: topic(b.chip), payload: Buffer.from("x"), qos: 1, retain: true },
    });
    await c.publishAsync(topic(a.chip), JSON.stringify(reading(a.chip, 7400)), { qos: 1, retain: true });
    c.stream.destroy();
    await wait(50);
    expect((await storedOf(7400)).length).toBe(1);
  });

  it("stores a very high number of readings without loss and with limited memory", async () => {
    const c = await client(b.chip, "secret");
    const n = 5000;
    await Promise.all(
      Array.from({ length: n }, (_, i) =>
        c.publishAsync(
          topic(b.chip),
          `{"COUNT_TIMES":${100_000 + i},"sendTime":${1_600_000_000_000 + i * 1000}}`,
          {
            qos: 1,
          },
        ),
      ),
    );
    await server.app.ingest.intake.journal?.drained();
    expect(server.ledger.stored.filter((r) => r.count >= 100_000).length).toBe(n);
  });

  /** Opens a raw TCP connection. `heard` contains the received packets as text. */
  async function plain(keepalive: number, more: readonly Packet[] = []) {
    const socket = connectTcp(server.mqttPort, "127.0.0.1");
    const heard: string[] = [];
    const parser = packets.parser();
    parser.on("packet", (p: Packet) => heard.push(`${p.cmd} ${p.messageId ?? ""}`.trim()));
    socket.on("data", (bytes) => parser.parse(bytes));
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    const hello: Packet = {
      ...{ cmd: "connect", protocolId: "MQTT", protocolVersion: 4, clean: true, keepalive },
      ...{ clientId: `plain-${keepalive}`, username: a.chip, password: Buffer.from("secret") },
    };
    const say = (list: readonly Packet[]) =>
      socket.write(Buffer.concat(list.map((p) => packets.generate(p))));
    say([hello, ...more]);
    await expect.poll(() => heard.length).toBeGreaterThan(more.length);
    return { socket, heard, say, closed };
  }
  const report = (messageId: number, count: number): Packet => ({
    ...{ cmd: "publish", topic: topic(a.chip), qos: 1, messageId, dup: false, retain: false },
    payload: JSON.stringify(reading(a.chip, count)),
  });

  it("acknowledges in order, however packets are split", async () => {
    const c = await plain(60, [report(1, 7101), report(2, 7102)]);
    c.say([report(3, 7103), report(4, 7104), report(5, 7105)]);
    await expect.poll(() => c.heard.length).toBe(6);
    c.say([report(6, 7106), { cmd: "pingreq" }]);
    await expect.poll(() => c.heard.length).toBe(8);
    const bytes = packets.generate(report(7, 7107));
    c.socket.write(bytes.subarray(0, 30));
    await wait(30);
    c.socket.write(bytes.subarray(30));
    await expect.poll(() => c.heard.length).toBe(9);
    expect(c.heard[0]).toBe("connack");
    expect(c.heard).toContain("pingresp");
    const acknowledged = c.heard.filter((h) => h.startsWith("puback"));
    expect(acknowledged).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `puback ${n}`));
    for (const n of [7101, 7102, 7103, 7104, 7105, 7106, 7107]) expect(await storedOf(n)).toHaveLength(1);
    c.socket.destroy();
  });

  it("keeps a connection that sends reports, and closes one that is silent beyond its keep-alive", async () => {
    const c = await plain(1);
    for (let i = 1; i <= 3; i++) {
      await wait(900);
      c.say([report(i, 7200 + i)]);
    }
    await expect.poll(() => c.heard.length).toBe(4);
    const began = Date.now();
    await c.closed;
    expect(Date.now() - began).toBeGreaterThan(1000);
    expect(Date.now() - began).toBeLessThan(5000);
  });

  it("slows down guessing of secrets", async () => {
    let refused = "";
    for (let i = 0; i < 14; i++)
      await client(b.chip, `guess ${i}`).catch((e: Error) => {
        refused = e.message;
      });
    expect(refused).toMatch(/unavailable/i);
  });
});
