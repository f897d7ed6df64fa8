import { expect, it } from "vitest";
import { noon, withServer } from "../../testing/server.ts";
import { TestTenant } from "../../testing/tenant.ts";
import { Actor } from "../base/actor.ts";
import { planWeek } from "./maintenance-week.ts";

it("plans most waiting tasks for the technicians, leaves the others, and plans only once", async () => {
  const s = await withServer();
  const t = await TestTenant.create(s);
  const technician = await t.user("P1");
  for (let i = 0; i < 20; i++) {
    await t.mold(`M-${i}`);
    const task = { MT_TYPE: 1, MOLD_NO: `M-${i}`, MT_SOURCE: 2, TASK_REASON: "x" };
    const { TASK_ID } = await t.admin.run<{ TASK_ID: string }>("rf_AddTask", task);
    if (i === 0) await technician.run("rf_FinishTask", { TASK_ID, MAINTAIN_CONTENT: "x", MINUTES: 30 });
  }
  const tasks = async () => (await t.admin.list("MT101", "Q01")).filter((r) => r.MT_STAT !== 4);
  const actor = new Actor(s.app, t.id);
  await planWeek(actor, noon);
  const first = await tasks();
  const planned = first.filter((r) => r.PLAN_DATE !== null);
  expect(planned.length).toBeGreaterThan(5);
  expect(planned.length).toBeLessThan(19);
  expect(new Set(planned.map((r) => r.ASSIGNEE))).toEqual(new Set([technician.userId]));
  // Wednesday to Friday, and the Monday after. Never a weekend.
  for (const r of planned)
    expect(["2026-05-20", "2026-05-21", "2026-05-22", "2026-05-25"]).toContain(r.PLAN_DATE);
  await planWeek(actor, noon);
  expect(await tasks()).toEqual(first);
});
