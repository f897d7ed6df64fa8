import mqtt, { type MqttClient } from "mqtt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HttpTestServer, type TestTenant } from "../../http/testing/http-test-server.ts";

let server: HttpTestServer;
let t: TestTenant;
const open: MqttClient[] = [];

beforeAll(async () => {
  server = await HttpTestServer.start({}, true);
  t = await server.tenant(3);
}, 60_000);
afterAll(async () => {
  for (const c of open) c.end(true);
  await server.stop();
});

const hour = 3_600_000;
const start = Math.floor(Date.now() / hour - 24) * hour;
const item = (chip: string, minutes: number, count: number) => ({
  WRITER_IMIE: chip,
  COUNT_TIMES: count,
  sendTime: start + minutes * 60_000,
});

async function client(username: string, password: string, protocolVersion: 4 | 5) {
  const c = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username,
    password,
    protocolVersion,
    reconnectPeriod: 0,
  });
  open.push(c);
  const receipts: { topic: string; receipt: unknown }[] = [];
  c.on("message", (topic, payload) => receipts.push({ topic, receipt: JSON.parse(payload.toString()) }));
  const send = (chip: string, body: unknown) =>
    c.publishAsync(`counters/${chip}/report`, typeof body === "string" ? body : JSON.stringify(body), {
      qos: 1,
    });
  return { c, receipts, send };
}

describe.each([4, 5] as const)("receipts by MQTT version %i", (version) => {
  const chipOf = () => t.chips[version === 4 ? 0 : 1] ?? "";

  it("tell accepted, quarantined and rejected items apart", async () => {
    const chip = chipOf();
    const { c, receipts, send } = await client(chip, "secret", version);
    await c.subscribeAsync(`counters/${chip}/receipt`);
    const topic = `counters/${chip}/receipt`;
    await send(chip, [
      item(chip, 0, 100),
      item(chip, 60, 160),
      item(chip, 61, 5_000_000),
      { ...item(chip, 62, 170), rssi: 5 },
      item("nobody", 0, 1),
    ]);
    await expect
      .poll(() => receipts)
      .toEqual([{ topic, receipt: { accepted: 2, duplicates: 0, quarantined: 1, rejected: 2 } }]);
    await send(chip, item(chip, 60, 160));
    await expect
      .poll(() => receipts[1])
      .toEqual({ topic, receipt: { accepted: 0, duplicates: 1, quarantined: 0, rejected: 0 } });
    await send(chip, "{broken");
    await expect
      .poll(() => receipts[2])
      .toEqual({ topic, receipt: { accepted: 0, duplicates: 0, quarantined: 0, rejected: 1 } });
    await c.unsubscribeAsync(topic);
    await send(chip, item(chip, 120, 200));
    await server.app.ingest.intake.journal?.drained();
    await send(chip, item(chip, 121, 201));
    await server.app.ingest.intake.journal?.drained();
    expect(receipts).toHaveLength(3);
  });

  it("go to the gateway that sent the message, and to nobody else", async () => {
    const chip = t.chips[2] ?? "";
    const gateway = await client("gateway", t.gateway, version);
    await gateway.c.subscribeAsync("counters/+/receipt");
    const counter = await client(chip, "secret", version);
    await counter.c.subscribeAsync(`counters/${chip}/receipt`);
    await gateway.send(chip, item(chip, version * 100, version * 100));
    await gateway.send(`new-${t.chip}`, item(`new-${t.chip}`, 1, 1));
    await expect.poll(() => gateway.receipts.length).toBe(2);
    expect(gateway.receipts).toEqual(
      expect.arrayContaining([
        {
          topic: `counters/${chip}/receipt`,
          receipt: { accepted: 1, duplicates: 0, quarantined: 0, rejected: 0 },
        },
        {
          topic: `counters/new-${t.chip}/receipt`,
          receipt: { accepted: 0, duplicates: 0, quarantined: 0, rejected: 1 },
        },
      ]),
    );
    expect(counter.receipts).toEqual([]);
    const foreign = await counter.c.subscribeAsync(`counters/${t.chip}/receipt`).catch(() => [{ qos: 128 }]);
    expect(foreign.every((g) => (g.qos as number) >= 128)).toBe(true);
  });
});
