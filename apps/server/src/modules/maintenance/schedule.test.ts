import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, type TestUser, where, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";

const day = 86_400_000;

interface Results {
  readonly COUNT: number;
  readonly REFUSED: readonly { readonly TASK_ID: string; readonly MSG: string }[];
}

describe("planning many tasks in one call", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });

  const add = async (MOLD_NO: string, more: Record<string, unknown> = {}, mold = {}) => {
    await t.mold(MOLD_NO, mold);
    const task = { MT_TYPE: 1, MOLD_NO, MT_SOURCE: 2, TASK_REASON: "x", ...more };
    return (await t.admin.run<{ TASK_ID: string }>("rf_AddTask", task)).TASK_ID;
  };
  const task = async (TASK_ID: string, menu = "MT101") =>
    (await t.admin.list(menu, "Q01", where("TASK_ID", TASK_ID)))[0];
  const schedule = (who: TestUser, ...SCHEDULE: readonly Record<string, unknown>[]) =>
    who.run<Results>("rf_ScheduleTasks", { SCHEDULE });
  const until = new Date(noon + 3 * day).toISOString();
  const defer = (who: TestUser, DEFERRALS: unknown, more: object = {}) =>
    who.run<Results>("rf_DeferTasks", { DEFERRALS, DEFER_TIME: until, REASON: "order first", ...more });

  it("sets days and people, leaves absent values, and clears null", async () => {
    const worker = await t.user("P1");
    const [a, b] = [await add("A"), await add("B", { MT_TYPE: 2 })];
    const assigned = { TASK_ID: a, PLAN_DATE: "2026-05-22", ASSIGNEE: worker.userId };
    expect(await schedule(t.admin, assigned, { TASK_ID: b, PLAN_DATE: "2026-05-20" })).toEqual({
      COUNT: 2,
      REFUSED: [],
    });
    expect(await task(a)).toMatchObject({ PLAN_DATE: "2026-05-22", ASSIGNEE: worker.userId, MT_STAT: 1 });
    expect(await task(b, "MT102")).toMatchObject({ PLAN_DATE: "2026-05-20", ASSIGNEE: null });
    expect(await worker.list("SYS100", "Q01")).toMatchObject([{ NOTICE_TYPE: "taskAssigned" }]);
    await schedule(t.admin, { TASK_ID: a, PLAN_DATE: "2026-05-23" }, { TASK_ID: b, ASSIGNEE: worker.userId });
    expect(await task(a)).toMatchObject({ PLAN_DATE: "2026-05-23", ASSIGNEE: worker.userId });
    expect(await task(b, "MT102")).toMatchObject({ PLAN_DATE: "2026-05-20", ASSIGNEE: worker.userId });
    await schedule(t.admin, { TASK_ID: a, PLAN_DATE: null, ASSIGNEE: null });
    expect(await task(a)).toMatchObject({ PLAN_DATE: null, ASSIGNEE: null });
    const log = await t.admin.list("SYS100", "Q03", where("TARGET_KEY", a));
    expect(log.map((r) => r.ACTION).sort()).toEqual(["insert", "update", "update", "update"]);
  });

  it("refuses single rows with their reason, and changes the others", async () => {
    const elsewhere = await t.user("P2");
    const [a, b, c, d] = [await add("A"), await add("B"), await add("C"), await add("D")];
    await t.admin.run("rf_FinishTask", { TASK_ID: c, MAINTAIN_CONTENT: "x" });
    const found = await schedule(
      t.admin,
      { TASK_ID: a, PLAN_DATE: "2026-05-21" },
      { TASK_ID: b, PLAN_DATE: "2026-05-19" },
      { TASK_ID: c, PLAN_DATE: "2026-05-21" },
      { TASK_ID: d, ASSIGNEE: elsewhere.userId },
      { TASK_ID: "none", PLAN_DATE: "2026-05-21" },
      { TASK_ID: "odd", PLAN_DATE: "21 May" },
      { TASK_ID: "more", OTHER: 1 },
      { TASK_ID: "twice" },
      { TASK_ID: "twice" },
    );
    expect(found.COUNT).toBe(1);
    expect(Object.fromEntries(found.REFUSED.map((r) => [r.TASK_ID, r.MSG]))).toEqual({
      [b]: "S0200^PLAN_DATE",
      [c]: "S0212",
      [d]: "S0202^ASSIGNEE",
      none: "S0202^TASK_ID",
      odd: "S0200^PLAN_DATE",
      more: "S0015^OTHER",
      twice: "S0029^TASK_ID",
    });
    expect(await task(a)).toMatchObject({ PLAN_DATE: "2026-05-21" });
    expect(await task(d)).toMatchObject({ ASSIGNEE: null });
  });

  it("refuses a whole call without rows, with too many, or with rows that name no task", async () => {
    const call = (SCHEDULE: unknown) => t.admin.mitt({ Type: "rf_ScheduleTasks", InParams: { SCHEDULE } });
    for (const none of [null, [], "x", {}]) expect(await call(none)).toMatchObject({ Msg: "S0007^SCHEDULE" });
    for (const bad of [[1], [null], [{}], [{ TASK_ID: 1 }], [{ TASK_ID: "" }]])
      expect(await call(bad)).toMatchObject({ Msg: "S0200^SCHEDULE" });
    const many = Array.from({ length: 501 }, (_, i) => ({ TASK_ID: `T${i}` }));
    expect(await call(many)).toMatchObject({ Msg: "S0220^500" });
  });

  it("changes only tasks of the caller's organization, tenant and rights", async () => {
    const [a, b] = [await add("A"), await add("B", { MT_TYPE: 2 })];
    const rows = [a, b].map((TASK_ID) => ({ TASK_ID, PLAN_DATE: "2026-05-22" }));
    const outside = [a, b].map((TASK_ID) => ({ TASK_ID, MSG: "S0202^TASK_ID" }));
    for (const who of [await t.user("P2"), (await TestTenant.create(s)).admin]) {
      expect(await schedule(who, ...rows)).toEqual({ COUNT: 0, REFUSED: outside });
      const deferrals = [a, b].map((TASK_ID) => ({ TASK_ID }));
      expect(await defer(who, deferrals)).toEqual({ COUNT: 0, REFUSED: outside });
    }
    const reader = await t.user(null, ["MT101:Q", "MT102:Q", "MT103:Q"]);
    const call = { Type: "rf_ScheduleTasks", InParams: { SCHEDULE: rows } };
    expect(await reader.mitt(call)).toMatchObject({ Msg: "S0020" });
    const onlyDaily = await t.user("P1", ["MT101:M"]);
    expect(await schedule(onlyDaily, ...rows)).toEqual({
      COUNT: 1,
      REFUSED: [{ TASK_ID: b, MSG: "S0020" }],
    });
  });

  it("lets one of two planners win, and tells the other that the task has changed", async () => {
    const a = await add("A");
    const seen = { TASK_ID: a, UPDATED_DATE: (await task(a))?.UPDATED_DATE };
    s.clock.now = noon + 1000;
    const found = await Promise.all(
      ["2026-05-22", "2026-05-23"].map((PLAN_DATE) => schedule(t.admin, { ...seen, PLAN_DATE })),
    );
    expect(found.map((r) => r.COUNT).sort()).toEqual([0, 1]);
    expect(found.flatMap((r) => r.REFUSED)).toEqual([{ TASK_ID: a, MSG: "S0213" }]);
    expect(await defer(t.admin, [seen])).toEqual({ COUNT: 0, REFUSED: [{ TASK_ID: a, MSG: "S0213" }] });
  });

  it("makes an overdue task due again on a new day, and not by a new person alone", async () => {
    const [a, b] = [await add("A", { PLAN_DATE: "2026-05-20" }), await add("B", { PLAN_DATE: "2026-05-20" })];
    await t.rows(
      sql`update maintenance_task set state = 3, plan_date = '2026-05-19' where tenant_id = ${t.id} returning 1`,
    );
    const moved = { TASK_ID: a, PLAN_DATE: "2026-05-22", ASSIGNEE: "admin" };
    const same = { TASK_ID: b, PLAN_DATE: "2026-05-19", ASSIGNEE: "admin" };
    expect(await schedule(t.admin, moved, same)).toMatchObject({ COUNT: 2 });
    expect(await task(a)).toMatchObject({ MT_STAT: 1, PLAN_DATE: "2026-05-22" });
    expect(await task(b)).toMatchObject({ MT_STAT: 3, PLAN_DATE: "2026-05-19", ASSIGNEE: "admin" });
  });

  it("defers many with the limits of a single deferral", async () => {
    await t.rows(
      sql`insert into parameter (tenant_id, prm_id, prm_value) values (${t.id}, 'MAINTAIN_TIMES', '1')`,
    );
    const [a, b] = [await add("A"), await add("B")];
    await t.admin.run("rf_DeferTask", { TASK_ID: b, DEFER_TIME: until, REASON: "x" });
    const rows = [{ TASK_ID: a }, { TASK_ID: b }];
    const call = (more: object) =>
      t.admin.mitt({
        Type: "rf_DeferTasks",
        InParams: { DEFERRALS: rows, REASON: "x", DEFER_TIME: until, ...more },
      });
    expect(await call({ REASON: null })).toMatchObject({ Msg: "S0007^REASON" });
    expect(await call({ DEFER_TIME: new Date(noon).toISOString() })).toMatchObject({
      Msg: "S0200^DEFER_TIME",
    });
    expect(await call({ DEFER_TIME: new Date(noon + 31 * day).toISOString() })).toMatchObject({
      Msg: "S0266^30",
    });
    expect(await call({ DEFERRALS: [] })).toMatchObject({ Msg: "S0007^DEFERRALS" });
    expect(await defer(t.admin, rows)).toEqual({ COUNT: 1, REFUSED: [{ TASK_ID: b, MSG: "S0222^1" }] });
    expect(await task(a)).toMatchObject({ MT_TAB: "deferred", DEFER_COUNT: 1, PLAN_DATE: "2026-05-23" });
  });
});
