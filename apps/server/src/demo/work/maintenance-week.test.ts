import { afterEach, expect, it } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { noon, type TestServer, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { Actor } from "../base/actor.ts";
import { planWeeks } from "./maintenance-week.ts";

afterEach(() => void withServer());

/** Makes a plant with one technician and `count` waiting tasks. */
async function plant(s: TestServer, count: number, kind = 1) {
  const t = await TestTenant.create(s);
  const technician = await t.user("P1");
  for (let i = 0; i < count; i++) {
    await t.mold(`M-${i}`);
    const task = { MT_TYPE: kind, MOLD_NO: `M-${i}`, MT_SOURCE: 2, TASK_REASON: "x" };
    const { TASK_ID } = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", task);
    if (i === 0 && kind === 1)
      await technician.run("rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "x", MINUTES: 30 });
    const PLAN = { TASK_ID, PLAN_DATE: "2026-05-20", ASSIGNEE: technician.userId };
    if (i === 0 && kind === 2) await t.admin.run("rf_PlanTask", PLAN);
  }
  const planned = async () =>
    (await t.admin.list(kind === 1 ? "MT101" : "MT102", "Q01")).filter(
      (r) => r.PLAN_DATE !== null && r.ASSIGNEE,
    );
  return { t, technician, planned, actor: new Actor(s.app, t.id) };
}

it("spreads most waiting tasks over this and the next two weeks, leaves the others, and plans only once", async () => {
  const { technician, planned, actor } = await plant(await withServer(), 25);
  await planWeeks(actor, noon);
  const first = await planned();
  expect(first.length).toBeGreaterThan(15);
  expect(first.length).toBeLessThan(24);
  expect(new Set(first.map((r) => r.ASSIGNEE))).toEqual(new Set([technician.userId]));
  const days = first.map((r) => String(r.PLAN_DATE)).sort();
  // The tasks must be planned from Wednesday 20 May on, at most two a day and none on a weekend.
  expect(days[0]).toBe("2026-05-20");
  expect(days.at(-1)?.localeCompare("2026-05-29")).toBeGreaterThan(-1);
  for (const day of days) {
    expect([0, 6]).not.toContain(new Date(day).getUTCDay());
    expect(days.filter((d) => d === day).length).toBeLessThanOrEqual(2);
  }
  await planWeeks(actor, noon);
  expect(await planned()).toEqual(first);
});

it("fills the rest of a weekend, so that the calendar of the week is not empty", async () => {
  const s = await withServer();
  const { planned, actor } = await plant(s, 20);
  const sunday = noon + 4 * 86_400_000;
  s.clock.now = sunday;
  await planWeeks(actor, sunday);
  expect((await planned()).map((r) => r.PLAN_DATE)).toContain("2026-05-24");
});

it("leaves a conflict: a production order needs a mold on the day of its major maintenance", async () => {
  const { t, planned, actor } = await plant(await withServer(), 4, 2);
  for (let i = 0; i < 4; i++)
    await t.rows(sql`
      insert into production_order (
        tenant_id, order_id, mold_no, order_state, planned_start, planned_end, product_no, planned_shots
      )
      values (${t.id}, ${`O-${i}`}, ${`M-${i}`}, 2, '2026-05-22', '2026-05-22T10:00:00Z', 'x', 10)
      returning 1
    `);
  await planWeeks(actor, noon);
  expect((await planned()).filter((r) => r.PLAN_DATE === "2026-05-22").length).toBeGreaterThan(0);
});
