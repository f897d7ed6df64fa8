import mqtt, { type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { HttpTestServer, type TestTenant } from "../../http/testing/http-test-server.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { Receiver } from "../connector/receiver.ts";
import { Buckets } from "../ingest/buckets.ts";
import { receiveMessage } from "./mqtt-connector.ts";

let server: HttpTestServer;
let a: TestTenant;
let b: TestTenant;
const open: MqttClient[] = [];

beforeAll(async () => {
  server = await HttpTestServer.start();
  a = await server.tenant();
  b = await server.tenant();
}, 60_000);
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  for (const c of open) c.end(true);
  await server.stop();
});

async function connector(t: TestTenant) {
  const made = await server.post("/mitt", t.token, {
    Type: "rf_MakeConnector",
    InParams: { CONNECTOR_NAME: "m", CONNECTOR_KIND: "http" },
  });
  return made.ReturnData as { CONNECTOR_ID: number; SECRET: string };
}

async function client(username: string, password: string, clientId: string): Promise<MqttClient> {
  const c = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    ...{ username, password, clientId, reconnectPeriod: 0 },
  });
  c.on("error", () => {});
  open.push(c);
  return c;
}

const logOf = async (t: TestTenant, connectorId: number) => {
  const [rows] = await server.app.db.run(t.tenantId, [
    sql`
      select outcome, reason, topic, device_id, body
      from connector_message
      where tenant_id = ${t.tenantId} and connector_id = ${connectorId}
    `,
  ]);
  return rows;
};

it("keeps senders of different tenants connected that use the same client id", async () => {
  const [first, second] = [await connector(a), await connector(b)];
  const c = await client("connector", first.SECRET, "bridge");
  const g = await client("gateway", a.gateway, "bridge");
  await client("connector", second.SECRET, "bridge");
  await client("gateway", b.gateway, "bridge");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([c.connected, g.connected]).toEqual([true, true]);
});

it("counts messages towards the rate limit of their connector", async () => {
  const { CONNECTOR_ID: id, SECRET } = await connector(a);
  const owe = vi.spyOn(Buckets.prototype, "owe");
  const c = await client("connector", SECRET, "pace");
  await c.publishAsync("a/b", "no JSON", { qos: 1 });
  expect(owe).toHaveBeenCalledWith(`x ${a.tenantId} ${id}`, expect.any(Number), 1);
});

it("refuses a message into the log that fails again and again", { timeout: 20_000 }, async () => {
  const { CONNECTOR_ID: id } = await connector(a);
  const real = server.app.receiver;
  const found = await real.connectors.byId(a.tenantId, id);
  if (!found) throw new Error("no connector");
  let tries = 0;
  const failing: Receiver = Object.assign(Object.create(real) as Receiver, {
    receive: async () => {
      if (++tries > 8) return { parts: {}, reason: null };
      throw new Error("strange");
    },
  });
  const message = { body: "{}", query: {}, topic: "a/d\u00001", receivedAt: Date.now() };
  await receiveMessage(failing, found.source, message, "", () => true);
  expect(await logOf(a, id)).toEqual([
    { outcome: "refused", reason: "S0209^MQTT", topic: "a/d\ufffd1", device_id: null, body: "{}" },
  ]);
});

it("admits a right secret after many wrong ones from the same address", async () => {
  const { SECRET } = await connector(a);
  for (const address of ["127.0.0.1", "::ffff:127.0.0.1", "::1"])
    server.app.ingest.sources.failed(address, "", 60);
  await expect(client("connector", `${a.tenantId}.${"w".repeat(32)}`, "x")).rejects.toThrow(/unavailable/i);
  expect((await client("connector", SECRET, "y")).connected).toBe(true);
});
