import { auditStat, trialStat } from "@shotkeeper/contract/enumerations";
import { serviceState } from "@shotkeeper/contract/mold";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { type TestMold, TestTenant } from "../../testing/tenant.ts";

const hour = 3_600_000;
const minute = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();
const { draft, submitted, audited, closed } = auditStat.values;
const setting = { name: "料筒温度", unit: "℃", planned: "230", actual: "" };
const row = {
  TRIAL_ID: "S1",
  MOLD_NO: "M1",
  TRIAL_REASON: "new resin",
  REQUESTER: "Li",
  PLAN_DATE: iso(noon + hour),
  ROW_STOCK: "PP-T20",
  PARAMETERS: [setting],
};
const result = { TRIAL_STAT: trialStat.values.passed, FINDINGS: "no flash", SAMPLE_QTY: 5 };

let s: TestServer;
let t: TestTenant;
let mold: TestMold;
let counterId: number;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  mold = await t.mold("M1", { MOLD_N_O: 1 });
  counterId = await t.counter("W1", mold);
});

const send = (user: TestUser, Type: string, ...data: Record<string, unknown>[]) =>
  user.mitt({ Type, MENU_ID: "TR101", TableName: "MOLD_TRIAL", Data: data });
const step = (user: TestUser, name: string, more: Record<string, unknown> = {}) =>
  user.mitt({ Type: `rf_${name}Trial`, InParams: { TRIAL_ID: "S1", ...more } });
const one = async (id = "S1") => (await t.admin.list("TR101", "Q01", where("TRIAL_ID", id)))[0];
const moldState = async () => (await t.admin.list("BS101", "Q01", where("MOLD_NO", "M1")))[0]?.MOLD_STAT;
const shots = () =>
  t.admin.run<{ SHOTS: number; ESTIMATED: number } | null>("rf_TrialShots", { TRIAL_ID: "S1" });

async function report(at: number, count: number): Promise<void> {
  const quiet = { battery: 80, lowBattery: 0, rssi: -80, lng: null, lat: null, removed: 0, readerId: null };
  await s.app.ledger.ingest(t.id, [
    { counterId, sentAt: at, receivedAt: at, count, channel: 1, cycles: null, ...quiet },
  ]);
}

async function begun(startTime = noon): Promise<void> {
  await send(t.admin, "insert", row);
  await step(t.admin, "Submit");
  await step(t.admin, "Audit");
  expect(await step(t.admin, "Start", { START_TIME: iso(startTime) })).toMatchObject({ Code: 0 });
}

describe("trials of old molds", () => {
  it("are stored with their settings, changed as drafts, and deleted", async () => {
    expect(await send(t.admin, "insert", row)).toMatchObject({ Msg: "S0022" });
    expect(await one()).toMatchObject({ ...row, PLAN_DATE: expect.anything(), AUDIT_STAT: draft });
    const changed = { ...setting, actual: "228" };
    expect(await send(t.admin, "update", { TRIAL_ID: "S1", PARAMETERS: [changed] })).toMatchObject({
      Msg: "S0023",
    });
    expect((await one())?.PARAMETERS).toEqual([changed]);
    expect(await send(t.admin, "delete", { TRIAL_ID: "S1" })).toMatchObject({ Msg: "S0024" });
    expect(await one()).toBeUndefined();
  });

  it("begin at most 31 days ago, because the time changes figures of the past", async () => {
    await send(t.admin, "insert", row);
    await step(t.admin, "Submit");
    await step(t.admin, "Audit");
    const early = { START_TIME: iso(noon - 32 * 24 * 3_600_000) };
    expect(await step(t.admin, "Start", early)).toMatchObject({ Msg: "S0453^31" });
    expect(await one()).toMatchObject({ START_TIME: null });
  });

  it("take their number from the numbering rules", async () => {
    expect(await t.admin.run<string>("rf_GetAutoDocNo", { DOC_ID: "TR" })).toMatch(/^SM260520\d{4}$/);
  });

  it.each([
    ["no number", { TRIAL_ID: "" }, "S0007^TRIAL_ID"],
    ["no mold", { MOLD_NO: null }, "S0007^MOLD_NO"],
    ["no reason", { TRIAL_REASON: "" }, "S0007^TRIAL_REASON"],
    ["no day", { PLAN_DATE: null }, "S0007^PLAN_DATE"],
    ["a mold that there is not", { MOLD_NO: "X" }, "S0202^MOLD_NO"],
    ["a machine that there is not", { DEV_ID: "X" }, "S0202^DEV_ID"],
    ["settings without a name", { PARAMETERS: [{ ...setting, name: "" }] }, "S0200^PARAMETERS"],
    ["settings that are none", { PARAMETERS: "hot" }, "S0200^PARAMETERS"],
    ["script in a setting", { PARAMETERS: [{ ...setting, planned: "<script>" }] }, "S0019"],
    ["script in a text", { REMARK: "<script>" }, "S0019"],
  ])("are refused with %s", async (_what, change, msg) => {
    expect(await send(t.admin, "insert", { ...row, ...change })).toEqual({ Code: 1, Msg: msg });
    expect(await one()).toBeUndefined();
  });

  it("are refused for new molds and on a machine of another plant", async () => {
    await t.mold("N1", { MOLD_N_O: 0 });
    expect(await send(t.admin, "insert", { ...row, MOLD_NO: "N1" })).toEqual({ Code: 1, Msg: "S0287" });
    const machine = {
      DEV_ID: "D2",
      DEV_NAME: "x",
      DEV_TON: 100,
      DUTY_MAN: "Li",
      PLANT_ID: "P2",
      DEV_STAT: 0,
    };
    await t.admin.mitt({ Type: "insert", MENU_ID: "BS107", TableName: "BS_DEVICE", Data: [machine] });
    expect(await send(t.admin, "insert", { ...row, DEV_ID: "D2" })).toEqual({ Code: 1, Msg: "S0227" });
  });

  // spec: admin 2.36
  it("go from draft to closed step by step, and in no other order", async () => {
    await send(t.admin, "insert", row);
    for (const name of ["Audit", "Withdraw", "Start", "Complete"])
      expect(await step(t.admin, name)).toEqual({ Code: 1, Msg: "S0212" });
    expect(await step(t.admin, "Record", result)).toEqual({ Code: 1, Msg: "S0212" });
    await step(t.admin, "Submit");
    expect(await one()).toMatchObject({ AUDIT_STAT: submitted, SUBMITTED_BY: "admin" });
    expect(await send(t.admin, "update", { TRIAL_ID: "S1", REMARK: "x" })).toEqual({ Code: 1, Msg: "S0212" });
    await step(t.admin, "Withdraw");
    expect(await one()).toMatchObject({ AUDIT_STAT: draft, SUBMITTED_BY: null });
    await step(t.admin, "Submit");
    await step(t.admin, "Audit");
    expect(await one()).toMatchObject({ AUDIT_STAT: audited, AUDITED_BY: "admin" });
    expect(await step(t.admin, "Record", result)).toEqual({ Code: 1, Msg: "S0285" });
    expect(await shots()).toBeNull();
    await step(t.admin, "Start");
    expect(await moldState()).toBe(serviceState.values.inTrial);
    expect(await step(t.admin, "Withdraw")).toEqual({ Code: 1, Msg: "S0212" });
    expect(await step(t.admin, "Complete")).toEqual({ Code: 1, Msg: "S0286" });
    s.clock.now = noon + 2 * hour;
    expect(await step(t.admin, "Record", { ...result, FINDINGS: "" })).toEqual({
      Code: 1,
      Msg: "S0007^FINDINGS",
    });
    expect(await step(t.admin, "Record", { ...result, END_TIME: iso(noon - hour) })).toEqual({
      Code: 1,
      Msg: "S0200^END_TIME",
    });
    expect(
      await step(t.admin, "Record", {
        ...result,
        IMG_URL: await t.picture("MOLD_TRIAL", "S1"),
        PARAMETERS: [{ ...setting, actual: "1" }],
      }),
    ).toMatchObject({ Code: 0 });
    expect(await moldState()).toBe(serviceState.values.inService);
    // A correction of the record changes only the fields that it names. End time and settings stay the same.
    s.clock.now = noon + 3 * hour;
    await step(t.admin, "Record", { ...result, TRIAL_STAT: trialStat.values.failed, FINDINGS: "sink marks" });
    const recorded = await one();
    expect(recorded).toMatchObject({
      TRIAL_STAT: trialStat.values.failed,
      FINDINGS: "sink marks",
      PARAMETERS: [{ ...setting, actual: "1" }],
      SAMPLE_QTY: 5,
    });
    expect(Date.parse(String(recorded?.END_TIME))).toBe(noon + 2 * hour);
    await step(t.admin, "Complete");
    expect(await one()).toMatchObject({ AUDIT_STAT: closed, CLOSED_BY: "admin" });
    expect(await step(t.admin, "Record", result)).toEqual({ Code: 1, Msg: "S0212" });
    const events = await t.admin.list("BS101", "Q02", where("MOLD_NO", "M1"));
    expect(events.filter((e) => e.EVENT_KIND === "trialFailed")).toMatchObject([{ EVENT_REF: "S1" }]);
  });

  // spec: admin 4.17
  it("cannot be deleted when completed, and a selection with a completed trial is refused", async () => {
    await begun();
    await step(t.admin, "Record", result);
    await step(t.admin, "Complete");
    await send(t.admin, "insert", { ...row, TRIAL_ID: "S2" });
    expect(await send(t.admin, "delete", { TRIAL_ID: "S2" }, { TRIAL_ID: "S1" })).toEqual({
      Code: 1,
      Msg: "S0211",
    });
    expect(await one("S2")).toBeDefined();
  });

  it("run one at a time per mold", async () => {
    await begun();
    await send(t.admin, "insert", { ...row, TRIAL_ID: "S2" });
    for (const name of ["Submit", "Audit"]) await step(t.admin, name, { TRIAL_ID: "S2" });
    expect(await one("S2")).toMatchObject({ BUSY_TRIAL: "S1" });
    expect(await step(t.admin, "Start", { TRIAL_ID: "S2" })).toEqual({ Code: 1, Msg: "S0284^S1" });
    await step(t.admin, "Record", result);
    expect(await step(t.admin, "Start", { TRIAL_ID: "S2" })).toMatchObject({ Code: 0 });
  });

  it("never overlap, so no shot counts for two of them", async () => {
    s.clock.now = noon + 3 * hour;
    await begun();
    await step(t.admin, "Record", { ...result, END_TIME: iso(noon + hour) });
    await send(t.admin, "insert", { ...row, TRIAL_ID: "S2" });
    const second = (name: string, more = {}) => step(t.admin, name, { TRIAL_ID: "S2", ...more });
    for (const name of ["Submit", "Audit"]) await second(name);
    expect(await second("Start", { START_TIME: iso(noon + hour - 1) })).toEqual({ Code: 1, Msg: "S0289^S1" });
    // The end of the first trial is moved while the second one starts. Only one of both succeeds.
    const both = await Promise.all([
      second("Start", { START_TIME: iso(noon + hour) }),
      step(t.admin, "Record", { ...result, END_TIME: iso(noon + 2 * hour) }),
    ]);
    expect(both.map((a) => a.Code).sort()).toEqual([0, 1]);
    if (both[0]?.Code !== 0) await second("Start", { START_TIME: iso(noon + 2 * hour) });
    const later = await step(t.admin, "Record", { ...result, END_TIME: iso(noon + 3 * hour) });
    expect(later).toEqual({ Code: 1, Msg: "S0289^S2" });
    // Without a new end, the result of the first trial can still be corrected.
    expect(await step(t.admin, "Record", result)).toMatchObject({ Code: 0 });
    expect(await second("Record", result)).toMatchObject({ Code: 0 });
  });

  it("have the shots counted during the trial", async () => {
    await report(noon - 2 * hour, 1000);
    await report(noon - 30 * minute, 1090);
    // The interval before this reading lasts from noon - 30 min to noon + 30 min. The trial began at noon, in the
    // middle of the interval. So half of its 60 shots belong to the trial.
    await report(noon + 30 * minute, 1150);
    await report(noon + 60 * minute, 1200);
    s.clock.now = noon + 3 * hour;
    await report(noon + 2 * hour, 1250);
    await report(noon + 170 * minute, 1300);
    await begun();
    expect(await shots()).toMatchObject({ SHOTS: 180 });
    await step(t.admin, "Record", { ...result, END_TIME: iso(noon + 2 * hour) });
    const answer = await shots();
    expect(answer).toMatchObject({
      SHOTS: 130,
      ESTIMATED: 30,
      COUNTERS: [{ WRITER_ID: "W1", SHOTS: 130, READINGS: 3, FIRST_COUNT: 1090, LAST_COUNT: 1250 }],
    });
    // A late reading changes the shots of the trial, because they are computed from the readings.
    await report(noon, 1100);
    expect(await shots()).toMatchObject({ SHOTS: 150, ESTIMATED: 0 });
  });

  it("continue with a replacement counter, without that counter's shots on other molds", async () => {
    await report(noon - hour, 100);
    await report(noon + 10 * minute, 100);
    await report(noon + 20 * minute, 120);
    s.clock.now = noon + 4 * hour;
    await begun(noon);
    await t.admin.run("rf_UnbindCounter", {
      WRITER_ID: "W1",
      REASON: "worn out",
      UNBIND_TIME: iso(noon + 30 * minute),
      UNBIND_COUNT: 125,
    });
    await report(noon + hour, 500);
    const answer = await shots();
    const mine = Number(
      (
        await t.rows(
          sql`select sum(shots) as n
            from shot_hour
            where tenant_id = ${t.id} and mold_id = ${mold.moldId} and hour >= ${iso(noon)}`,
        )
      )[0]?.n,
    );
    expect(answer?.SHOTS).toBe(mine);
    expect(answer?.SHOTS).toBeLessThan(300);
  });
});

describe("scope of trials", () => {
  it("shows organisations the trials of their molds", async () => {
    await send(t.admin, "insert", row);
    for (const [org, n] of [
      ["P1", 1],
      ["O1", 1],
      ["M1", 1],
      ["P2", 0],
      ["O2", 0],
    ] as const)
      expect(await (await t.user(org)).list("TR101", "Q01")).toHaveLength(n);
    const stranger = await t.user("P2");
    expect(await send(stranger, "insert", { ...row, TRIAL_ID: "S9" })).toEqual({
      Code: 1,
      Msg: "S0202^MOLD_NO",
    });
    expect(await step(stranger, "Submit")).toEqual({ Code: 1, Msg: "S0202^TRIAL_ID" });
    expect(await stranger.mitt({ Type: "rf_TrialShots", InParams: { TRIAL_ID: "S1" } })).toEqual({
      Code: 1,
      Msg: "S0202^TRIAL_ID",
    });
  });

  it("hides trials from other tenants, and refuses steps to readers", async () => {
    await send(t.admin, "insert", row);
    const other = await TestTenant.create(s);
    expect(await step(other.admin, "Submit")).toEqual({ Code: 1, Msg: "S0202^TRIAL_ID" });
    const reader = await t.user(null, ["TR101:Q"]);
    expect(await reader.list("TR101", "Q01")).toHaveLength(1);
    expect(await send(reader, "insert", { ...row, TRIAL_ID: "S9" })).toEqual({ Code: 1, Msg: "S0020" });
    expect(await step(reader, "Submit")).toEqual({ Code: 1, Msg: "S0020" });
  });
});
