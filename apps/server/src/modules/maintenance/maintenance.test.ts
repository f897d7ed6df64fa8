import { beforeEach, describe, expect, it } from "vitest";
import { registerJobs, runDueJobs } from "../../jobs/runner.ts";
import { sql } from "../../kernel/db/sql.ts";
import { systemCtxOf } from "../../testing/job.ts";
import { noon, type TestServer, where, withServer } from "../../testing/server.ts";
import { type TestMold, TestTenant } from "../../testing/tenant.ts";
import { raiseTasks } from "./index.ts";

const hour = 3_600_000;
const day = 24 * hour;

const runJob = (t: TestTenant) => raiseTasks(systemCtxOf(t));

/** Inserts hourly figures of a mold that ran without a break in the `hours` hours before `until`. */
const ran = (t: TestTenant, m: TestMold, hours: number, until: number, counter_id = 1) =>
  t.hours(
    Array.from({ length: hours }, (_, i) => ({
      mold_id: m.moldId,
      hour: until - (i + 1) * hour,
      shots: 120,
      run_ms: hour,
      counter_id,
    })),
  );

const tasks = (t: TestTenant) => t.admin.list("MT101", "Q01");

describe("daily maintenance", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });

  it("raises a task at 80 % of the interval and makes it due at 100 %", async () => {
    const far = await t.mold("FAR");
    const near = await t.mold("NEAR");
    const due = await t.mold("DUE");
    await ran(t, far, 79, noon);
    await ran(t, near, 80, noon);
    await ran(t, due, 60, noon);
    await ran(t, due, 40, noon, 2); // hours of two counters of one mold add up
    await runJob(t);
    const found = await tasks(t);
    expect(
      found
        .map((r) => [r.MOLD_NO, r.MT_STAT, r.RUN_HOURS, r.RUN_HOURS_NOW, r.INTERVAL_HOURS, r.MT_TAB])
        .sort(),
    ).toEqual([
      ["DUE", 1, 100, 100, 100, "today"],
      ["NEAR", 0, 80, 80, 100, "today"],
    ]);
    expect(new Set(found.map((r) => r.TASK_ID)).size).toBe(2);
    expect(found[0]?.TASK_ID).toMatch(/^MT260520\d{4}$/);
    s.clock.now = noon + 20 * hour;
    await ran(t, near, 20, s.clock.now);
    await runJob(t);
    await runJob(t);
    expect((await tasks(t)).map((r) => [r.MOLD_NO, r.MT_STAT]).sort()).toEqual([
      ["DUE", 1],
      ["NEAR", 1],
    ]);
  });

  it("considers late readings within an hour, and a changed interval immediately", async () => {
    const m = await t.mold("A");
    await ran(t, m, 10, noon);
    await runJob(t);
    await ran(t, m, 90, noon - 200 * hour);
    s.clock.now = noon + hour;
    await runJob(t);
    expect(await tasks(t)).toMatchObject([{ MT_STAT: 1 }]);
    const other = await t.mold("B");
    await ran(t, other, 10, noon);
    await runJob(t);
    await t.admin.mitt({
      Type: "update",
      MENU_ID: "BS101",
      TableName: "BS_MOLD",
      Data: [{ MOLD_NO: "B", DAY_MAINTAIN_TIME: 10 }],
    });
    await runJob(t);
    expect(await tasks(t)).toHaveLength(2);
  });

  it("raises one task per mold even with several servers, and none for scrapped molds", async () => {
    const m = await t.mold("A");
    await ran(t, m, 200, noon);
    const scrapped = await t.mold("S", { MOLD_STAT: 4 });
    await ran(t, scrapped, 200, noon);
    await Promise.all([runJob(t), runJob(t), runJob(t)]);
    expect(await tasks(t)).toHaveLength(1);
  });

  it("closes by itself when the mold is stored or scrapped, and goes on after the storage", async () => {
    for (const no of ["STORED", "SCRAPPED"]) await ran(t, await t.mold(no), 120, noon);
    await runJob(t);
    expect(await tasks(t)).toHaveLength(2);
    const state = (MOLD_NO: string, to: number) =>
      t.rows(sql`update mold set service_state = ${to} where tenant_id = ${t.id} and mold_no = ${MOLD_NO}`);
    await state("STORED", 3);
    await state("SCRAPPED", 4);
    await runJob(t);
    await runJob(t);
    expect(await tasks(t)).toEqual([]);
    await state("STORED", 0);
    await runJob(t);
    expect(await tasks(t)).toMatchObject([{ MOLD_NO: "STORED", MT_STAT: 1, RUN_HOURS: 120 }]);
  });

  it("is not added for a mold out of use, because the job would close it at once", async () => {
    for (const [moldNo, MOLD_STAT] of [
      ["STORED", 3],
      ["SCRAPPED", 4],
    ] as const) {
      await t.mold(moldNo, { MOLD_STAT });
      const task = { MT_TYPE: 1, MOLD_NO: moldNo, MT_SOURCE: 2, TASK_REASON: "rust" };
      expect(await t.admin.mitt({ Type: "rf_AddTask", InParams: task })).toMatchObject({ Msg: "S0212" });
    }
  });

  it("is finished only with all items of its checklist, and only with its own photos", async () => {
    await t.mold("A");
    const list = (CHECKLIST_NAME: string, MT_TYPE: number, ITEMS: string, more = {}) =>
      t.admin.mitt({
        Type: "insert",
        MENU_ID: "MT102",
        TableName: "MAINTAIN_CHECKLIST",
        Data: [{ CHECKLIST_NAME, MT_TYPE, ITEMS, IS_VALID: "Y", ...more }],
      });
    for (const answer of [
      await list("daily", 1, "clean\ngrease\nclearance | mm"),
      await list("old", 1, "nothing", { IS_VALID: "N" }),
      await list("major", 2, "open"),
      await list("other", 1, "x", { MOLD_TYPE: "9" }),
    ])
      expect(answer).toMatchObject({ Code: 0 });
    const { TASK_ID } = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", {
      MT_TYPE: 1,
      MOLD_NO: "A",
      MT_SOURCE: 2,
      TASK_REASON: "x",
    });
    const finish = (more: Record<string, unknown>) =>
      t.admin.mitt({ Type: "rf_FinishTask", InParams: { TASK_ID, MAINTAIN_CONTENT: "x", ...more } });
    const done = (...items: string[]) =>
      items.map((ITEM) => ({ ITEM, RESULT: "ok", VALUE: null, NOTE: null }));
    expect(await finish({})).toEqual({ Code: 1, Msg: "S0265^3" });
    expect(await finish({ RESULTS: done("clean", "grease") })).toEqual({ Code: 1, Msg: "S0265^1" });
    expect(await finish({ RESULTS: done("nothing") })).toEqual({ Code: 1, Msg: "S0265^3" });
    const RESULTS = done("clean", "grease", "clearance");
    for (const IMG_URL of ["http://evil/x.png", "/files/none", "/files/own,/files/none"])
      expect(await finish({ RESULTS, IMG_URL })).toEqual({ Code: 1, Msg: "S0202^IMG_URL" });
    expect(await tasks(t)).toMatchObject([{ MT_STAT: 1, IMG_URL: null }]);
    expect(await finish({ RESULTS })).toMatchObject({ Code: 0 });
  });

  it("is deferred for at most the days that the tenant allows", async () => {
    await t.mold("A");
    const { TASK_ID } = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", {
      MT_TYPE: 1,
      MOLD_NO: "A",
      MT_SOURCE: 2,
      TASK_REASON: "x",
    });
    const defer = (days: number) =>
      t.admin.mitt({
        Type: "rf_DeferTask",
        InParams: { TASK_ID, DEFER_TIME: new Date(noon + days * day).toISOString(), REASON: "x" },
      });
    expect(await defer(3500)).toEqual({ Code: 1, Msg: "S0266^30" });
    await t.rows(
      sql`insert into parameter (tenant_id, prm_id, prm_value) values (${t.id}, 'MAINTAIN_DEFER_DAYS', '5')`,
    );
    expect(await defer(6)).toEqual({ Code: 1, Msg: "S0266^5" });
    expect(await defer(5)).toMatchObject({ Code: 0 });
  });

  // spec: admin 3.36, 4.16
  it("is finished once with a record, which starts a new interval", async () => {
    const m = await t.mold("A", { OPENING_TIMES: 1000 });
    await ran(t, m, 120, noon);
    await runJob(t);
    const [task] = await tasks(t);
    s.clock.now = noon + hour / 2;
    const input = { TASK_ID: task?.TASK_ID, MAINTAIN_CONTENT: "cleaned, greased", MINUTES: 25 };
    await t.hours([{ mold_id: m.moldId, hour: noon, shots: 60, run_ms: hour / 2 }]);
    await t.admin.run("rf_FinishTask", input);
    expect(await tasks(t)).toMatchObject([
      { MT_STAT: 4, MT_TAB: "done", DONE_BY: "admin", DONE_COUNT: 1000, RUN_HOURS: 120.5, MINUTES: 25 },
    ]);
    expect(await t.admin.mitt({ Type: "rf_FinishTask", InParams: input })).toMatchObject({ Msg: "S0212" });
    await runJob(t);
    expect(await tasks(t)).toHaveLength(1);
    // The maintenance was done in the middle of an hour in which the mold ran 30 minutes. Half of them (0.25 h) belong
    // to the new interval. 79 h + 0.25 h are below the 80 h at which a task is raised.
    s.clock.now = noon + 90 * hour;
    await ran(t, m, 79, s.clock.now);
    await runJob(t);
    expect(await tasks(t)).toHaveLength(1);
    s.clock.now += hour;
    await ran(t, m, 1, s.clock.now);
    await runJob(t);
    const open = (await tasks(t)).find((r) => r.MT_STAT === 0);
    expect(open?.RUN_HOURS_NOW).toBe(80.3);
    const log = await t.admin.list("SYS100", "Q03", where("TARGET_KEY", task?.TASK_ID));
    expect(log.map((r) => r.ACTION)).toEqual(["update", "insert"]);
  });

  // spec: admin 3.35, 4.16
  it("is due again after a deferral, and overdue with a notice at the limit of deferrals", async () => {
    await t.rows(
      sql`insert into parameter (tenant_id, prm_id, prm_value) values (${t.id}, 'MAINTAIN_TIMES', '2')`,
    );
    const watcher = await t.user("P1");
    const elsewhere = await t.user("P2");
    const m = await t.mold("A");
    await ran(t, m, 120, noon);
    await runJob(t);
    const [task] = await tasks(t);
    const defer = (until: number, REASON: string | null = "order first") =>
      t.admin.mitt({
        Type: "rf_DeferTask",
        InParams: { TASK_ID: task?.TASK_ID, DEFER_TIME: new Date(until).toISOString(), REASON },
      });
    expect(await defer(noon + day, null)).toMatchObject({ Msg: "S0007^REASON" });
    expect(await defer(noon - day)).toMatchObject({ Msg: "S0200^DEFER_TIME" });
    for (const [times, after] of [
      [1, 1],
      [2, 3],
    ] as const) {
      expect(await defer(s.clock.now + day)).toMatchObject({ Code: 0 });
      expect(await tasks(t)).toMatchObject([{ MT_TAB: "deferred", IS_DELAY: "Y", DEFER_COUNT: times }]);
      await runJob(t);
      expect(await tasks(t)).toMatchObject([{ MT_STAT: 2 }]);
      s.clock.now += day;
      await runJob(t);
      expect(await tasks(t)).toMatchObject([{ MT_STAT: after, MT_TAB: "today" }]);
    }
    expect(await defer(s.clock.now + day)).toMatchObject({ Msg: "S0222^2" });
    await runJob(t);
    expect(await watcher.list("SYS100", "Q01")).toMatchObject([
      { NOTICE_TYPE: "maintenanceOverdue", LINK_PATH: "/maintenance/daily" },
    ]);
    expect(await elsewhere.list("SYS100", "Q01")).toEqual([]);
  });

  it("plans a deferred task for the day on which its deferral ends, and never for an earlier one", async () => {
    const planned = async (moldNo: string, PLAN_DATE: string | null, DEFER_TIME: string) => {
      await t.mold(moldNo);
      const task = { MT_TYPE: 1, MOLD_NO: moldNo, MT_SOURCE: 2, TASK_REASON: "x", PLAN_DATE };
      const { TASK_ID } = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", task);
      await t.admin.run("rf_DeferTask", { TASK_ID, DEFER_TIME, REASON: "order first" });
      const [row] = await t.admin.list("MT101", "Q01", where("TASK_ID", TASK_ID));
      return row?.PLAN_DATE;
    };
    // `until` is on 24 May in Shanghai, but still on 23 May in UTC.
    const until = "2026-05-23T17:00:00.000Z";
    expect(await planned("UNPLANNED", null, until)).toBe("2026-05-24");
    expect(await planned("BEFORE", "2026-05-21", until)).toBe("2026-05-24");
    expect(await planned("AFTER", "2026-05-30", until)).toBe("2026-05-30");
  });

  it("can be read and changed only within the caller's organization, tenant and rights", async () => {
    await ran(t, await t.mold("A"), 120, noon);
    await runJob(t);
    const [task] = await tasks(t);
    const finish = { Type: "rf_FinishTask", InParams: { TASK_ID: task?.TASK_ID, MAINTAIN_CONTENT: "x" } };
    const table = { Type: "QueryBySelf", MENU_ID: "MT101", TableName: "MAINTAIN_TASK" };
    for (const who of [await t.user("P2"), (await TestTenant.create(s)).admin]) {
      expect(await who.list("MT101", "Q01")).toEqual([]);
      expect((await who.mitt<{ count: number }>(table)).ReturnData.count).toBe(0);
      expect(await who.mitt(finish)).toMatchObject({ Msg: "S0202^TASK_ID" });
    }
    expect(await (await t.user(null, ["MT101:Q"])).mitt(finish)).toMatchObject({ Msg: "S0020" });
    expect((await t.admin.mitt<{ count: number }>(table)).ReturnData.count).toBe(1);
    const insert = { Type: "insert", MENU_ID: "MT101", TableName: "MAINTAIN_TASK", Data: [{ REMARK: "x" }] };
    expect((await t.admin.mitt(insert)).Code).toBe(1);
    expect(await (await t.user("P1")).mitt(finish)).toMatchObject({ Code: 0 });
  });

  it("is raised by the job runner", async () => {
    await ran(t, await t.mold("A"), 120, noon);
    // The job kind is unique to this test, because the database may contain jobs of other tests.
    const kind = `maintenance-${t.code}`;
    const job = {
      kind,
      everyMs: 60_000,
      tenant: async (ctx: Parameters<typeof raiseTasks>[0]) => {
        if (ctx.who.tenantId === t.id) await raiseTasks(ctx);
      },
    };
    await registerJobs(s.app, [job]);
    await runDueJobs(s.app, { jobs: [job] });
    expect(await tasks(t)).toHaveLength(1);
  });
});
