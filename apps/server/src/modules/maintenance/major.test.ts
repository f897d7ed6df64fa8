import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { type TestMold, TestTenant } from "../../testing/tenant.ts";
import { raiseTasks } from "./index.ts";

const hour = 3_600_000;
const day = 24 * hour;
const runJob = (t: TestTenant) => raiseTasks(systemCtxOf(t));

/** Inserts hourly figures of a mold that ran without a break in the `hours` hours before `until`. */
const ran = (t: TestTenant, m: TestMold, hours: number, until: number, shots = 120) =>
  t.hours(
    Array.from({ length: hours }, (_, i) => ({
      mold_id: m.moldId,
      hour: until - (i + 1) * hour,
      shots,
      run_ms: hour,
    })),
  );

describe("major maintenance", () => {
  let s: TestServer;
  let t: TestTenant;
  let worker: TestUser;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
    worker = await t.user("P1");
  });
  const tasks = (who: TestUser = t.admin) => who.list("MT102", "Q01");
  const serviceOf = async (moldNo: string) =>
    (await t.admin.list("BS101", "Q01", where("MOLD_NO", moldNo)))[0]?.MOLD_STAT;
  const raised = async (moldNo = "A", fields = {}) => {
    const m = await t.mold(moldNo, { BIG_MAINTAIN_TIME: 50, DAY_MAINTAIN_TIME: 9000, ...fields });
    await ran(t, m, 50, noon);
    await runJob(t);
    return String((await tasks()).find((r) => r.MOLD_NO === moldNo)?.TASK_ID);
  };

  it("is raised once by run hours or shots", async () => {
    const far = await t.mold("FAR", { BIG_MAINTAIN_TIME: 1000 });
    const hours = await t.mold("HOURS", { BIG_MAINTAIN_TIME: 100, DAY_MAINTAIN_TIME: 9000 });
    const shots = await t.mold("SHOTS", { BIG_MAINTAIN_TIME: 1000, BIG_MAINTAIN_SHOTS: 10_000 });
    for (const [m, h] of [
      [far, 79],
      [hours, 85],
      [shots, 90],
    ] as const)
      await ran(t, m, h, noon);
    await Promise.all([runJob(t), runJob(t), runJob(t)]);
    const found = await tasks();
    expect(
      found.map((r) => [r.MOLD_NO, r.MT_STAT, r.MT_SOURCE, r.RUN_HOURS_NOW, r.RUN_SHOTS_NOW]).sort(),
    ).toEqual([
      ["HOURS", 0, 0, 85, null],
      ["SHOTS", 1, 1, 90, 10_800],
    ]);
    // Nobody planned the tasks before they became due. So their planned day is set to one week later.
    expect(found.find((r) => r.MOLD_NO === "SHOTS")?.PLAN_DATE).toBe("2026-05-27");
    expect(found.every((r) => r.MT_TYPE === 2 && r.MT_TAB === "open")).toBe(true);
  });

  it("sets the mold to repair, is finished with a record, and accepted by another user", async () => {
    // Adds a colleague. If the organization had only one user, that user could accept their own work
    // (ONE_PERSON_STEPS).
    await t.user("P1");
    const TASK_ID = await raised();
    await worker.run("rf_StartTask", { TASK_ID });
    expect(await serviceOf("A")).toBe(1);
    expect((await t.admin.list("BS101", "Q01", where("MOLD_NO", "A")))[0]?.Work_Stat).toBe("inRepair");
    expect(
      await worker.mitt({
        Type: "rf_DeferTask",
        InParams: { TASK_ID, DEFER_TIME: "2026-06-01", REASON: "x" },
      }),
    ).toMatchObject({ Msg: "S0212" });
    s.clock.now = noon + 5 * hour;
    const RESULTS = [
      { ITEM: "guide clearance", RESULT: "ok", VALUE: "0.03", NOTE: null },
      { ITEM: "O-rings", RESULT: "notOk", VALUE: null, NOTE: "replaced" },
    ];
    const record = { MAINTAIN_CONTENT: "stripped", MINUTES: 240, COST: 850.5, REPLACED: "O-rings", RESULTS };
    await worker.run("rf_FinishTask", { TASK_ID, ...record });
    expect(await tasks()).toMatchObject([
      {
        MT_STAT: 6,
        MT_TAB: "acceptance",
        COST: 850.5,
        REPLACED: "O-rings",
        RESULTS,
        CHECK_COUNT: 2,
        NOT_OK_COUNT: 1,
        RUN_HOURS: 50,
      },
    ]);
    expect(await serviceOf("A")).toBe(1);
    expect(await worker.mitt({ Type: "rf_AcceptTask", InParams: { TASK_ID } })).toMatchObject({
      Msg: "S0261",
    });
    await t.admin.run("rf_SendBackTask", { TASK_ID, SEND_BACK_REASON: "leaks" });
    expect(await tasks()).toMatchObject([{ MT_STAT: 5, SENT_BACK_COUNT: 1, DONE_TIME: null }]);
    const ofWorker = await t.rows(sql`
      select title, body from notice_outbox
      where tenant_id = ${t.id} and notice_type = 'taskSentBack' and receiver = ${worker.userId}
    `);
    expect(ofWorker).toEqual([
      { title: "模具 A 的保养被退回，请继续处理", body: expect.stringContaining("leaks") },
    ]);
    await worker.run("rf_FinishTask", { TASK_ID, ...record });
    await t.admin.run("rf_AcceptTask", { TASK_ID, ACCEPT_NOTE: "tight" });
    expect(await tasks()).toMatchObject([
      { MT_STAT: 4, ACCEPT_BY: "admin", ACCEPTED_BY_NAME: "Administrator", ACCEPT_NOTE: "tight" },
    ]);
    expect(await serviceOf("A")).toBe(0);
    const log = await t.admin.list("SYS100", "Q03", where("TARGET_KEY", TASK_ID));
    expect(log).toHaveLength(6);
    expect(await t.admin.mitt({ Type: "rf_RemoveTasks", InParams: { TASK_IDS: [TASK_ID] } })).toMatchObject({
      Msg: "S0211",
    });
    await runJob(t);
    expect(await tasks()).toHaveLength(1);
  });

  it("leaves the mold in repair while another task needs it, then restores its state", async () => {
    const first = await raised("A", { MOLD_STAT: 2 });
    const { TASK_ID: second } = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", {
      MT_TYPE: 2,
      MOLD_NO: "A",
      MT_SOURCE: 3,
      TASK_REASON: "pin broke",
    });
    for (const TASK_ID of [first, second]) {
      await worker.run("rf_StartTask", { TASK_ID });
      await worker.run("rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "x" });
    }
    await t.admin.run("rf_AcceptTask", { TASK_ID: first });
    expect(await serviceOf("A")).toBe(1);
    await t.admin.run("rf_AcceptTask", { TASK_ID: second });
    expect(await serviceOf("A")).toBe(2);
  });

  it("is planned by hand, one task per mold, and notifies the assignee", async () => {
    const m = await t.mold("A");
    const add = (more = {}) =>
      t.admin.mitt<{ TASK_ID: string }>({
        Type: "rf_AddTask",
        InParams: { MT_TYPE: 2, MOLD_NO: "A", MT_SOURCE: 2, TASK_REASON: "yearly", ...more },
      });
    expect(await add({ TASK_REASON: null })).toMatchObject({ Msg: "S0007^TASK_REASON" });
    expect(await add({ MOLD_NO: "B" })).toMatchObject({ Msg: "S0202^MOLD_NO" });
    expect(await add({ PLAN_DATE: "2026-05-19" })).toMatchObject({ Msg: "S0200^PLAN_DATE" });
    const stranger = await t.user("P2");
    expect(await add({ ASSIGNEE: stranger.userId })).toMatchObject({ Msg: "S0202^ASSIGNEE" });
    const added = await add({ PLAN_DATE: "2026-05-22", ASSIGNEE: worker.userId });
    const { TASK_ID } = added.ReturnData;
    expect(await add()).toMatchObject({ Msg: `S0260^${TASK_ID}` });
    expect(await tasks()).toMatchObject([{ MT_STAT: 0, MT_SOURCE: 2, PLAN_DATE: "2026-05-22" }]);
    expect(await worker.list("SYS100", "Q01")).toHaveLength(1);
    // Run hours must not raise a second task while the planned task is open.
    await ran(t, m, 900, noon);
    await runJob(t);
    expect(await tasks()).toHaveLength(1);
    s.clock.now = noon + 2 * day;
    await runJob(t);
    expect(await tasks()).toMatchObject([{ MT_STAT: 1 }]);
    // After its planned day the task is marked as overdue and its assignee is notified.
    s.clock.now = noon + 3 * day;
    await runJob(t);
    await runJob(t);
    expect(await tasks()).toMatchObject([{ MT_STAT: 3, IS_DELAY: "Y" }]);
    expect(await worker.list("SYS100", "Q01")).toHaveLength(2);
    await t.admin.run("rf_PlanTask", { TASK_ID, PLAN_DATE: "2026-05-30", ASSIGNEE: null });
    expect(await tasks()).toMatchObject([{ MT_STAT: 1, ASSIGNEE: null }]);
  });

  it("is deleted, all selected tasks or none, and is not raised again immediately", async () => {
    const one = await raised("A");
    const two = await raised("B");
    await worker.run("rf_StartTask", { TASK_ID: two });
    const remove = (TASK_IDS: unknown) => t.admin.mitt({ Type: "rf_RemoveTasks", InParams: { TASK_IDS } });
    expect(await remove([one, two])).toMatchObject({ Msg: "S0212" });
    expect(await remove([])).toMatchObject({ Msg: "S0007^TASK_IDS" });
    expect(await remove("x")).toMatchObject({ Msg: "S0007^TASK_IDS" });
    expect(await tasks()).toHaveLength(2);
    expect(await remove([one])).toMatchObject({ Code: 0 });
    await runJob(t);
    expect((await tasks()).map((r) => r.TASK_ID)).toEqual([two]);
    const log = await t.admin.list("SYS100", "Q03", where("TARGET_KEY", one));
    expect(log.map((r) => r.ACTION).sort()).toEqual(["delete", "insert"]);
  });

  it("is limited to the caller's organization, tenant and rights on its own screen", async () => {
    const TASK_ID = await raised();
    const start = { Type: "rf_StartTask", InParams: { TASK_ID } };
    for (const who of [await t.user("P2"), (await TestTenant.create(s)).admin]) {
      expect(await tasks(who)).toEqual([]);
      expect(await who.mitt(start)).toMatchObject({ Msg: "S0202^TASK_ID" });
    }
    expect(await (await t.user(null, ["MT101:Q", "MT101:M"])).mitt(start)).toMatchObject({ Msg: "S0020" });
    expect(await (await t.user(null, ["MT102:Q"])).mitt(start)).toMatchObject({ Msg: "S0020" });
    expect(await (await t.user("P1", ["MT102:M"])).mitt(start)).toMatchObject({ Code: 0 });
  });

  it("has figures equal to a recalculation from tasks and hourly figures", async () => {
    const TASK_ID = await raised("A");
    await worker.run("rf_StartTask", { TASK_ID });
    await worker.run("rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "x", COST: 100 });
    await t.admin.run("rf_AcceptTask", { TASK_ID });
    const breakdown = async (after: number) => {
      const { TASK_ID: id } = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", {
        MT_TYPE: 2,
        MOLD_NO: "A",
        MT_SOURCE: 3,
        TASK_REASON: "leak",
      });
      await worker.run("rf_StartTask", { TASK_ID: id });
      s.clock.now += after * hour;
      await worker.run("rf_FinishTask", { TASK_ID: id, MAINTAIN_CONTENT: "x", COST: 50.25 });
      await t.admin.run("rf_AcceptTask", { TASK_ID: id });
    };
    s.clock.now = noon + day;
    await breakdown(4);
    await breakdown(7);
    // Adds late tasks to the figures: one task was deferred before it was done, another is still overdue.
    const late = await raised("B");
    await t.admin.run("rf_DeferTask", {
      TASK_ID: late,
      DEFER_TIME: new Date(s.clock.now + hour).toISOString(),
      REASON: "x",
    });
    await worker.run("rf_StartTask", { TASK_ID: late });
    await worker.run("rf_FinishTask", { TASK_ID: late, MAINTAIN_CONTENT: "x" });
    await t.admin.run("rf_AcceptTask", { TASK_ID: late });
    await raised("C");
    s.clock.now += 9 * day;
    await runJob(t);
    const figures = await t.admin.run<Record<string, number>>("rf_MaintenanceFigures", { DAYS: 30 });

    // Recalculates the figures from the rows of the tasks, independently of the server.
    const all = await tasks();
    const is = (r: Record<string, unknown>) => r.MT_SOURCE === 3;
    const done = all.filter((r) => !is(r) && r.MT_STAT === 4);
    const onTime = done.filter(
      (r) => r.IS_DELAY !== "Y" && Number(r.RUN_HOURS) <= Number(r.INTERVAL_HOURS) * 1.1,
    );
    const overdue = all.filter((r) => r.MT_STAT === 3);
    const broken = all.filter(is);
    const repair = broken.reduce(
      (n, r) => n + (Date.parse(String(r.DONE_TIME)) - Date.parse(String(r.START_TIME))) / hour,
      0,
    );
    const [ledger] = await t.rows<{ hours: number }>(
      sql`select sum(run_ms) / 3600000.0 as hours from shot_hour where tenant_id = ${t.id}`,
    );
    expect([done.length, onTime.length, overdue.length, broken.length]).toEqual([2, 1, 1, 2]);
    expect(figures).toMatchObject({
      DONE: 2,
      ON_TIME: 1,
      OVERDUE: 1,
      ON_TIME_RATE: 33.3,
      RUN_HOURS: Number(ledger?.hours),
      BREAKDOWNS: broken.length,
      MTBF: Number(ledger?.hours) / broken.length,
      REPAIR_HOURS: repair,
      MTTR: repair / broken.length,
      COST: 200.5,
    });
    expect(repair).toBe(11);
    expect(await t.admin.run("rf_MaintenanceFigures", { DAYS: 30, MOLD_NO: "A" })).toMatchObject({
      DONE: 1,
      MTBF: 25,
    });
    expect(await (await t.user("P2")).run("rf_MaintenanceFigures", { DAYS: 30 })).toMatchObject({
      DONE: 0,
      MTBF: null,
      MTTR: null,
      ON_TIME_RATE: null,
      RUN_HOURS: 0,
    });
  });
});
