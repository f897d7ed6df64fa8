import { auditStat, projectResult, projectStat, trialStat } from "@shotkeeper/contract/enumerations";
import { moldAge, serviceState } from "@shotkeeper/contract/mold";
import { acceptResult, handoverSide, milestoneStat } from "@shotkeeper/contract/new-mold";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

/** Line in the answer of the command rf_NewMoldLines, with the field names of the API. */
interface WireLine {
  readonly PROJECT_STAT: number;
  readonly PROJECT_RESULT: number;
  readonly MILESTONES: readonly Readonly<Record<string, unknown>>[];
}

// Plan of a new mold. The test clock shows 2026-05-20, so all planned days except the contract acceptance are past.
const plan = {
  MOLD_NO: "N1",
  PLAN_OWNER: "Li",
  OPEN_DATE: "2026-03-01",
  T0_DATE: "2026-04-01",
  T1_DATE: "2026-04-20",
  QA_DATE: "2026-05-10",
  HO_DATE: "2026-05-15",
  CA_DATE: "2026-09-01",
  CONTRACT_AMOUNT: 200_000,
  AMOUNT_SHARE: 30,
  ACCEPTANCE_SHOTS: 1000,
  MODIFICATION_TARGET: 1,
};
const qualityParts = { DIMENSION_NOTE: "86 of 86", APPEARANCE_NOTE: "as sample", SAMPLE_REPORT: "FAI-1" };
const passed = trialStat.values.passed;
const item = { name: "drawings", ok: true, note: "rev C" };

let s: TestServer;
let t: TestTenant;
beforeEach(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  await t.mold("N1", { MOLD_N_O: 0, MOLD_STAT: 2, PROJECT_NO: "J1", PROJECT_MANAGER: "Wu" });
});

const send = (user: TestUser, Type: string, ...data: Record<string, unknown>[]) =>
  user.mitt({ Type, MENU_ID: "NM101", TableName: "NEW_MOLD_PLAN", Data: data });
const run = (user: TestUser, type: string, more: Record<string, unknown> = {}) =>
  user.mitt({ Type: type, InParams: { MOLD_NO: "N1", ...more } });
const ok = { Code: 0 };
const report = (code: string, ACTUAL_DATE: string, more: Record<string, unknown> = {}) =>
  run(t.admin, "rf_ReportMilestone", {
    MILESTONE_CODE: code,
    ACTUAL_DATE,
    MILESTONE_NOTE: "well",
    TRIAL_STAT: passed,
    ACCEPT_RESULT: acceptResult.values.passed,
    ...(code === "QA" ? qualityParts : {}),
    ...(code === "HO" ? { HANDOVER_ITEMS: [item] } : {}),
    ...more,
  });
const confirm = (code: string, more: Record<string, unknown> = {}) =>
  run(t.admin, "rf_ConfirmMilestone", { MILESTONE_CODE: code, ...more });
const line = async () => {
  const { LINES } = await t.admin.run<{ LINES: readonly WireLine[] }>("rf_NewMoldLines", { MOLD_NO: "N1" });
  return LINES[0];
};
const mark = async (code: string) => (await line())?.MILESTONES.find((m) => m.MILESTONE_CODE === code);

async function approved(): Promise<void> {
  expect(await send(t.admin, "insert", plan)).toMatchObject({ Msg: "S0022" });
  expect(await run(t.admin, "rf_ReviewNewMold")).toMatchObject(ok);
  expect(await run(t.admin, "rf_ApproveNewMold")).toMatchObject(ok);
}
/** Reports and confirms the opening, T0, T1 and the quality acceptance, none of them late. The handover comes next. */
async function judged(): Promise<void> {
  await approved();
  for (const [code, day] of [
    ["OPEN", "2026-03-01"],
    ["T0", "2026-04-01"],
    ["T1", "2026-04-18"],
    ["QA", "2026-05-09"],
  ] as const) {
    expect(await report(code, day)).toMatchObject(ok);
    expect(await confirm(code)).toMatchObject(ok);
  }
}

describe("plans of new molds", () => {
  // spec: admin 1.10
  it("are stored with their milestones, changed and deleted", async () => {
    expect(await send(t.admin, "insert", plan)).toMatchObject({ Msg: "S0022" });
    expect((await line())?.MILESTONES.map((m) => [m.MILESTONE_CODE, m.FIRST_PLAN_DATE])).toEqual([
      ["OPEN", plan.OPEN_DATE],
      ["T0", plan.T0_DATE],
      ["T1", plan.T1_DATE],
      ["QA", plan.QA_DATE],
      ["HO", plan.HO_DATE],
      ["CA", plan.CA_DATE],
    ]);
    expect(await send(t.admin, "update", { MOLD_NO: "N1", T0_DATE: "2026-04-05" })).toMatchObject(ok);
    expect((await t.admin.list("NM101", "Q01", where("MILESTONE_CODE", "T0")))[0]).toMatchObject({
      ...plan,
      T0_DATE: "2026-04-05",
      FIRST_PLAN_DATE: "2026-04-05",
      PLANNED_DATE: "2026-04-05",
      BLOCKED_BY: "OPEN",
      LATE_DAYS: 45,
      IS_BEHIND: "Y",
      ACCEPTANCE_AMOUNT: 60_000,
    });
    // An update that changes nothing must leave the milestones unchanged.
    const milestones = sql`select * from new_mold_milestone where tenant_id = ${t.id} order by milestone_code`;
    const before = await t.rows(milestones);
    s.clock.now += 60_000;
    expect(await send(t.admin, "update", { MOLD_NO: "N1", T0_DATE: "2026-04-05" })).toMatchObject({
      Msg: "S0232",
    });
    expect(await t.rows(milestones)).toEqual(before);
    expect(await send(t.admin, "delete", { MOLD_NO: "N1" })).toMatchObject({ Msg: "S0024" });
    expect(await line()).toBeUndefined();
  });

  it.each([
    ["no mold", { MOLD_NO: "" }, "S0007^MOLD_NO"],
    ["a mold that there is not", { MOLD_NO: "X" }, "S0202^MOLD_NO"],
    ["a day left out", { QA_DATE: null }, "S0007^QA_DATE"],
    ["days out of order", { HO_DATE: "2026-05-01" }, "S0359^HO_DATE"],
    ["a share above all", { AMOUNT_SHARE: 101 }, "S0200^AMOUNT_SHARE"],
    ["script", { CONTRACT_TERMS: "<script>" }, "S0019"],
  ])("are refused with %s", async (_what, change, msg) => {
    expect(await send(t.admin, "insert", { ...plan, ...change })).toEqual({ Code: 1, Msg: msg });
  });

  it("are for new molds, one per mold", async () => {
    await t.mold("A1", { MOLD_N_O: 1 });
    expect(await send(t.admin, "insert", { ...plan, MOLD_NO: "A1" })).toEqual({ Code: 1, Msg: "S0360" });
    await send(t.admin, "insert", plan);
    expect(await send(t.admin, "insert", plan)).toEqual({ Code: 1, Msg: "S0029^MOLD_NO" });
  });

  it("are reviewed twice, which fixes the first planned days", async () => {
    await send(t.admin, "insert", plan);
    expect(await run(t.admin, "rf_ApproveNewMold")).toEqual({ Code: 1, Msg: "S0212" });
    expect(await report("OPEN", "2026-03-01")).toEqual({ Code: 1, Msg: "S0351" });
    await run(t.admin, "rf_ReviewNewMold");
    expect(await run(t.admin, "rf_ReturnNewMold")).toEqual({ Code: 1, Msg: "S0007^PLAN_NOTE" });
    expect(await run(t.admin, "rf_ReturnNewMold", { PLAN_NOTE: "too tight" })).toMatchObject(ok);
    expect((await line())?.PROJECT_STAT).toBe(projectStat.values.initialReview);
    await run(t.admin, "rf_ReviewNewMold");
    await run(t.admin, "rf_ApproveNewMold");
    expect(await send(t.admin, "update", { MOLD_NO: "N1", T0_DATE: "2026-04-05" })).toEqual({
      Code: 1,
      Msg: "S0350",
    });
    expect(
      await send(t.admin, "update", { MOLD_NO: "N1", REMARK: "x", T0_DATE: plan.T0_DATE }),
    ).toMatchObject(ok);
    expect(await send(t.admin, "delete", { MOLD_NO: "N1" })).toEqual({ Code: 1, Msg: "S0212" });
    await run(t.admin, "rf_PauseNewMold", { PLAN_NOTE: "steel" });
    expect(await report("OPEN", "2026-03-01")).toEqual({ Code: 1, Msg: "S0351" });
    await run(t.admin, "rf_ResumeNewMold");
    expect(await report("OPEN", "2026-03-01")).toMatchObject(ok);
  });
});

describe("milestones", () => {
  it("are confirmed in order or sent back, and need a reason for a delay", async () => {
    await approved();
    expect(await report("T0", "2026-04-01")).toEqual({ Code: 1, Msg: "S0352^OPEN" });
    expect(await report("OPEN", "2026-05-21")).toEqual({ Code: 1, Msg: "S0200^ACTUAL_DATE" });
    expect(await report("OPEN", "2026-03-03")).toEqual({ Code: 1, Msg: "S0007^DELAY_REASON" });
    expect(await report("OPEN", "2026-03-03", { DELAY_REASON: "steel" })).toMatchObject(ok);
    expect(
      await run(t.admin, "rf_ReturnMilestone", { MILESTONE_CODE: "OPEN", RETURN_REASON: "no proof" }),
    ).toMatchObject(ok);
    expect(await mark("OPEN")).toMatchObject({
      MILESTONE_STAT: milestoneStat.values.open,
      ACTUAL_DATE: null,
    });
    expect(await confirm("OPEN")).toEqual({ Code: 1, Msg: "S0212" });
    await report("OPEN", "2026-03-03", { DELAY_REASON: "steel" });
    expect(await confirm("OPEN")).toMatchObject(ok);
    expect(await report("T0", "2026-03-02")).toEqual({ Code: 1, Msg: "S0359^ACTUAL_DATE" });
    expect(await report("T0", "2026-04-01", { TRIAL_STAT: null })).toEqual({
      Code: 1,
      Msg: "S0007^TRIAL_STAT",
    });
    expect(await report("T0", "2026-04-01", { DEV_ID: "X" })).toEqual({ Code: 1, Msg: "S0202^DEV_ID" });
    expect(await report("T0", "2026-04-01", { PARAMETERS: "hot" })).toEqual({
      Code: 1,
      Msg: "S0200^PARAMETERS",
    });
    expect(await report("XX", "2026-04-01")).toEqual({ Code: 1, Msg: "S0202^MILESTONE_CODE" });
  });

  it("can be replanned without changing the first plan", async () => {
    await approved();
    const replan = (code: string, PLANNED_DATE: string, more: Record<string, unknown> = {}) =>
      run(t.admin, "rf_ReplanMilestone", { MILESTONE_CODE: code, PLANNED_DATE, ...more });
    expect(await replan("T0", "2026-04-11")).toEqual({ Code: 1, Msg: "S0007^DELAY_REASON" });
    expect(await replan("T0", "2026-04-21", { DELAY_REASON: "steel" })).toEqual({
      Code: 1,
      Msg: "S0359^PLANNED_DATE",
    });
    expect(await replan("T0", "2026-02-01")).toEqual({ Code: 1, Msg: "S0359^PLANNED_DATE" });
    expect(await replan("T0", "2026-04-21", { DELAY_REASON: "steel", SHIFT_REST: "Y" })).toMatchObject(ok);
    expect(await mark("T0")).toMatchObject({ FIRST_PLAN_DATE: "2026-04-01", PLANNED_DATE: "2026-04-21" });
    expect(await mark("CA")).toMatchObject({ FIRST_PLAN_DATE: "2026-09-01", PLANNED_DATE: "2026-09-21" });
    expect(await mark("OPEN")).toMatchObject({ PLANNED_DATE: "2026-03-01" });
  });

  it("allow any number of trials", async () => {
    await approved();
    for (const [code, day] of [
      ["OPEN", "2026-03-01"],
      ["T0", "2026-04-01"],
    ] as const) {
      await report(code, day);
      await confirm(code);
    }
    const add = (day: string) => run(t.admin, "rf_AddNewMoldTrial", { PLANNED_DATE: day });
    expect(await add("2026-05-01")).toEqual({ Code: 1, Msg: "S0212" });
    const setting = { name: "melt", unit: "C", planned: "230", actual: "228" };
    const failed = { TRIAL_STAT: trialStat.values.failed, PARAMETERS: [setting], SAMPLE_QTY: 5 };
    expect(await report("T1", "2026-04-18", failed)).toMatchObject(ok);
    expect(await confirm("T1", { NEXT_TRIAL_DATE: "2026-04-01" })).toEqual({
      Code: 1,
      Msg: "S0200^NEXT_TRIAL_DATE",
    });
    expect(await confirm("T1")).toEqual({ Code: 1, Msg: "S0007^NEXT_TRIAL_DATE" });
    expect(await confirm("T1", { NEXT_TRIAL_DATE: "2026-05-01" })).toMatchObject(ok);
    expect(await report("QA", "2026-05-09")).toEqual({ Code: 1, Msg: "S0352^T2" });
    await report("T2", "2026-05-01", failed);
    await confirm("T2", { NEXT_TRIAL_DATE: "2026-05-04" });
    await report("T3", "2026-05-04");
    await confirm("T3");
    expect(await add("2026-05-06")).toMatchObject(ok);
    await report("T4", "2026-05-06");
    await confirm("T4");
    expect((await t.admin.list("NM102", "Q01")).map((r) => r.MILESTONE_CODE).sort()).toEqual([
      "T1",
      "T2",
      "T3",
      "T4",
    ]);
    expect((await t.admin.list("NM102", "Q01", where("MILESTONE_CODE", "T1")))[0]).toMatchObject({
      PARAMETERS: [setting],
      SAMPLE_QTY: 5,
    });
    for (const part of Object.keys(qualityParts))
      for (const value of [null, " "])
        expect(await report("QA", "2026-05-09", { [part]: value })).toEqual({
          Code: 1,
          Msg: `S0007^${part}`,
        });
    const failedQuality = { ACCEPT_RESULT: acceptResult.values.failed };
    expect(await report("QA", "2026-05-09", failedQuality)).toMatchObject(ok);
    expect(await confirm("QA")).toEqual({ Code: 1, Msg: "S0354" });
    await report("QA", "2026-05-09");
    expect(await confirm("QA")).toMatchObject(ok);
  });

  it("hand over the mold only with a complete pack and the signatures of both sides", async () => {
    await judged();
    // Mounts the mold on a machine of its present plant. The handover must end this mounting.
    const device = {
      DEV_ID: "D1",
      DEV_NAME: "Press",
      DEV_TON: 650,
      DUTY_MAN: "Li",
      PLANT_ID: "P1",
      DEV_STAT: 0,
    };
    await t.admin.mitt({ Type: "insert", MENU_ID: "BS107", TableName: "BS_DEVICE", Data: [device] });
    await t.admin.run("rf_MountMold", { DEV_ID: "D1", MOLD_NO: "N1" });
    s.clock.now += 60_000;
    const late = { DELAY_REASON: "truck", HANDOVER_PLANT_ID: "P2" };
    for (const HANDOVER_ITEMS of [null, []])
      expect(await report("HO", "2026-05-18", { ...late, HANDOVER_ITEMS })).toEqual({
        Code: 1,
        Msg: "S0007^HANDOVER_ITEMS",
      });
    expect(await report("HO", "2026-05-18", { DELAY_REASON: "truck" })).toEqual({
      Code: 1,
      Msg: "S0007^HANDOVER_PLANT_ID",
    });
    expect(await report("HO", "2026-05-18", { ...late, HANDOVER_PLANT_ID: "M1" })).toEqual({
      Code: 1,
      Msg: "S0202^HANDOVER_PLANT_ID",
    });
    await report("HO", "2026-05-18", { ...late, HANDOVER_ITEMS: [{ ...item, ok: false }] });
    expect(await confirm("HO")).toEqual({ Code: 1, Msg: "S0355^1" });
    // A document of a handover must have been uploaded to this handover. The file "f-own" was uploaded to it, but the
    // file "f-other" to the quality acceptance.
    for (const [file, owner] of [
      ["f-own", "N1/HO"],
      ["f-other", "N1/QA"],
    ])
      await t.rows(
        sql`insert into file_info (
          tenant_id, file_id, file_name, file_path, file_size, media_type, owner_table, owner_id, file_code
        )
          values (
          ${t.id}, ${file}, 'drawings.pdf', ${`/files/${file}`}, 9, 'application/pdf',
          'NEW_MOLD_MILESTONE', ${owner}, ${file}
        )`,
      );
    const withFile = (file: string) => ({ ...item, filePath: `/files/${file}`, fileName: "drawings.pdf" });
    expect(await report("HO", "2026-05-18", { ...late, HANDOVER_ITEMS: [withFile("f-other")] })).toEqual({
      Code: 1,
      Msg: "S0202^HANDOVER_ITEMS",
    });
    expect(await report("HO", "2026-05-18", { ...late, HANDOVER_ITEMS: [withFile("f-own")] })).toMatchObject(
      ok,
    );
    expect((await t.admin.list("NM103", "Q01"))[0]?.HANDOVER_ITEMS).toEqual([withFile("f-own")]);
    expect(await confirm("HO")).toEqual({ Code: 1, Msg: "S0356" });
    const { giver, taker } = handoverSide.values;
    const maker = await t.user("M1");
    const plant = await t.user("P2");
    const sign = (user: TestUser, HANDOVER_SIDE: number) => run(user, "rf_SignHandover", { HANDOVER_SIDE });
    expect(await sign(maker, taker)).toEqual({ Code: 1, Msg: "S0020" });
    expect(await sign(plant, giver)).toEqual({ Code: 1, Msg: "S0020" });
    expect(await sign(maker, giver)).toMatchObject(ok);
    expect(await sign(maker, giver)).toEqual({ Code: 1, Msg: "S0212" });
    // The plant to which the mold will be handed over sees the plan before the mold arrives.
    expect(await plant.list("NM103", "Q01")).toHaveLength(1);
    expect(await sign(plant, taker)).toMatchObject(ok);
    // Since the report of the handover, P1 has become a supplier of the OEM. P2, which will get the mold, is none.
    await t.rows(
      sql`insert into supplier_binding (tenant_id, oem_id, plant_id)
        select ${t.id}::int, m.oem_id, 'P1' from mold m where m.tenant_id = ${t.id} and m.mold_no = 'N1'
        returning 1`,
    );
    expect(await confirm("HO")).toEqual({ Code: 1, Msg: "S0361^HANDOVER_PLANT_ID" });
    await t.rows(sql`delete from supplier_binding where tenant_id = ${t.id} returning 1`);
    expect(await confirm("HO")).toMatchObject(ok);
    expect(await t.admin.list("BS108", "Q01")).toMatchObject([{ DEV_ID: "D1", IS_ACTIVE: "N" }]);
    expect((await t.admin.list("BS101", "Q01"))[0]).toMatchObject({
      SAVE_ADDRESS: "P2",
      MD_OVER_TIME: "2026-05-18",
      MOLD_STAT: serviceState.values.inService,
    });
    const figures = await t.admin.run<unknown[]>("rf_HandoverAchievement", {
      GROUP_BY: "maker",
      PERIOD_FROM: "2026-05-01",
      PERIOD_TO: "2026-05-31",
    });
    expect(figures).toEqual([
      {
        KEY: "M1",
        NAME: "Name of M1",
        DUE: 1,
        ON_TIME: 0,
        LATE: 1,
        OPEN_LATE: 0,
        AHEAD: 0,
        MEAN_LATE_DAYS: 3,
      },
    ]);
    // The contract acceptance can be confirmed only when the mold's total has reached the agreed number of shots.
    expect(await report("CA", "2026-05-20")).toMatchObject(ok);
    expect(await confirm("CA")).toEqual({ Code: 1, Msg: "S0357^1000" });
    await t.admin.run("rf_CorrectCount", { MOLD_NO: "N1", QTY: 1000, REASON: "counted by hand" });
    expect(await confirm("CA")).toMatchObject(ok);
    expect((await line())?.PROJECT_RESULT).toBe(projectResult.values.moldCast);
    expect((await t.admin.list("BS101", "Q01"))[0]).toMatchObject({ MOLD_N_O: moldAge.values.oldMold });
    expect(await send(t.admin, "delete", { MOLD_NO: "N1" })).toEqual({ Code: 1, Msg: "S0211" });
  });
});

describe("modifications", () => {
  const row = {
    MOD_ID: "G1",
    MOLD_NO: "N1",
    MOD_TYPE: 1,
    MOD_REASON: "new rib",
    REQUESTER: "Wu",
    REQUEST_DATE: "2026-05-01",
    MOD_COST: 8000,
    MOD_DAYS: 5,
  };
  const put = (user: TestUser, Type: string, ...Data: Record<string, unknown>[]) =>
    user.mitt({ Type, MENU_ID: "NM106", TableName: "NEW_MOLD_MODIFICATION", Data });
  const step = (name: string, more: Record<string, unknown> = {}) =>
    t.admin.mitt({ Type: `rf_${name}Modification`, InParams: { MOD_ID: "G1", ...more } });

  it("go from draft to closed, and are compared with the target", async () => {
    expect(await put(t.admin, "insert", row)).toEqual({ Code: 1, Msg: "S0202^MOLD_NO" });
    await approved();
    expect(await t.admin.run<string>("rf_GetAutoDocNo", { DOC_ID: "MD" })).toMatch(/^GM260520\d{4}$/);
    expect(await put(t.admin, "insert", row, { ...row, MOD_ID: "G2", MOD_DAYS: 2 })).toMatchObject({
      Msg: "S0022",
    });
    expect(await step("Audit")).toEqual({ Code: 1, Msg: "S0212" });
    await step("Submit");
    expect(await put(t.admin, "update", { MOD_ID: "G1", REMARK: "x" })).toEqual({ Code: 1, Msg: "S0212" });
    await step("Withdraw");
    await step("Submit");
    await step("Audit");
    const done = { FINISH_DATE: "2026-05-10", MOD_DAYS: 9, MOD_RESULT: "rib in, no sink" };
    expect(await step("Finish", { ...done, FINISH_DATE: "2026-04-30" })).toEqual({
      Code: 1,
      Msg: "S0200^FINISH_DATE",
    });
    expect(await step("Finish", done)).toMatchObject(ok);
    expect((await t.admin.list("NM106", "Q01", where("MOD_ID", "G1")))[0]).toMatchObject({
      ...row,
      ...done,
      AUDIT_STAT: auditStat.values.closed,
    });
    expect((await t.admin.list("NM106", "Q02"))[0]).toMatchObject({
      MODIFICATION_COUNT: 2,
      OPEN_MODIFICATIONS: 1,
      OVER_TARGET: 1,
      MODIFICATION_DAYS: 11,
      MODIFICATION_COST: 16_000,
    });
    expect(await put(t.admin, "delete", { MOD_ID: "G2" }, { MOD_ID: "G1" })).toEqual({
      Code: 1,
      Msg: "S0211",
    });
    expect(await put(t.admin, "delete", { MOD_ID: "G2" })).toMatchObject({ Msg: "S0024" });
    expect(await put(await t.user("P2"), "insert", { ...row, MOD_ID: "G9" })).toEqual({
      Code: 1,
      Msg: "S0202^MOLD_NO",
    });
  });
});

describe("scope of plans", () => {
  it("shows organizations the plans of their molds", async () => {
    await approved();
    for (const [org, n] of [
      ["P1", 6],
      ["O1", 6],
      ["M1", 6],
      ["P2", 0],
      ["M2", 0],
      ["O2", 0],
    ] as const) {
      const user = await t.user(org);
      const seen = await Promise.all(
        ["NM101", "NM102", "NM103", "NM105", "NM107"].map((m) => user.list(m, "Q01")),
      );
      expect(seen.flat()).toHaveLength(n);
      const { LINES } = await user.run<{ LINES: unknown[] }>("rf_NewMoldLines", {});
      expect(LINES).toHaveLength(n === 0 ? 0 : 1);
    }
    const stranger = await t.user("M2");
    expect(await run(stranger, "rf_ConfirmMilestone", { MILESTONE_CODE: "OPEN" })).toEqual({
      Code: 1,
      Msg: "S0202^MOLD_NO",
    });
    expect(await send(stranger, "insert", plan)).toEqual({ Code: 1, Msg: "S0202^MOLD_NO" });
  });

  it("answers with running plans first if there are too many", { timeout: 120_000 }, async () => {
    await approved();
    const ended = Array.from({ length: 200 }, (_, i) => `A${i}`);
    for (const no of ended) await t.mold(no, { MOLD_N_O: 0, MOLD_STAT: 2, PROJECT_NO: "A" });
    expect(await send(t.admin, "insert", ...ended.map((no) => ({ ...plan, MOLD_NO: no })))).toMatchObject(ok);
    await t.rows(sql`
      update new_mold_plan set project_result = ${projectResult.values.cancelled}
      where tenant_id = ${t.id} and mold_no <> 'N1'
      returning 1
    `);
    type Answer = { readonly LINE_COUNT: number; readonly LINES: readonly { readonly MOLD_NO: string }[] };
    const all = await t.admin.run<Answer>("rf_NewMoldLines", {});
    expect([all.LINE_COUNT, all.LINES.length]).toEqual([201, 200]);
    expect(all.LINES.at(-1)?.MOLD_NO).toBe("N1");
    const running = await t.admin.run<Answer>("rf_NewMoldLines", { ONLY_RUNNING: "Y" });
    expect([running.LINE_COUNT, ...running.LINES.map((l) => l.MOLD_NO)]).toEqual([1, "N1"]);
  });

  it("excludes other tenants, users without the right, and rights on other screens", async () => {
    await approved();
    const other = await TestTenant.create(s);
    expect(await run(other.admin, "rf_PauseNewMold", { PLAN_NOTE: "x" })).toEqual({
      Code: 1,
      Msg: "S0202^MOLD_NO",
    });
    const reader = await t.user(null, ["NM101:Q", "NM103:Q"]);
    expect(await reader.list("NM101", "Q01")).toHaveLength(2);
    expect(await send(reader, "insert", plan)).toEqual({ Code: 1, Msg: "S0020" });
    expect(await run(reader, "rf_ConfirmMilestone", { MILESTONE_CODE: "OPEN" })).toEqual({
      Code: 1,
      Msg: "S0020",
    });
    const ofTrials = await t.user(null, ["NM102:Q", "NM102:M"]);
    expect(
      await run(ofTrials, "rf_ReportMilestone", {
        MILESTONE_CODE: "OPEN",
        ACTUAL_DATE: "2026-03-01",
        MILESTONE_NOTE: "x",
      }),
    ).toEqual({ Code: 1, Msg: "S0020" });
  });
});

it("shows milestones on boards, late milestones first, then future ones", async () => {
  await approved();
  expect(await report("OPEN", "2026-03-01")).toMatchObject(ok);
  const { MILESTONES } = await t.admin.run<{ MILESTONES: readonly Record<string, unknown>[] }>(
    "rf_KeyProjectBoard",
    { PROJECT_NO: "J1" },
  );
  expect(MILESTONES.map((m) => [m.KIND, m.DAY, m.LATE])).toEqual([
    ["handover", "2026-05-15", true],
    ["quality", "2026-05-10", true],
    ["trial", "2026-04-20", true],
    ["t0", "2026-04-01", true],
    ["opening", "2026-03-01", false],
  ]);
});

it.each(["NM102", "NM103", "NM105", "NM107"])("milestones are read with the right to %s", async (MENU_ID) => {
  expect(await send(t.admin, "insert", plan)).toMatchObject({ Code: 0 });
  const user = await t.user(null, [`${MENU_ID}:Q`]);
  const read = { Type: "QueryBySelf", MENU_ID, TableName: "NEW_MOLD_MILESTONE", Limit: 50 };
  const answer = await user.mitt<{ list: Record<string, unknown>[] }>(read);
  expect(answer.ReturnData.list.map((m) => m.MOLD_NO)).toContain("N1");
});
