import { SparkplugSim } from "@shotkeeper/tools/sparkplug";
import mqtt from "mqtt";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { HttpTestServer, type TestTenant } from "../../http/testing/http-test-server.ts";
import { sql } from "../../kernel/db/sql.ts";

let server: HttpTestServer;
let t: TestTenant;
const open: SparkplugSim[] = [];
beforeAll(async () => {
  server = await HttpTestServer.start({}, true);
  t = await server.tenant();
}, 60_000);
afterAll(async () => {
  for (const sim of open) sim.kill();
  await server.stop();
});

const minute = 60_000;
const run = async (Type: string, InParams: object) => {
  const answer = await server.post("/mitt", t.token, { Type, InParams });
  expect(answer).toMatchObject({ Code: 0 });
  return answer.ReturnData as Record<string, unknown>;
};

async function connector() {
  const made = await run("rf_MakeConnector", { CONNECTOR_NAME: "sp", CONNECTOR_KIND: "sparkplug" });
  const id = Number(made.CONNECTOR_ID);
  const map = {
    ITEMS_PATH: "/samples",
    ID_PATH: "/device",
    TIME_PATH: "/at",
    COUNT_PATH: "/values/Counters~1Shots",
  };
  const named = { CONNECTOR_ID: id, CONNECTOR_NAME: "sp", WRITER_TYPE: "LTE", INT_REPORT: 1, IS_ACTIVE: "Y" };
  await run("rf_SetConnector", { ...named, ...map });
  return { id, secret: String(made.SECRET) };
}

const start = (secret: string, node: string, devices: readonly string[], count: number, at: number) => {
  const sim = new SparkplugSim(`mqtt://127.0.0.1:${server.mqttPort}`, secret, node, devices, count, at);
  open.push(sim);
  return sim;
};

const countOf = async (chip: string) => {
  const [rows] = await server.app.db.run(t.tenantId, [
    sql<{ n: number; count: number }>`
      select coalesce(sum(h.shots), 0)::int as n, max(s.count)::int as count
      from counter c
      join counter_state s on s.tenant_id = c.tenant_id and s.counter_id = c.counter_id
      left join shot_hour h on h.tenant_id = c.tenant_id and h.counter_id = c.counter_id
      where c.tenant_id = ${t.tenantId} and c.chip_code = ${chip}
    `,
  ]);
  return rows[0];
};

async function adopt(connectorId: number, ...ids: string[]) {
  await vi.waitFor(
    async () => {
      await server.app.receiver.log.flush();
      await run("rf_AdoptDevices", { CONNECTOR_ID: connectorId, REMOTE_IDS: ids });
    },
    { timeout: 10_000, interval: 300 },
  );
}

it("counts births, data and a reset exactly, over kills and lost messages", { timeout: 90_000 }, async () => {
  const { id, secret } = await connector();
  const begin = Date.now() - 60 * minute;
  const at = (i: number) => begin + i * minute;
  const devices = ["a", "b"];
  const sim = start(secret, "n1", devices, 100, at(0));
  await sim.connect();
  const chips = devices.map((d) => `Plant-n1-${d}`);
  await adopt(id, "Plant/n1/a", "Plant/n1/b");
  // The device b begins a new job at minute 20, so its count begins at 0 again.
  const b = (i: number) => (i < 20 ? 100 + 2 * i : 2 * (i - 19));
  for (let i = 1; i <= 40; i++) {
    if (i % 13 === 0) {
      sim.kill();
      await sim.connect();
    }
    // Loses some messages. The server then notices the gap and asks for the births (the messages with all metrics),
    // which contain the present counts.
    const isLost = [7, 14, 28].includes(i);
    const before = sim.rebirths;
    await sim.data("a", 100 + 3 * i, at(i), { isLost });
    if (i % 5 === 0) await sim.note("a", `M-${i}`, at(i));
    await sim.data("b", b(i), at(i));
    // Waits until the server has read the reset of the device b (minute 20), because the next kill of the node could
    // lose this message: nodes publish with QoS 0. The server would then never learn the count before the reset.
    if (i === 20)
      await vi.waitFor(async () => expect((await countOf(chips[1] ?? ""))?.count).toBe(b(i)), {
        timeout: 20_000,
        interval: 100,
      });
    if (!isLost) continue;
    await vi.waitFor(() => expect(sim.rebirths).toBe(before + 1), { timeout: 5000 });
    await sim.lastRebirth;
  }
  // Sends a late count of minute 35 (`isHistorical`), as a node does after it had no connection.
  await sim.data("a", 100 + 3 * 35 + 1, at(35.5), { isHistorical: true });
  await vi.waitFor(
    async () => {
      expect(await countOf(chips[0] ?? "")).toEqual({ n: 120, count: 220 });
      expect(await countOf(chips[1] ?? "")).toEqual({ n: 38 + 42, count: 42 });
    },
    { timeout: 20_000, interval: 300 },
  );
  expect(sim.rebirths).toBe(3);
});

it("reads nothing by alias before a birth, and refuses bytes that are no payload", {
  timeout: 30_000,
}, async () => {
  const { id, secret } = await connector();
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: "connector",
    password: secret,
    clientId: "raw",
  });
  const asked = new Promise<string>((resolve) => client.on("message", (topic) => resolve(topic)));
  await client.subscribeAsync("spBv1.0/Plant/NCMD/n2", { qos: 0 });
  // Sends a message with the sequence number 7 and without metrics. The server has seen no birth of this node yet (the
  // message that announces its metrics), so it must ask for one.
  await client.publishAsync("spBv1.0/Plant/DDATA/n2/a", Buffer.from([0x18, 7]), { qos: 1 });
  expect(await asked).toBe("spBv1.0/Plant/NCMD/n2");
  await client.publishAsync("spBv1.0/Plant/NBIRTH/n2", Buffer.from([0xff, 0xff]), { qos: 1 });
  await client.endAsync();
  await server.app.receiver.log.flush();
  const [rows] = await server.app.db.run(t.tenantId, [
    sql`
      select outcome, reason
      from connector_message
      where tenant_id = ${t.tenantId} and connector_id = ${id}
      order by message_id
    `,
  ]);
  expect(rows).toEqual([
    { outcome: "notice", reason: "S0623^Plant/n2/a" },
    { outcome: "refused", reason: "S0206" },
  ]);
});

it("loses no shot of a count with QoS 0 although every second message is lost, and reads repeats once", {
  timeout: 60_000,
}, async () => {
  const { id, secret } = await connector();
  const begin = Date.now() - 60 * minute;
  const sim = start(secret, "n3", ["a"], 50, begin);
  await sim.connect();
  await adopt(id, "Plant/n3/a");
  for (let i = 1; i <= 20; i++) {
    const before = sim.rebirths;
    const isLost = i % 2 === 1;
    await sim.data("a", 50 + 3 * i, begin + i * minute, { isLost, isTwice: !isLost });
    if (isLost || i === 2) continue;
    // The server asks for births at most once in five seconds, so it does not ask after most gaps. If it has asked,
    // waits for the birth that the node sends.
    if (sim.rebirths > before) await sim.lastRebirth;
  }
  sim.kill();
  await sim.connect();
  await vi.waitFor(async () => expect(await countOf("Plant-n3-a")).toEqual({ n: 60, count: 110 }), {
    timeout: 20_000,
    interval: 300,
  });
});

it("tells nodes that it is online, and that it goes offline, with the time of its birth", {
  timeout: 60_000,
}, async () => {
  const other = await HttpTestServer.start({}, true);
  const tenant = await other.tenant();
  const made = await other.post("/mitt", tenant.token, {
    Type: "rf_MakeConnector",
    InParams: { CONNECTOR_NAME: "sp", CONNECTOR_KIND: "sparkplug" },
  });
  const { SECRET } = made.ReturnData as { SECRET: string };
  const states: { online: boolean; timestamp: number }[] = [];
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${other.mqttPort}`, {
    username: "connector",
    password: SECRET,
    reconnectPeriod: 0,
  });
  client.on("message", (_topic, payload) => states.push(JSON.parse(payload.toString())));
  await client.subscribeAsync("spBv1.0/STATE/shotkeeper", { qos: 1 });
  await vi.waitFor(() => expect(states).toHaveLength(1), { timeout: 5000 });
  await other.stop();
  await vi.waitFor(() => expect(states).toHaveLength(2), { timeout: 5000 });
  const [birth, death] = states;
  expect(birth).toMatchObject({ online: true });
  expect(death).toEqual({ online: false, timestamp: birth?.timestamp });
});
