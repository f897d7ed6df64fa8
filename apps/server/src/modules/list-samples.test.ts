import { beforeAll, expect, it } from "vitest";
import { type Sql, sql } from "../kernel/db/sql.ts";
import { totalOf } from "../kernel/page-total.ts";
import { fromAll } from "../kernel/registry.ts";
import { systemCtxOf } from "../testing/job.ts";
import { noon, type TestServer, withServer } from "../testing/server.ts";
import { TestTenant } from "../testing/tenant.ts";

const hour = 3_600_000;
/** Molds of the test. A sample of one mold in 256 has three or four of them. */
const size = 1_000;
let s: TestServer;
let t: TestTenant;

beforeAll(async () => {
  s = await withServer();
  t = await TestTenant.create(s);
  const id = t.id;
  const since = new Date(noon - 3 * 24 * hour);
  await t.months(since.toISOString());
  for (const statement of [
    sql`
      insert into mold (
        tenant_id, mold_no, oem_id, daily_maintenance_hours, major_maintenance_hours, planned_t0, handover_date
      )
      select ${id}, 'N' || i, 'O1', 100, 1000, '2025-01-01', '2025-01-01'
      from generate_series(1, ${size}::int) i
      returning 1
    `,
    sql`
      insert into counter (tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled)
      select ${id}, m.mold_no, ${t.code} || m.mold_no, 'LTE', 1, true, false
      from mold m
      where m.tenant_id = ${id}
      returning 1
    `,
    sql`
      insert into binding (tenant_id, mold_id, counter_id, bound_at)
      select ${id}, m.mold_id, c.counter_id, ${new Date(noon - 30 * 24 * hour)}
      from mold m
      join counter c on c.tenant_id = m.tenant_id and c.writer_id = m.mold_no
      where m.tenant_id = ${id}
      returning 1
    `,
    sql`
      insert into reading (tenant_id, counter_id, at, count, received_at, channel, flags)
      select ${id}, c.counter_id, ${since}, 5, ${since}, 1, 0
      from counter c
      where c.tenant_id = ${id}
      returning 1
    `,
    sql`
      insert into shot_hour (
        tenant_id, mold_id, hour, counter_id, shots, run_ms, cycle_ms, cycle_count, within_count, fast_count,
        slow_count, estimated
      )
      select ${id}, m.mold_id, date_trunc('hour', ${since}::timestamptz), c.counter_id, 5, 1000, 1000, 5, 5, 0, 0, 0
      from mold m
      join counter c on c.tenant_id = ${id} and c.writer_id = m.mold_no
      where m.tenant_id = ${id}
      returning 1
    `,
  ])
    await t.rows(statement);
});

it("estimate the totals of lists near their exact totals", async () => {
  const ctx = systemCtxOf(t);
  const sampled = [...s.app.registry.queries.values()].filter((q) => q.sample);
  expect(sampled.length).toBeGreaterThan(3);
  for (const q of sampled) {
    const where = q.where(ctx);
    const [sample, counted] = [q.sample?.(ctx, []), q.page?.(ctx, request(where))?.counted];
    const from = counted ?? fromAll(q, ctx);
    const count = async (isLarge: boolean) => {
      const {
        before,
        count: total,
        isEstimate,
      } = totalOf(from, where, undefined, sample, isLarge ? 500 : 5_000);
      const [row] = await t.rows(
        sql`${before} select ${total} as n, ${isEstimate ?? sql`null`} as estimated`,
      );
      return row;
    };
    const name = `${q.query.menu} ${q.query.id}`;
    expect([name, await count(false)]).toEqual([name, { n: size, estimated: false }]);
    const estimate = await count(true);
    expect([name, estimate?.estimated]).toEqual([name, true]);
    expect(Number(estimate?.n)).toBeGreaterThanOrEqual(256);
    expect(Number(estimate?.n)).toBeLessThanOrEqual(5 * 256);
  }
});

it("counts exactly if the sample is drawn from few rows", async () => {
  const ctx = systemCtxOf(t);
  const q = [...s.app.registry.queries.values()].find((one) => one.sample?.(ctx, [])?.drawnFrom);
  if (!q) throw new Error("no list draws its sample from other rows");
  const sample = q.sample?.(ctx, []);
  const few = sample && { ...sample, drawnFrom: sql`select from (values (1), (2)) v (x)` };
  const { before, count, isEstimate } = totalOf(fromAll(q, ctx), q.where(ctx), undefined, few, 500);
  const [row] = await t.rows(sql`${before} select ${count} as n, ${isEstimate ?? sql`null`} as estimated`);
  expect(row).toEqual({ n: size, estimated: false });
});

const request = (where: Sql) => ({
  conditions: [],
  order: [],
  limit: 50,
  isFromEnd: false,
  where,
  orderAndLimit: sql`limit 50`,
});
