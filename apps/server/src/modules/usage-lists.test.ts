import { entities } from "@shotkeeper/contract/catalogue";
import { codes, encodeWhere, splitMessage, wireIndex } from "@shotkeeper/contract/kernel";
import { readUsages, usageList } from "@shotkeeper/contract/usage-lists";
import { beforeAll, expect, it } from "vitest";
import { sql } from "../kernel/db/sql.ts";
import { noon, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

const day = 86_400_000;
let s: TestServer;
let t: TestTenant;

const put = (MENU_ID: string, TableName: string, row: Record<string, unknown>) =>
  t.admin
    .mitt({ Type: "insert", MENU_ID, TableName, Data: [row] })
    .then((a) => expect(a).toMatchObject({ Code: 0 }));

beforeAll(async () => {
  s = await withServer();
  s.clock.now = noon;
  t = await TestTenant.create(s);
  const molds = [];
  for (const [no, plant] of [
    ["A", "P1"],
    ["B", "P1"],
    ["C", "P2"],
    ["D", "P1"],
  ] as const)
    molds.push(await t.mold(no, { SAVE_ADDRESS: plant }));
  const counterId = await t.counter("W1", molds[0]);
  await t.counter("W2", molds[2]);
  await t.rows(
    sql`insert into binding (tenant_id, mold_id, counter_id, bound_at, unbound_at)
      values (${t.id}, ${molds[1]?.moldId}, ${counterId}, ${new Date(noon - 60 * day)}, ${new Date(noon - 50 * day)})`,
  );
  await t.months("2026-05-01");
  await t.rows(
    sql`insert into reading (tenant_id, counter_id, at, count, received_at, channel, flags)
      select ${t.id}, ${counterId}, ${new Date(noon)}::timestamptz - n * interval '1 hour', 100 - n, now(), 1, 0
      from generate_series(1, 7) n`,
  );
  await t.rows(
    sql`update mold set archived_date = ${new Date(noon)} where tenant_id = ${t.id} and mold_no = 'D'`,
  );
  await t.user("P1");
  await t.user("P1");
  for (const no of ["1", "2"])
    await put("BS107", "BS_DEVICE", {
      DEV_ID: `D${no}`,
      DEV_NAME: "press",
      DEV_TON: 100,
      DUTY_MAN: "Li",
      PLANT_ID: "P1",
      DEV_STAT: 0,
    });
  await t.admin.run("rf_MountMold", { DEV_ID: "D1", MOLD_NO: "A", REASON: "x" });
  const PE_DATE = new Date(noon + 9 * day).toISOString();
  for (const no of ["1", "2", "3"])
    await put("PO101", "PRD_ORDER", {
      ORDER_ID: `O${no}`,
      MOLD_NO: "A",
      DEV_ID: "D1",
      ORDER_TIMES: 9,
      PE_DATE,
    });
  await t.rows(
    sql`update production_order set order_state = 3 where tenant_id = ${t.id} and order_id = 'O3'`,
  );
  const trial = { MOLD_NO: "A", TRIAL_REASON: "x", REQUESTER: "Li", PLAN_DATE: PE_DATE };
  await put("TR101", "MOLD_TRIAL", { TRIAL_ID: "T1", ...trial });
  await put("TR101", "MOLD_TRIAL", { TRIAL_ID: "T2", ...trial });
  await t.admin.run("rf_SubmitTrial", { TRIAL_ID: "T2" });
  await t.rows(
    sql`insert into device_mold (tenant_id, device_id, mold_no, mounted_at, unmounted_at)
      values (${t.id}, 'D2', 'A', ${new Date(noon - 9 * day)}, ${new Date(noon - 8 * day)})`,
  );
  await t.rows(
    sql`insert into binding (tenant_id, mold_id, counter_id, bound_at, unbound_at)
      values (${t.id}, ${molds[0]?.moldId}, ${counterId}, ${new Date(noon - 90 * day)}, ${new Date(noon - 80 * day)})`,
  );
  await put("BS105", "BS_MAIN_SUP", { MAIN_ID: "O1", SUP_ID: "P1" });
}, 120_000);

/**
 * Tries to delete or archive a row that is in use. Returns two numbers for each field that refers to the row: the
 * number of rows in the error, and the number of rows in the list to which the error links.
 */
async function refused(Type: "delete" | "archive", wire: string, key: string) {
  const entity = entities.find((e) => e.wire === wire);
  if (!entity) throw new Error(wire);
  const { toWire } = wireIndex(entity.fields);
  const Data = [{ [toWire.get(entity.key[0] ?? "") ?? ""]: key }];
  const answer = await t.admin.mitt({ Type, MENU_ID: entity.menu, TableName: wire, Data });
  const { code, arg = "" } = splitMessage(answer.Msg);
  expect(code).toBe(Type === "delete" ? codes.usedBy : codes.activeIn);
  const numbers: Record<string, readonly [told: number, listed: number | undefined]> = {};
  for (const usage of readUsages(arg)) {
    const list = usageList(usage, [key], Type === "delete" ? "remove" : "archive");
    const found =
      list &&
      (await t.admin.mitt<{ count: number }>({
        Type: "QueryByID",
        MENU_ID: list.query.menu,
        QueryID: list.query.id,
        WhereStr: encodeWhere(list.where, list.query.columns),
        Page: 1,
        Limit: 1000,
      }));
    numbers[`${usage.wire}.${usage.field}`] = [usage.rows, found?.ReturnData.count];
  }
  return numbers;
}

it.each([
  [
    "delete",
    "SYS_ORG",
    "P1",
    {
      "BS_DEVICE.PLANT_ID": 2,
      "BS_MAIN_SUP.SUP_ID": 1,
      "BS_MOLD.SAVE_ADDRESS": 3,
      "SYS_USER.ORGANIZATION_ID": 2,
    },
  ],
  ["archive", "SYS_ORG", "P1", { "BS_MOLD.SAVE_ADDRESS": 2, "SYS_USER.ORGANIZATION_ID": 2 }],
  [
    "delete",
    "BS_MOLD",
    "A",
    {
      "BS_DEVICE_MOLD.MOLD_NO": 2,
      "BS_MOLD_WRITER.MOLD_NO": 2,
      "MOLD_TRIAL.MOLD_NO": 2,
      "PRD_ORDER.MOLD_NO": 3,
    },
  ],
  [
    "archive",
    "BS_MOLD",
    "A",
    {
      "BS_DEVICE_MOLD.MOLD_NO": 1,
      "BS_MOLD_WRITER.MOLD_NO": 1,
      "MOLD_TRIAL.MOLD_NO": 1,
      "PRD_ORDER.MOLD_NO": 2,
    },
  ],
  ["delete", "BS_WRITER", "W1", { "BS_MOLD_WRITER.WRITER_ID": 3, "CT102.WRITER_ID": 7 }],
  ["delete", "BS_DEVICE", "D1", { "BS_DEVICE_MOLD.DEV_ID": 1, "PRD_ORDER.DEV_ID": 3 }],
  ["archive", "BS_DEVICE", "D1", { "BS_DEVICE_MOLD.DEV_ID": 1, "PRD_ORDER.DEV_ID": 2 }],
] as const)("%s of %s %s leads to exactly the rows that forbid it", async (type, wire, key, expected) => {
  const told = Object.fromEntries(Object.entries(expected).map(([name, n]) => [name, [n, n]]));
  expect(await refused(type, wire, key)).toEqual(told);
});

it("has no list for count corrections, and for counters that are not retired", async () => {
  await t.admin.mitt({ Type: "rf_CorrectCount", InParams: { MOLD_NO: "C", CORRECT_TIMES: 5, REASON: "x" } });
  expect(await refused("archive", "BS_WRITER", "W2")).toEqual({
    "COUNTER_NOT_RETIRED.undefined": [1, undefined],
  });
});
