import { userStatus } from "@shotkeeper/contract/system";
import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, type TestUser, withServer } from "../../testing/server.ts";
import { type TestMold, TestTenant } from "../../testing/tenant.ts";

const day = 86_400_000;
const monday = "2026-05-18";
const at = (days: number) => new Date(noon + days * day).toISOString();

interface Calendar {
  readonly TODAY: string;
  readonly DAY_HOURS: number;
  readonly DAY_TASKS: number;
  readonly PEOPLE: readonly Record<string, unknown>[];
  readonly LOADS: readonly Record<string, unknown>[];
  readonly TASKS: readonly Record<string, unknown>[];
  readonly TASK_COUNT: number;
  readonly FORECASTS: readonly Record<string, unknown>[];
  readonly FORECAST_COUNT: number;
  readonly ORDERS: readonly Record<string, unknown>[];
  readonly SEES_ORDERS: boolean;
}

describe("the maintenance calendar", () => {
  let s: TestServer;
  let t: TestTenant;
  beforeEach(async () => {
    s = await withServer();
    t = await TestTenant.create(s);
  });

  const week = (who: TestUser = t.admin, more: Record<string, unknown> = {}) =>
    who.run<Calendar>("rf_MaintenanceCalendar", { FIRST_DAY: monday, ...more });
  const add = async (mold: TestMold, more: Record<string, unknown> = {}) =>
    (
      await t.admin.run<{ TASK_ID: string }>("rf_AddTask", {
        MT_TYPE: 1,
        MOLD_NO: mold.moldNo,
        MT_SOURCE: 2,
        TASK_REASON: "x",
        ...more,
      })
    ).TASK_ID;
  const molds = (c: Calendar) => c.TASKS.map((x) => x.MOLD_NO);
  const forecast = (m: TestMold, dailyDue: string | null, majorDue: string | null = null) =>
    t.rows(
      sql`insert into mold_forecast (tenant_id, mold_id, daily_due, daily_earliest, daily_latest, major_due)
        values (${t.id}, ${m.moldId}, ${dailyDue}, ${dailyDue}, null, ${majorDue}) returning 1`,
    );

  it("has the tasks of its days, and those that have no day or are late", async () => {
    for (const [mold, PLAN_DATE] of [
      ["WED", "2026-05-20"],
      ["SUN", "2026-05-24"],
      ["NEXT", "2026-05-25"],
      ["NONE", null],
    ] as const)
      await add(await t.mold(mold), { PLAN_DATE });
    const late = await add(await t.mold("LATE"));
    const done = await add(await t.mold("DONE"), { PLAN_DATE: "2026-05-20" });
    await t.admin.run("rf_FinishTask", { TASK_ID: done, MAINTAIN_CONTENT: "x" });
    await t.rows(
      sql`update maintenance_task set plan_date = '2026-05-10' where tenant_id = ${t.id} and task_id = ${late}
        returning 1`,
    );
    const found = await week();
    expect(found).toMatchObject({ TODAY: "2026-05-20", DAY_HOURS: 7, DAY_TASKS: 12, TASK_COUNT: 4 });
    expect(molds(found)).toEqual(["NONE", "LATE", "WED", "SUN"]);
    // The next week does not show the planned tasks of this week, but it shows the late task.
    expect(molds(await week(t.admin, { FIRST_DAY: "2026-05-25" }))).toEqual(["NONE", "LATE", "NEXT"]);
    expect(molds(await week(t.admin, { MT_TYPE: 2 }))).toEqual([]);
    expect(molds(await week(t.admin, { SAVE_ADDRESS: "P2" }))).toEqual([]);
    const call = (InParams: object) => t.admin.mitt({ Type: "rf_MaintenanceCalendar", InParams });
    expect(await call({})).toMatchObject({ Msg: "S0007^FIRST_DAY" });
    expect(await call({ FIRST_DAY: "May" })).toMatchObject({ Msg: "S0200^FIRST_DAY" });
    expect(await call({ FIRST_DAY: monday, SAVE_ADDRESS: "x" })).toMatchObject({ Msg: "S0202^SAVE_ADDRESS" });
  });

  it("uses the days and the capacity of the tenant", async () => {
    const early = await TestTenant.create(s, { zone: "America/Los_Angeles" });
    s.clock.now = Date.parse("2026-05-20T03:00:00Z");
    expect(await week(early.admin)).toMatchObject({ TODAY: "2026-05-19" });
    await t.rows(
      sql`insert into parameter (tenant_id, prm_id, prm_value)
        values (${t.id}, 'MAINTAIN_DAY_HOURS', '6.5'), (${t.id}, 'MAINTAIN_DAY_TASKS', '4') returning 1`,
    );
    expect(await week()).toMatchObject({ TODAY: "2026-05-20", DAY_HOURS: 6.5, DAY_TASKS: 4 });
  });

  it("estimates the time from the mold's own tasks, else from tasks of the kind", async () => {
    const [a, b] = [await t.mold("A"), await t.mold("B")];
    for (const MINUTES of [40, 50]) {
      const TASK_ID = await add(a);
      await t.admin.run("rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "x", MINUTES });
    }
    await add(a);
    await add(b);
    await add(b, { MT_TYPE: 2 });
    const found = await week();
    expect(found.TASKS.map((x) => [x.MOLD_NO, x.MT_TYPE, x.ESTIMATE_MINUTES, x.IS_OWN_ESTIMATE])).toEqual(
      expect.arrayContaining([
        ["A", 1, 45, true],
        ["B", 1, 45, false],
        ["B", 2, null, false],
      ]),
    );
  });

  it("forecasts maintenance of molds without an open task", async () => {
    const [a, b, c, d] = await Promise.all(
      ["A", "B", "C", "D"].map((no) => t.mold(no, no === "D" ? { MOLD_STAT: 4 } : {})),
    );
    for (const m of [a, b, c, d]) if (m) await forecast(m, at(2), at(m === c ? 40 : 3));
    if (b) await add(b);
    const found = await week();
    expect(found.FORECASTS.map((f) => [f.MOLD_NO, f.MT_TYPE, f.LATEST])).toEqual([
      ["A", 1, null],
      ["C", 1, null],
      ["A", 2, null],
      ["B", 2, null],
    ]);
    expect(found.FORECAST_COUNT).toBe(4);
    expect((await week(t.admin, { MT_TYPE: 2 })).FORECASTS).toHaveLength(2);
  });

  it("shows the orders of the same molds to callers who may read orders", async () => {
    const [a, b] = [await t.mold("A"), await t.mold("B")];
    await add(a, { PLAN_DATE: "2026-05-21" });
    const order = async (ORDER_ID: string, moldNo: string, from: string | null, to: string, STATUS: number) =>
      t.rows(
        sql`insert into production_order (tenant_id, order_id, mold_no, planned_shots, cavities, planned_start,
            planned_end, order_state)
          values (${t.id}, ${ORDER_ID}, ${moldNo}, 1000, 1, ${from}, ${to}, ${STATUS}) returning 1`,
      );
    await order("O-1", a.moldNo, at(-1), at(1), 1);
    await order("O-LATE", a.moldNo, at(-9), at(-5), 4);
    await order("O-DRAFT", a.moldNo, at(-1), at(1), 0);
    await order("O-GONE", a.moldNo, at(-9), at(-5), 2);
    await order("O-OTHER", b.moldNo, at(-1), at(1), 2);
    const found = await week();
    expect(found.ORDERS.map((o) => [o.ORDER_ID, o.FROM_DAY, o.TO_DAY])).toEqual([
      ["O-LATE", "2026-05-11", "2026-05-20"],
      ["O-1", "2026-05-19", "2026-05-21"],
    ]);
    expect(await week(await t.user(null, ["MT103:Q", "MT101:Q"]))).toMatchObject({
      ORDERS: [],
      SEES_ORDERS: false,
    });
  });

  it("names the people who maintain molds, and the assigned ones", async () => {
    const [worker, disabled] = [await t.user("P1"), await t.user("P1")];
    await t.user("P1");
    const [a, b] = [await t.mold("A"), await t.mold("B")];
    const done = await add(a);
    await worker.run("rf_FinishTask", { TASK_ID: done, MAINTAIN_CONTENT: "x" });
    await add(b, { ASSIGNEE: disabled.userId });
    await t.rows(
      sql`update "user" set status = ${userStatus.values.disabled}
        where tenant_id = ${t.id} and user_id = ${disabled.userId} returning 1`,
    );
    const found = await week();
    expect(found.PEOPLE.map((p) => [p.USER_ID, p.IS_ENABLED, p.ORG_ID, p.SEES_ALL])).toEqual(
      expect.arrayContaining([
        [worker.userId, true, "P1", false],
        [disabled.userId, false, "P1", false],
      ]),
    );
    expect(found.PEOPLE).toHaveLength(2);
    expect(found.TASKS).toMatchObject([
      { MOLD_NO: "B", ORG_IDS: ["P1", "O1", "M1"], ASSIGNEE: disabled.userId },
    ]);
  });

  it("names the people of the tasks, even if 300 others come before them in the order", async () => {
    const [worker, a] = [await t.user("P1"), await t.mold("A")];
    await t.rows(
      sql`with one as (
          insert into "user" (tenant_id, user_id, user_name, org_id, role_code)
          select ${t.id}, 'a' || n, 'a' || n, u.org_id, u.role_code
          from generate_series(1, 300) n
          join "user" u on u.tenant_id = ${t.id} and u.user_id = ${worker.userId}
          returning user_id
        )
        insert into maintenance_task (tenant_id, task_id, kind, mold_no, state, task_source, raised_at, done_by)
        select ${t.id}, 'D-' || user_id, 1, ${a.moldNo}, 4, 2, ${at(-1)}::timestamptz, user_id
        from one
        returning 1`,
    );
    await t.rows(
      sql`update "user" set user_name = 'z' where tenant_id = ${t.id} and user_id = ${worker.userId} returning 1`,
    );
    await add(a, { ASSIGNEE: worker.userId });
    const { PEOPLE } = await week();
    expect(PEOPLE).toHaveLength(300);
    expect(PEOPLE.at(-1)).toMatchObject({ USER_ID: worker.userId, USER_NAME: "z" });
  });

  it("counts the whole load of people, whatever the filter and the rights of the caller", async () => {
    const [worker, elsewhere] = [await t.user("P1"), await t.user("P2")];
    const [a, b, c] = [await t.mold("A"), await t.mold("B"), await t.mold("C", { SAVE_ADDRESS: "P2" })];
    const finished = await add(a);
    await t.admin.run("rf_FinishTask", { TASK_ID: finished, MAINTAIN_CONTENT: "x", MINUTES: 40 });
    const planned = { PLAN_DATE: "2026-05-21", ASSIGNEE: worker.userId };
    for (const mold of [a, b]) await add(mold, planned);
    await add(a, { ...planned, MT_TYPE: 2 });
    await add(b, { ...planned, MT_TYPE: 2, PLAN_DATE: "2026-05-25" });
    await add(c, { PLAN_DATE: "2026-05-22", ASSIGNEE: elsewhere.userId });
    const load = { USER_ID: worker.userId, DAY: "2026-05-21", TASKS: 3, MINUTES: 80, UNKNOWN: 1 };
    const other = { USER_ID: elsewhere.userId, DAY: "2026-05-22", TASKS: 1, MINUTES: 40, UNKNOWN: 0 };
    const loads = async (who: TestUser, more = {}) =>
      (await week(who, more)).LOADS.toSorted((x, y) => String(x.DAY).localeCompare(String(y.DAY)));
    expect(await loads(t.admin)).toEqual([load, other]);
    const filtered = await week(t.admin, { MT_TYPE: 2, SAVE_ADDRESS: "P1" });
    expect(filtered.TASKS).toMatchObject([{ MOLD_NO: "A", MT_TYPE: 2 }]);
    expect(await loads(t.admin, { MT_TYPE: 2, SAVE_ADDRESS: "P1" })).toEqual([load, other]);
    expect(await loads(await t.user("P1", ["MT103:Q", "MT102:Q"]))).toEqual([load]);
    expect(await loads((await TestTenant.create(s)).admin)).toEqual([]);
  });

  it("is limited to the caller's organization, tenant and rights", async () => {
    const a = await t.mold("A");
    await add(a);
    await forecast(a, null, at(2));
    for (const who of [await t.user("P2"), (await TestTenant.create(s)).admin])
      expect(await week(who)).toMatchObject({ TASKS: [], FORECASTS: [], PEOPLE: [], ORDERS: [] });
    expect(await week(await t.user("P1"))).toMatchObject({ TASK_COUNT: 1, FORECAST_COUNT: 1 });
    expect(await week(await t.user(null, ["MT103:Q", "MT102:Q"]))).toMatchObject({
      TASKS: [],
      FORECAST_COUNT: 1,
    });
    const body = { Type: "rf_MaintenanceCalendar", InParams: { FIRST_DAY: monday } };
    expect(await (await t.user(null, ["MT101:Q"])).mitt(body)).toMatchObject({ Msg: "S0020" });
  });
});
