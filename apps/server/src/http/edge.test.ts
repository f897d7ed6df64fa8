import { beforeEach, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { freshCode, noon, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

let s: TestServer;
let t: TestTenant;
let id: number;
let secret: string;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  [id, secret] = await make("edge");
});

async function make(kind: string): Promise<[number, string]> {
  const made = await t.admin.run<{ CONNECTOR_ID: number; SECRET: string }>("rf_MakeConnector", {
    CONNECTOR_NAME: kind,
    CONNECTOR_KIND: kind,
  });
  return [made.CONNECTOR_ID, made.SECRET];
}

const modbus = {
  SOURCE_ID: "imm-7",
  EDGE_PROTOCOL: "modbus",
  SOURCE_ADDRESS: "10.0.0.7:502",
  IS_ENABLED: "Y",
  POLL_SECONDS: 30,
  MODBUS_TABLE: "holding",
  MODBUS_REGISTER: 100,
  COUNT_WIDTH: 16,
};
const opcua = {
  SOURCE_ID: "imm-8",
  EDGE_PROTOCOL: "opcua",
  SOURCE_ADDRESS: "opc.tcp://10.0.0.8:4840",
  IS_ENABLED: "Y",
  POLL_SECONDS: 60,
};
const write = (Type: "insert" | "update" | "delete", row: object) =>
  t.admin.mitt({ Type, MENU_ID: "CT105", TableName: "BS_EDGE_SOURCE", Data: [{ CONNECTOR_ID: id, ...row }] });
const sources = () => t.admin.list("CT105", "Q04");

async function post(path: string, body: unknown, key = secret) {
  const answer = await s.http.inject({
    method: "POST",
    url: `/in/${id}${path}`,
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    payload: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: answer.statusCode, ...answer.json<{ Code: number; Msg: string; ReturnData: unknown }>() };
}

const idle = { version: "1", backlog: 0, oldestAt: null, trouble: null, sources: [] };
const activate = (more: object = {}) =>
  t.admin.mitt({
    Type: "rf_SetConnector",
    InParams: {
      ...{ CONNECTOR_ID: id, CONNECTOR_NAME: "e", IS_ACTIVE: "Y", WRITER_TYPE: "LTE", INT_REPORT: 1 },
      ...{ ITEMS_PATH: "/readings", ID_PATH: "/device", COUNT_PATH: "/count", TIME_PATH: "/at" },
      ...more,
    },
  });

it("answers that a source does not exist, if an unknown one is changed or deleted", async () => {
  expect(await write("delete", { SOURCE_ID: "none" })).toMatchObject({ Code: 1, Msg: "S0016" });
  expect(await write("update", { SOURCE_ID: "none", POLL_SECONDS: 60 })).toMatchObject({
    Code: 1,
    Msg: "S0017",
  });
});

it("gives the gateway its sources, and shows what it reports", async () => {
  expect(await write("insert", modbus)).toMatchObject({ Code: 0 });
  expect(await write("insert", opcua)).toMatchObject({ Code: 0 });
  expect(await write("insert", { ...opcua, SOURCE_ID: "off", IS_ENABLED: "N" })).toMatchObject({ Code: 0 });
  const report = {
    version: "0.1.0",
    backlog: 12,
    oldestAt: noon,
    trouble: "disk",
    sources: [
      { sourceId: "imm-7", state: "failing", error: "ETIMEDOUT", readAt: noon, count: 5, counters: 1 },
      { sourceId: "gone", state: "reading" },
    ],
  };
  expect(await post("/edge", report)).toMatchObject({
    status: 200,
    ReturnData: {
      isActive: false,
      sources: [
        { sourceId: "imm-7", protocol: "modbus", modbusRegister: 100, countWidth: 16, opcNode: null },
        { sourceId: "imm-8", protocol: "opcua", address: "opc.tcp://10.0.0.8:4840", pollSeconds: 60 },
      ],
    },
  });
  expect(await sources()).toMatchObject([
    { SOURCE_ID: "imm-7", EDGE_SOURCE_STATE: "failing", SOURCE_ERROR: "ETIMEDOUT", LAST_READ: 5 },
    { SOURCE_ID: "imm-8", EDGE_SOURCE_STATE: "unknown" },
    { SOURCE_ID: "off", EDGE_SOURCE_STATE: "off" },
  ]);
  expect(await t.admin.list("CT105", "Q01")).toMatchObject([
    { EDGE_VERSION: "0.1.0", EDGE_BACKLOG: 12, EDGE_TROUBLE: "disk", EDGE_SEEN_AT: expect.any(String) },
  ]);
  expect(await post("/edge", idle, `${t.id}.${"w".repeat(32)}`)).toMatchObject({ status: 401 });
});

it.each<[object | string, string]>([
  ["{", "S0206"],
  [{ ...idle, sources: undefined }, "S0007^sources"],
  [{ ...idle, version: "x".repeat(41) }, "S0200^version"],
  [{ ...idle, backlog: -1 }, "S0200^backlog"],
  [{ ...idle, oldestAt: "noon" }, "S0200^oldestAt"],
  [{ ...idle, sources: [{ sourceId: "a", state: "off" }] }, "S0200^sources.0.state"],
  [{ ...idle, sources: [{ sourceId: "a", state: "failing", error: "a\u0000" }] }, "S0200^sources.0.error"],
])("refuses the report %j by its field", async (body, Msg) => {
  expect(await post("/edge", body)).toMatchObject({ Code: 1, Msg });
});

it("is for connectors of its kind only", async () => {
  [id, secret] = await make("http");
  expect(await post("/edge", idle)).toMatchObject({ status: 404 });
  expect(await write("insert", modbus)).toMatchObject({ Msg: "S0202^CONNECTOR_ID" });
});

it("refuses contradictory sources by their field, and a width on the connector", async () => {
  expect(await write("insert", { ...modbus, MODBUS_REGISTER: null })).toMatchObject({
    Msg: "S0007^MODBUS_REGISTER",
  });
  expect(await write("insert", { ...opcua, MODBUS_UNIT: 1 })).toMatchObject({ Msg: "S0200^MODBUS_UNIT" });
  await write("insert", modbus);
  const [row] = await sources();
  const change = (more: object) =>
    write("update", { SOURCE_ID: "imm-7", UPDATED_DATE: row?.UPDATED_DATE, ...more });
  expect(await change({ COUNT_WIDTH: 32 })).toMatchObject({ Msg: "S0007^WORD_ORDER" });
  expect(await change({ SOURCE_ADDRESS: "10.0.0.9" })).toMatchObject({ Code: 0 });
  expect(await activate({ COUNT_WIDTH: 16 })).toMatchObject({ Msg: "S0200^COUNT_WIDTH" });
});

it("adopts each device with the width of its source, and keeps its count from then on", async () => {
  const [narrow, wide] = [freshCode("n-"), freshCode("w-")];
  await write("insert", { ...modbus, SOURCE_ID: narrow });
  await write("insert", { ...opcua, SOURCE_ID: wide });
  await activate();
  const at = (minutes: number) => noon + minutes * 60_000;
  const send = (minutes: number, a: number, b: number) => {
    s.clock.now = at(minutes);
    const readings = [
      { device: narrow, count: a, at: at(minutes) },
      { device: `${wide}/JobCycleCounter`, count: b, at: at(minutes), mold: "M-1" },
    ];
    return post("", { readings });
  };
  expect(await send(0, 65_530, 70_000)).toMatchObject({ ReturnData: { parts: { waiting: 2 } } });
  await s.app.receiver.log.flush();
  const ids = [narrow, `${wide}/JobCycleCounter`];
  expect(
    await t.admin.mitt({ Type: "rf_AdoptDevices", InParams: { CONNECTOR_ID: id, REMOTE_IDS: ids } }),
  ).toMatchObject({ Code: 0, ReturnData: { REGISTERED: 2 } });
  // At minute 10, the count of the 16-bit source has passed its maximum and begun again at 0. At minute 20, the machine
  // of the OPC UA source has begun a new job, so its count has begun again at 0.
  expect(await send(10, 4, 70_010)).toMatchObject({ ReturnData: { parts: { booked: 2 } } });
  expect(await send(20, 5, 3)).toMatchObject({ ReturnData: { parts: { booked: 2 } } });
  const shots = await t.rows<{ chip_code: string; max_count: number | null; n: number }>(sql`
    select c.chip_code, c.max_count, sum(h.shots)::int as n
    from counter c
    join shot_hour h on h.tenant_id = c.tenant_id and h.counter_id = c.counter_id
    where c.tenant_id = ${t.id}
    group by 1, 2
    order by 1
  `);
  expect(shots.map((r) => [r.max_count === null ? null : Number(r.max_count), r.n])).toEqual([
    [65_535, 11],
    [null, 13],
  ]);
  const [row] = (await sources()).filter((r) => r.SOURCE_ID === narrow);
  const key = { SOURCE_ID: narrow, UPDATED_DATE: row?.UPDATED_DATE };
  expect(await write("update", { ...key, COUNT_WIDTH: 32, WORD_ORDER: "highFirst" })).toMatchObject({
    Msg: "S0632^COUNT_WIDTH",
  });
  // Another register or node would be another count. The difference to the last count would count as shots.
  expect(await write("update", { ...key, MODBUS_REGISTER: 102 })).toMatchObject({
    Msg: "S0632^MODBUS_REGISTER",
  });
  const node = { SOURCE_ID: wide, OPC_NODE: "ns=1;i=7" };
  expect(await write("update", node)).toMatchObject({ Msg: "S0632^OPC_NODE" });
  expect(await write("update", { ...key, MODBUS_REGISTER: 100, POLL_SECONDS: 60 })).toMatchObject({
    Code: 0,
  });
  expect(await write("update", { SOURCE_ID: wide, SOURCE_ADDRESS: "opc.tcp://10.0.0.9:4840" })).toMatchObject(
    {
      Code: 0,
    },
  );
  expect(await write("delete", { SOURCE_ID: wide })).toMatchObject({ Code: 0 });
  expect(await write("insert", { ...opcua, ...node })).toMatchObject({ Msg: "S0632^SOURCE_ID" });
});
