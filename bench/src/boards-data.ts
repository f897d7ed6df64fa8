import type { Db } from "../../apps/server/src/kernel/db/db.ts";
import { sql } from "../../apps/server/src/kernel/db/sql.ts";
import { makeMolds, plants } from "./api-molds.ts";

const molds = 5000;
/** Readings are this far apart while a mold runs, h: 240 shots of 45 s. */
const hoursApart = 3;
const chunkDays = 4;

/**
 * A tenant of 5,000 molds that count for as long as it takes to have so many readings: hours of two thirds of each day,
 * and the readings they come from. Owners are as in life: a plant works for one OEM, and with three makers.
 */
export async function makeBoards(db: Db, readings: number): Promise<number> {
  const id = await makeMolds(db, molds);
  const end = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const rounds = Math.ceil(readings / molds);
  const days = Math.max(1, Math.ceil((rounds * hoursApart) / 16));
  await db.run(id, [
    sql`update mold set plant_id = 'P' || mold_id % ${plants} + 1, oem_id = 'O' || mold_id % ${plants} / 3 + 1, maker_id = 'M' || (mold_id % ${plants} + mold_id / ${plants} % 3) % ${plants} + 1 where tenant_id = ${id}`,
  ]);
  for (let m = 0; m <= days / 28 + 1; m++)
    await db.run(id, [sql`select reading_month(${new Date(end - m * 28 * 86_400_000)}::date)`]);
  for (let day = days; day > 0; day -= chunkDays) {
    const from = new Date(end - (day - 1) * 86_400_000);
    const to = new Date(Math.min(end, from.getTime() + (chunkDays - 1) * 86_400_000));
    await db.run(id, [
      sql`insert into shot_hour (tenant_id, mold_id, hour, counter_id, shots, run_ms, cycle_ms, cycle_count, cycle_min, cycle_max, within_count, fast_count, slow_count, estimated)
        select ${id}, b.mold_id, h, b.counter_id, 80, 3600000, 3600000, 80, 45000, 45000, 76, 1, 3, 0
        from generate_series(date_trunc('day', ${from}::timestamptz), date_trunc('day', ${to}::timestamptz) + interval '23 hours', interval '1 hour') h
        join binding b on b.tenant_id = ${id} and (extract(hour from h)::int + b.mold_id) % 24 < 16 where h <= ${new Date(end)}::timestamptz on conflict do nothing`,
      sql`insert into reading (tenant_id, counter_id, at, count, received_at, door, flags, battery, rssi)
        select ${id}, b.counter_id, h, extract(epoch from h)::bigint / 45, h, 1, 0, 88, -85
        from generate_series(date_trunc('day', ${from}::timestamptz), date_trunc('day', ${to}::timestamptz) + interval '23 hours', interval '${sql.raw(String(hoursApart))} hours') h
        join binding b on b.tenant_id = ${id} and (extract(hour from h)::int + b.mold_id) % 24 < 16 where h <= ${new Date(end)}::timestamptz on conflict do nothing`,
    ]);
  }
  await db.run(id, [
    sql`insert into production_order (tenant_id, order_id, mold_no, planned_shots, planned_end, order_state, started_at, audited_at)
      select ${id}, 'A' || mold_no, mold_no, 20000, ${new Date(end)}::timestamptz + mold_id % 10 * interval '1 day' - interval '2 days', 4, ${new Date(end - 3 * 86_400_000)}, ${new Date(end)} from mold where tenant_id = ${id} and mold_id % 3 = 0`,
    sql`update counter_state set last_at = ${new Date()}, count_at = ${new Date()} where tenant_id = ${id} and counter_id % 2 = 0`,
  ]);
  await db.platform(sql`select app_analyze()`);
  return id;
}
