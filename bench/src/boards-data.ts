import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { type Sql, sql } from "../../apps/server/src/kernel/db/sql.ts";
import { makeMolds, plants } from "./api-molds.ts";

export const boardMolds = 5000;
/**
 * Hours per day in which each mold runs. In each of these hours, the mold's counter sends one reading with 80 shots of
 * 45 s.
 */
const hoursADay = 16;
const hourMs = 3_600_000;
/**
 * Number of days that one insert statement writes. One statement for all days would be too large, one per day too slow.
 */
const chunkDays = 8;
/** Number of moves of each mold from place to place in a month, except the last month. Real molds move less often. */
const movesAMonth = 6;

/**
 * Creates a tenant with `molds` molds, `readings` readings, and the hourly figures that the ledger would store for
 * them. Each plant works for one OEM and with three makers, as real plants do.
 */
export async function makeBoards(db: Db, readings: number, molds = boardMolds): Promise<number> {
  const id = await makeMolds(db, molds);
  const end = Math.floor(Date.now() / hourMs) * hourMs;
  const hours = Math.max(1, Math.round((readings / molds / hoursADay) * 24));
  const begin = end - (hours - 1) * hourMs;
  await db.run(id, [
    sql`
      update mold
      set
        plant_id = 'P' || mold_id % ${plants} + 1, oem_id = 'O' || mold_id % ${plants} / 3 + 1,
        maker_id = 'M' || (mold_id % ${plants} + mold_id / ${plants} % 3) % ${plants} + 1
      where tenant_id = ${id}
    `,
  ]);
  for (let at = begin; at < end + 28 * 24 * hourMs; at += 28 * 24 * hourMs)
    await db.run(id, [sql`select reading_month(${new Date(Math.min(at, end))}::date)`]);
  for (let from = begin; from <= end; from += chunkDays * 24 * hourMs) {
    const to = Math.min(end, from + chunkDays * 24 * hourMs - hourMs);
    const worked = sql`
      generate_series(
        ${new Date(from)}::timestamptz, ${new Date(to)}::timestamptz, interval '1 hour'
      ) h
      join binding b on b.tenant_id = ${id}
        and (extract(epoch from h)::bigint / 3600 + b.mold_id) % 24 < ${hoursADay}
    `;
    // The counters of a real tenant report at different seconds of the hour, and their readings are stored as they
    // arrive. Hours are inserted in the order of the key, because the index then stays small and fast.
    const second = sql`h + b.counter_id * 7919 % 3600 * interval '1 second'`;
    await db.run(id, [
      sql`
        insert into shot_hour (
          tenant_id, mold_id, hour, counter_id, shots, run_ms, cycle_ms, cycle_count, cycle_min,
          cycle_max, within_count, fast_count, slow_count, estimated
        )
        select
          ${id}, b.mold_id, h, b.counter_id, 80, 3600000, 3600000, 80, 45000, 45000, 76, 1, 3, 0
        from ${worked}
        order by b.mold_id, h
      `,
      sql`
        insert into reading (
          tenant_id, counter_id, at, count, received_at, channel, flags, battery, rssi
        )
        select
          ${id}, b.counter_id, ${second}, extract(epoch from h)::bigint / 45, ${second}, 1, 0, 88, -85
        from ${worked}
        order by ${second}
      `,
    ]);
  }
  await db.run(id, [
    sql`
      insert into production_order (
        tenant_id, order_id, mold_no, planned_shots, planned_end, order_state, started_at,
        audited_at
      )
      select
        ${id}, 'A' || mold_no, mold_no, 20000,
        ${new Date(end)}::timestamptz + mold_id % 10 * interval '1 day' - interval '2 days', 4,
        ${new Date(end - 3 * 24 * hourMs)}, ${new Date(end)}
      from mold
      where tenant_id = ${id} and mold_id % 3 = 0
    `,
    sql`
      update counter_state
      set last_at = ${new Date()}, count_at = ${new Date()}
      where tenant_id = ${id} and counter_id % 2 = 0
    `,
    sql`
      insert into new_mold_plan (
        tenant_id, mold_no, opening_date, t0_date, t1_date, quality_date, handover_on,
        acceptance_date, project_stat, project_result
      )
      select ${id}, mold_no, d, d, d, d, d, d, 3, 0
      from mold, (select current_date as d) x
      where tenant_id = ${id} and mold_id % 20 = 0
    `,
    sql`
      insert into new_mold_milestone (
        tenant_id, mold_no, milestone_code, milestone_kind, milestone_seq, first_plan_date,
        planned_date
      )
      select ${id}, p.mold_no, 'K' || k, k, k, d, d
      from new_mold_plan p, generate_series(0, 5) k,
      lateral (select current_date - 60 + 20 * k as d) x
      where p.tenant_id = ${id}
    `,
  ]);
  const moves = Math.round((hours / 24 / 30) * movesAMonth);
  const day = (ago: Sql) => sql`${new Date(end)}::timestamptz - (${ago}) * interval '1 day'`;
  const visit = (from: Sql, to: Sql, org: string, more: Sql) =>
    sql`
      insert into mold_visit (
        tenant_id, mold_id, visit_from, last_at, visit_to, org_id, longitude, latitude, fixes,
        visit_source
      )
      select
        ${id}, m.mold_id, ${from}, coalesce(${to}, ${new Date(end)}), ${to}, ${sql.raw(org)}, 121.5,
        31.2, 9, 'position'
      from mold m ${more}
    `;
  await db.run(id, [
    // Stores the visits of each mold. At first the mold moves between several places. Then it stays at its plant for a
    // long time. One mold in fifty has been at its maker for some days now. Another mold in fifty has returned from its
    // maker.
    visit(
      day(sql`40 + 5 * k`),
      day(sql`35 + 5 * k`),
      "case when k % 6 = 5 then m.maker_id else 'P' || (m.mold_id + k) % 10 + 1 end",
      sql`, generate_series(1, ${moves}::int) k where m.tenant_id = ${id}`,
    ),
    visit(
      day(sql`40`),
      sql`case when m.mold_id % 50 < 2 then ${day(sql`20`)} end`,
      "m.plant_id",
      sql`where m.tenant_id = ${id}`,
    ),
    visit(
      day(sql`20`),
      sql`case when m.mold_id % 50 = 1 then ${day(sql`10`)} end`,
      "m.maker_id",
      sql`where m.tenant_id = ${id} and m.mold_id % 50 < 2`,
    ),
    visit(
      day(sql`10`),
      sql`null::timestamptz`,
      "m.plant_id",
      sql`where m.tenant_id = ${id} and m.mold_id % 50 = 1`,
    ),
  ]);
  // Without statistics, the database would join the visits row by row, which takes hours with many molds.
  await db.platform(sql`select app_analyze()`);
  await db.run(id, [
    sql`
      update mold_visit v
      set before_id = b.org_id, before_lng = 121.5, before_lat = 31.2
      from (
        select s.mold_id, s.visit_from, lag(s.org_id) over (partition by s.mold_id order by s.visit_from) as org_id
        from mold_visit s
        where s.tenant_id = ${id}
      ) b
      where v.tenant_id = ${id} and b.mold_id = v.mold_id and b.visit_from = v.visit_from
    `,
  ]);
  await db.platform(sql`select app_analyze()`);
  return id;
}
