import { afterEach, expect, it, vi } from "vitest";
import { sql } from "../../kernel/db/sql.ts";
import { kernelTenant } from "../../kernel/testing/tenant.ts";
import { unfinished } from "../../kernel/time-budget.ts";
import { testDb } from "../../testing/database.ts";
import { precomputeFigures } from "./precompute-figures.ts";

afterEach(() => vi.restoreAllMocks());

it("stops when its time is used up, and goes on in the next run until all days are computed", async () => {
  const t = await kernelTenant();
  await t.rows(
    sql`insert into organization (tenant_id, org_id, org_name, type) values (${t.id}, 'O', 'O', 'oem')`,
  );
  await t.rows(sql`
    insert into mold (
      tenant_id, mold_no, oem_id, plant_id, daily_maintenance_hours, major_maintenance_hours, planned_t0, handover_date
    )
    select ${t.id}, 'M' || i, 'O', 'O', 100, 1000, '2026-01-01', '2026-01-01' from generate_series(1, 500) i
  `);
  // Each call of the database takes a fifth of a second, so a run has time for few of the thirty days.
  let clock = 0;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  const db = await testDb();
  const run = db.run.bind(db);
  vi.spyOn(db, "run").mockImplementation((...call: Parameters<typeof run>) => {
    clock += 200;
    return run(...call);
  });
  const results: unknown[] = [];
  do results.push(await precomputeFigures(t.ctx));
  while (results.at(-1) === unfinished && results.length < 60);
  expect(results.length).toBeGreaterThan(2);
  expect(results.at(-1)).toBeUndefined();
  const days = await t.rows(sql`select period from board_figure where tenant_id = ${t.id}`);
  expect(days).toHaveLength(30);
});
