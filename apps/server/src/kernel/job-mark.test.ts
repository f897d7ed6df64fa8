import { beforeAll, expect, it } from "vitest";
import { systemCtxOf } from "../testing/job.ts";
import { noon, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";
import { sql } from "./db/sql.ts";
import { markRun, ranLately, seenUntil } from "./job-mark.ts";

const minute = 60_000;
let s: TestServer;
let t: TestTenant;
beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
});

it("keeps the later mark if a run that began earlier ends last", async () => {
  const mark = (until: number, now = noon + minute) =>
    t.rows(markRun({ ...systemCtxOf(t), now }, "a", sql`true`, until));
  await mark(noon);
  await mark(noon - 9 * minute);
  expect(Date.parse((await seenUntil(systemCtxOf(t), "a")) ?? "")).toBe(noon);
  await mark(noon + minute);
  expect(Date.parse((await seenUntil(systemCtxOf(t), "a")) ?? "")).toBe(noon + minute);
  // The clock was set back.
  await mark(noon - 2 * minute, noon - minute);
  expect(Date.parse((await seenUntil(systemCtxOf(t), "a")) ?? "")).toBe(noon - 2 * minute);
});

it("is read again after an event of another server, because the figures may have been deleted there", async () => {
  const ctx = systemCtxOf(t);
  await t.rows(markRun(ctx, "b"));
  expect(await ranLately(ctx, "b")).toBe(true);
  await t.rows(sql`delete from job_mark where tenant_id = ${t.id} and job = 'b' returning 1`);
  expect(await ranLately(ctx, "b")).toBe(true);
  s.app.events.deliver(t.id, { type: "board", molds: ["A"] });
  expect(await ranLately(ctx, "b")).toBe(true);
  s.app.events.deliver(t.id, { type: "board" });
  expect(await ranLately(ctx, "b")).toBe(false);
});
