import mqtt, { type MqttClient } from "mqtt";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HttpTestServer, reading, type TestTenant } from "../../http/testing/http-test-server.ts";
import { sql } from "../../kernel/db/sql.ts";
import { EventBus } from "../../kernel/events.ts";
import { makeIngest } from "../ingest/ingest.ts";
import { openMqtt } from "./mqtt.ts";

const hour = 3_600_000;

let server: HttpTestServer;
let t: TestTenant;
const open: MqttClient[] = [];

beforeAll(async () => {
  server = await HttpTestServer.start();
  t = await server.tenant(2);
}, 60_000);
afterAll(async () => {
  for (const c of open) c.end(true);
  await server.stop();
});

async function run<T>(Type: string, InParams: object): Promise<T> {
  const answer = await server.post("/mitt", t.token, { Type, InParams });
  expect(answer).toMatchObject({ Code: 0 });
  return answer.ReturnData as T;
}

const make = (GATEWAY_NAME: string) =>
  run<{ GATEWAY_ID: number; KEY: string }>("rf_MakeGateway", { GATEWAY_NAME });

async function gateway(password: string): Promise<MqttClient> {
  const url = `mqtt://127.0.0.1:${server.mqttPort}`;
  const c = await mqtt.connectAsync(url, { username: "gateway", password, reconnectPeriod: 0 });
  c.on("error", () => {});
  open.push(c);
  return c;
}

const closing = (c: MqttClient) => new Promise<void>((resolve) => c.once("close", () => resolve()));
const report = (key: string, count: number) =>
  server.post("/jsq", `Gateway ${key}`, { Type: "report", Data: [reading(t.chip, count)] });

async function listed(id: number): Promise<Record<string, unknown> | undefined> {
  const body = { Type: "QueryByID", MENU_ID: "CT104", QueryID: "Q01", Limit: 100 };
  const { ReturnData } = await server.post("/mitt", t.token, body);
  return (ReturnData as { list: Record<string, unknown>[] }).list.find((r) => r.GATEWAY_ID === id);
}

it("lists gateways with prefix and last use", async () => {
  const { GATEWAY_ID, KEY } = await make("Hall 1");
  expect(await listed(GATEWAY_ID)).toMatchObject({
    GATEWAY_NAME: "Hall 1",
    GATEWAY_STATE: "active",
    KEY_PREFIX: KEY.slice(0, KEY.indexOf(".") + 5),
    LAST_USED_TIME: null,
    CREATED_BY: "admin",
  });
  expect(await report(KEY, 1)).toMatchObject({ Code: 0 });
  expect(await listed(GATEWAY_ID)).toMatchObject({ LAST_USED_FROM: "127.0.0.1" });
  const [rows] = await server.app.db.run(t.tenantId, [
    sql`select * from gateway where tenant_id = ${t.tenantId} and gateway_id = ${GATEWAY_ID}`,
  ]);
  expect(JSON.stringify(rows)).not.toContain(KEY);
});

it("cuts off a revoked gateway at once: open connections, new ones, and /jsq", async () => {
  const { GATEWAY_ID, KEY } = await make("Hall 2");
  const [a, b, other] = [await gateway(KEY), await gateway(KEY), await gateway(t.gateway)];
  await a.publishAsync(`counters/${t.chip}/report`, JSON.stringify(reading(t.chip, 10)), { qos: 1 });
  const closed = Promise.all([closing(a), closing(b)]);
  await run("rf_RevokeGateway", { GATEWAY_ID });
  await closed;
  expect(other.connected).toBe(true);
  expect((await report(KEY, 11)).Msg).toBe("S0010");
  await expect(gateway(KEY)).rejects.toThrow(/Not authorized/);
  expect(await listed(GATEWAY_ID)).toMatchObject({ GATEWAY_STATE: "revoked", REVOKED_BY: "admin" });
  const again = await server.post("/mitt", t.token, { Type: "rf_RevokeGateway", InParams: { GATEWAY_ID } });
  expect(again.Msg).toBe("S0394");
});

it("cuts it off on another server, by the event between servers", async () => {
  const { app } = server;
  const events = new EventBus();
  const { db, sessions, ledger, now } = app;
  const ingest = makeIngest({ db, sessions, events, ledger, now });
  const config = { ...app.config, dataDir: `${app.config.dataDir}/second` };
  await openMqtt(ingest, app.receiver, config, now, server.http.log);
  // Passes the events of the first server to the second one, in place of the relay by NOTIFY (event-relay.test.ts).
  app.events.listenAll((tenantId, e) => events.deliver(tenantId, e));
  const { GATEWAY_ID, KEY } = await make("Hall 3");
  const url = `mqtt://127.0.0.1:${ingest.mqtt?.port}`;
  const c = await mqtt.connectAsync(url, { username: "gateway", password: KEY, reconnectPeriod: 0 });
  const closed = closing(c);
  await run("rf_RevokeGateway", { GATEWAY_ID });
  await closed;
  await ingest.mqtt?.close();
  await ingest.intake.journal?.close();
});

it("accepts the old key of a rotated gateway for the overlap, under the same name", async () => {
  const { GATEWAY_ID, KEY: first } = await make("Hall 4");
  const rotate = async (OVERLAP_HOURS: number) =>
    (await run<{ KEY: string }>("rf_RotateGateway", { GATEWAY_ID, OVERLAP_HOURS })).KEY;
  const old = await gateway(first);
  const second = await rotate(1);
  expect([(await report(first, 20)).Code, (await report(second, 21)).Code]).toEqual([0, 0]);
  await old.publishAsync(`counters/${t.chip}/report`, JSON.stringify(reading(t.chip, 22)), { qos: 1 });
  expect(old.connected).toBe(true);
  for (const [key, count] of [
    [first, 901],
    [second, 902],
  ] as const)
    await server.post("/jsq", `Gateway ${key}`, {
      Type: "report",
      Data: [reading(`nobody-${t.tenantId}`, count)],
    });
  const [senders] = await server.app.db.run(t.tenantId, [
    sql<{ sender: string }>`
      select distinct sender
      from quarantine
      where tenant_id = ${t.tenantId} and chip_code = ${`nobody-${t.tenantId}`}
    `,
  ]);
  expect(senders).toHaveLength(1);
  // Moves the end of the time in which the old key is still valid to the past, because this server uses the real clock.
  await server.app.db.run(t.tenantId, [
    sql`
      update gateway
      set old_until = ${new Date(Date.now() - hour)}
      where tenant_id = ${t.tenantId} and gateway_id = ${GATEWAY_ID}
    `,
  ]);
  server.app.ingest.sources.gateways.forget(t.tenantId);
  expect([(await report(first, 23)).Msg, (await report(second, 24)).Code]).toEqual(["S0010", 0]);
  const closed = closing(old);
  const third = await rotate(0);
  await closed;
  expect([(await report(second, 25)).Msg, (await report(third, 26)).Code]).toEqual(["S0010", 0]);
});

it("cuts off a counter at once when it gets a new secret", async () => {
  const chip = t.chips[1] ?? "";
  const url = `mqtt://127.0.0.1:${server.mqttPort}`;
  const c = await mqtt.connectAsync(url, { username: chip, password: "secret", reconnectPeriod: 0 });
  const closed = closing(c);
  await run("rf_CounterSecret", { WRITER_ID: `W-${chip}` });
  await closed;
});

it("refuses gateways of other tenants and callers without the right", async () => {
  const b = await server.tenant();
  const { GATEWAY_ID } = await make("Hall 5");
  const asB = (Type: string, more = {}) =>
    server.post("/mitt", b.token, { Type, InParams: { GATEWAY_ID, ...more } });
  expect((await asB("rf_RevokeGateway")).Msg).toBe("S0202^GATEWAY_ID");
  expect((await asB("rf_RotateGateway", { OVERLAP_HOURS: 0 })).Msg).toBe("S0202^GATEWAY_ID");
  expect((await asB("rf_RotateGateway", { OVERLAP_HOURS: 721 })).Msg).toBe("S0200^OVERLAP_HOURS");
});
