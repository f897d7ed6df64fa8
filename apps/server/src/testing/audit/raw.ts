import type { Db } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { readTimeline } from "../../telemetry/ledger/timeline-store.ts";
import { type Hour, type RawReading, recount } from "../recount.ts";

type Row = Readonly<Record<string, unknown>>;

/** Rows of a tenant from which the figures are computed. Hourly sums and totals of the server are not among them. */
export interface Raw {
  readonly molds: readonly Row[];
  readonly bindings: readonly Row[];
  readonly corrections: readonly Row[];
  readonly orders: readonly Row[];
  readonly tasks: readonly Row[];
  readonly trials: readonly Row[];
  readonly parameters: ReadonlyMap<string, string>;
  /**
   * Figures of the hours with shots, recounted from the readings. The keys are the mold id and the start of the hour,
   * ms.
   */
  readonly hours: ReadonlyMap<number, ReadonlyMap<number, Hour>>;
  /** Times and counts of the readings by counter, in time order. */
  readonly readings: ReadonlyMap<number, readonly { readonly at: number; readonly count: number }[]>;
}

const time = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8 as ${column}`);
const msOf = (v: unknown) => (v === null || v === undefined ? null : Number(v));

/** Reads the rows of a tenant. `onCounter` is called after each counter, for a progress line. */
export async function readRaw(
  db: Db,
  id: number,
  onCounter: (done: number, all: number) => void,
): Promise<Raw> {
  const results = await db.run(id, [
    sql`
      select mold_id, mold_no, plant_id, service_state, opening_count, life_ten_thousands::float8 as life,
        daily_maintenance_hours::float8 as daily_hours, archived_date
      from mold
      where tenant_id = ${id}
      order by mold_no
    `,
    sql`
      select b.mold_id, b.counter_id, ${time("bound_at")}, ${time("unbound_at")}, b.bound_count, b.unbound_count,
        c.report_interval_hours::float8 as every
      from binding b
      join counter c on c.tenant_id = ${id} and c.counter_id = b.counter_id
      where b.tenant_id = ${id}
      order by b.bound_at
    `,
    sql`select mold_id, qty from count_correction where tenant_id = ${id}`,
    sql`
      select order_id, mold_no, planned_shots, order_state, start_shots, ${time("planned_start")},
        ${time("planned_end")}, ${time("started_at")}, ${time("ended_at")}
      from production_order
      where tenant_id = ${id}
      order by order_id
    `,
    sql`
      select task_id, kind, mold_no, state, task_source, ${time("raised_at")}, ${time("started_at")},
        ${time("done_at")}, ${time("accepted_at")}, ${time("removed_at")}
      from maintenance_task
      where tenant_id = ${id}
    `,
    sql`select mold_no, ${time("started_at")}, ${time("ended_at")} from mold_trial where tenant_id = ${id}`,
    sql`select prm_id, prm_value from parameter where tenant_id = ${id}`,
    sql`
      select mold_id, ${time("valid_from")}, cycle_ms, tolerance_percent::float8 as percent
      from mold_standard
      where tenant_id = ${id}
      order by mold_standard.valid_from
    `,
  ]);
  const [molds, bindings, corrections, orders, tasks, trials, parameters, standards] = results;
  const own = bindings.map((b) => ({
    mold: Number(b.mold_id),
    counter: Number(b.counter_id),
    from: Number(b.bound_at),
    to: msOf(b.unbound_at),
    fromCount: msOf(b.bound_count),
    toCount: msOf(b.unbound_count),
    everyMs: Number(b.every) * 3_600_000,
  }));
  const standardsOf = new Map<number, { from: number; cycleMs: number; percent: number }[]>();
  for (const s of standards) {
    const list = standardsOf.get(Number(s.mold_id)) ?? [];
    standardsOf.set(Number(s.mold_id), list);
    list.push({ from: Number(s.valid_from), cycleMs: Number(s.cycle_ms ?? 0), percent: Number(s.percent) });
  }
  const hours = new Map<number, Map<number, Hour>>();
  const readings = new Map<number, { at: number; count: number }[]>();
  const counters = [...new Set(own.map((b) => b.counter))];
  for (const [i, counter] of counters.entries()) {
    const list = await readingsOf(db, id, counter);
    readings.set(
      counter,
      list.map(({ at, count }) => ({ at, count })),
    );
    const counted = recount({ readings: new Map([[counter, list]]), bindings: own, standards: standardsOf });
    for (const [mold, byHour] of counted) add(hours, mold, byHour);
    onCounter(i + 1, counters.length);
  }
  return {
    molds,
    bindings,
    corrections,
    orders,
    tasks,
    trials,
    parameters: new Map(parameters.map((p) => [String(p.prm_id), String(p.prm_value)])),
    hours,
    readings,
  };
}

/** Returns all readings of a counter whose archived readings are only in files. Reads the files and the table. */
async function archivedReadingsOf(db: Db, id: number, counterId: number): Promise<RawReading[]> {
  const all = { counterId, firstAt: Number.NEGATIVE_INFINITY, lastAt: Number.POSITIVE_INFINITY };
  const timeline = await db.tx(id, (tx) => readTimeline(tx, all));
  return (timeline?.readings ?? []).map((r) => ({
    at: r.at,
    count: r.count,
    quarantined: r.isQuarantined,
    removed: null,
    lng: null,
    lat: null,
    cycles: r.cycles ?? null,
  }));
}

/** Returns the readings of one counter. All readings of a tenant at once would need too much memory. */
async function readingsOf(db: Db, id: number, counter: number): Promise<RawReading[]> {
  const [cut] = await db.run(id, [
    sql`
      select 1
      from counter_state
      where tenant_id = ${id} and counter_id = ${counter} and archived_before is not null
    `,
  ]);
  if (cut.length > 0) return archivedReadingsOf(db, id, counter);
  const [rows] = await db.run(id, [
    sql`
      select
        (extract(epoch from r.at) * 1000)::float8 as at, r.count::float8 as count, r.cycles,
        exists (
          select
          from quarantine q
          where q.tenant_id = ${id} and q.counter_id = r.counter_id and q.at = r.at and q.count = r.count
            and q.payload is null and q.quarantined
        ) as quarantined
      from reading r
      where r.tenant_id = ${id} and r.counter_id = ${counter}
      order by r.at, r.count
    `,
  ]);
  return rows.map((r) => ({
    at: Number(r.at),
    count: Number(r.count),
    quarantined: r.quarantined === true,
    removed: null,
    lng: null,
    lat: null,
    cycles: r.cycles as readonly number[] | null,
  }));
}

/** Adds the hours that one counter recorded for a mold to the mold's hours. */
function add(all: Map<number, Map<number, Hour>>, mold: number, more: ReadonlyMap<number, Hour>): void {
  const hours = all.get(mold) ?? new Map<number, Hour>();
  all.set(mold, hours);
  for (const [hour, h] of more) {
    const known = hours.get(hour);
    if (!known) hours.set(hour, { ...h });
    else for (const name of Object.keys(h) as (keyof Hour)[]) known[name] += h[name];
  }
}
