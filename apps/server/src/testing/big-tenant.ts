import { orderState } from "@shotkeeper/contract/production";
import { sql } from "../kernel/db/sql.ts";
import { noon, type TestServer } from "./server.ts";
import { TestTenant } from "./tenant.ts";

const day = 86_400_000;
/** Number of projects. Each project has about the same number of molds. */
const projects = 400;

export interface BigSize {
  readonly molds: number;
  /** Number of counters. Every twentieth counter is on no mold. All others are on a mold. */
  readonly counters: number;
  /**
   * Number of hours with data. They end at the noon of the test clock. In each of these hours, each mold with a counter
   * has shots and one reading.
   */
  readonly hours: number;
}

/**
 * Creates a tenant with many molds, counters, warnings, orders, tasks, hours and readings, by one statement for each
 * table. Most molds have no counter, as in real tenants. PostgreSQL's table statistics (ANALYZE) are up to date.
 */
export async function bigTenant(server: TestServer, o: BigSize): Promise<TestTenant> {
  const t = await TestTenant.create(server);
  const { id } = t;
  const now = new Date(noon);
  const ago = (ms: number) => new Date(noon - ms);
  const every = Math.floor(o.molds / o.counters);
  await t.months(...[noon, noon - o.hours * 3_600_000].map((ms) => new Date(ms).toISOString().slice(0, 10)));
  await server.app.db.run(id, [
    sql`insert into organization (tenant_id, org_id, org_name, type, longitude, latitude)
      select ${id}, k.o || i, 'Name of ' || k.o || i, k.type, 113.5, 23.25
      from (values ('O', 'oem'), ('P', 'plant'), ('M', 'maker')) k (o, type), generate_series(3, 10) i`,
    sql`insert into mold (
        tenant_id, mold_no, mold_name, oem_id, plant_id, maker_id, project_no, project_name, service_state,
        life_ten_thousands, standard_cycle, cycle_tolerance, daily_maintenance_hours, major_maintenance_hours,
        planned_t0, handover_date, opening_count, created_by, created_date, updated_by, updated_date
      )
      select ${id}, 'M' || lpad(i::text, 6, '0'), 'Bumper, lower ' || i * 7919 % ${o.molds}::int,
        'O' || i % 10 + 1, 'P' || i / 10 % 10 + 1, 'M' || i / 100 % 10 + 1,
        'PR' || i % ${projects}::int, 'Project ' || i % ${projects}::int,
        case when i % 50 = 7 then 3 when i % 70 = 3 then 4 when i % 90 = 5 then 1 else 0 end,
        50 + i % 50, 30 + i % 60, 5, 200, 2000, '2024-03-01', '2024-06-01',
        i % 100000, 'admin', ${now}::timestamptz - i * interval '1 minute', 'admin', ${ago(2 * day)}
      from generate_series(1, ${o.molds}::int) i`,
    sql`insert into mold_standard (tenant_id, mold_id, valid_from, cycle_ms, tolerance_percent)
      select ${id}, mold_id, '1970-01-01', round(standard_cycle * 1000)::int, 5 from mold where tenant_id = ${id}`,
    sql`insert into counter (
        tenant_id, writer_id, chip_code, type, state, is_valid, gps_enabled, report_interval_hours, expires_on,
        created_date, updated_date
      )
      select ${id}, 'C' || i, ${t.code} || i, 'NB', 1, true, true, 12,
        ${now}::date + case when i % 100 = 0 then 10 else 700 end, ${ago(60 * day)}, ${ago(60 * day)}
      from generate_series(1, ${o.counters}::int) i`,
    sql`insert into counter_state (
        tenant_id, counter_id, last_at, last_count, received_at, count_at, count, last_shots, last_cycle_ms,
        last_shot_at, battery, low_battery, rssi, lng, lat, removed, bound_shots
      )
      select ${id}, c.counter_id, x.at, 5000, x.at, x.at, 5000, n % 3, 45000,
        x.at - n % 11 * interval '1 day', 88, 0, -85, 113.5, 23.25, (n % 97 = 0)::int, n % 90000
      from (select counter_id, substr(writer_id, 2)::int as n from counter where tenant_id = ${id}) c
      cross join lateral (select ${now}::timestamptz - c.n % 5000 * interval '1 minute' as at) x`,
    sql`insert into binding (tenant_id, mold_id, counter_id, bound_at)
      select ${id}, m.mold_id, c.counter_id, ${ago(40 * day)}
      from (select tenant_id, counter_id, substr(writer_id, 2)::int as n from counter where tenant_id = ${id}) c
      join mold m on m.tenant_id = c.tenant_id and m.mold_no = 'M' || lpad((c.n * ${every}::int)::text, 6, '0')
      where c.n % 20 <> 0`,
    sql`insert into warning (
        tenant_id, kind, level, mold_id, counter_id, opened_at, last_at, cause, noticed_level, ended_at, cleared_at
      )
      select ${id}, k.kind, 1 + (b.counter_id % 7 = 0)::int, case when k.is_of_mold then b.mold_id end, b.counter_id,
        b.at, b.at, '{}', 2,
        case when k.n = 3 then ${now}::timestamptz end,
        case when k.n = 3 then ${now}::timestamptz end
      from (
        select mold_id, counter_id, ${now}::timestamptz - counter_id % 900 * interval '1 hour' as at
        from binding
        where tenant_id = ${id}
      ) b
      cross join (values ('battery', 0, false), ('idle', 1, true), ('silent', 2, false), ('cycleSlow', 3, true))
        k (kind, n, is_of_mold)
      where k.n = 3 or b.counter_id % (2 + k.n) = 0`,
    sql`insert into production_order (
        tenant_id, order_id, mold_no, planned_shots, planned_end, order_state, started_at, audited_at, created_date
      )
      select ${id}, 'A' || m.mold_no, m.mold_no, 20000, ${now}::timestamptz + m.mold_id % 10 * interval '1 day',
        ${orderState.values.running}, ${ago(2 * day)}, ${ago(2 * day)}, ${ago(2 * day)}
      from mold m
      where m.tenant_id = ${id} and m.mold_id % 25 = 0`,
    ...["shot_hour", "reading"].map((into) => {
      const hours = sql`from binding b
        cross join generate_series(${ago(o.hours * 3_600_000)}::timestamptz, ${now}, interval '1 hour') h
        where b.tenant_id = ${id}`;
      return into === "reading"
        ? sql`insert into reading (tenant_id, counter_id, at, count, received_at, channel, flags, battery, rssi)
          select ${id}, b.counter_id, h, extract(epoch from h)::bigint / 45, h, 1, 0, 88, -85 ${hours}`
        : sql`insert into shot_hour (
            tenant_id, mold_id, hour, counter_id, shots, run_ms, cycle_ms, cycle_count, cycle_min, cycle_max,
            within_count, fast_count, slow_count, estimated
          )
          select ${id}, b.mold_id, h, b.counter_id, 80, 3600000, 3600000, 80, 45000, 45000, 76, 1, 3, 0 ${hours}`;
    }),
  ]);
  await server.app.db.platform(sql`select app_analyze()`);
  return t;
}
