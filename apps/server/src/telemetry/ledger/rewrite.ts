import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import {
  type CounterFacts,
  type Derived,
  derive,
  factsOfReadings,
  findConvergence,
  type HourFigures,
  isInWindow,
  type Outcome,
  type Point,
  readingKey,
  sameFigures,
  windowFor,
} from "../core/index.ts";
import { hourColumns, hourRows } from "./batch-rows.ts";
import { noteSql } from "./changed-molds.ts";
import { quarantineSql } from "./quarantine-rows.ts";
import type { StoredReading, Timeline } from "./stored-reading.ts";
import { loadTimelines } from "./timeline-store.ts";

export interface Change {
  readonly counterId: number;
  readonly oldFacts: CounterFacts;
  readonly newFacts: CounterFacts;
  /** Keys (`readingKey`) of readings that were inserted in this transaction. */
  readonly added: ReadonlySet<string>;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Time of the counter's last reading with shots as stored before the change, ms. Undefined: there is none. */
  readonly shotAt: number | undefined;
  readonly isRebinding?: boolean;
  /**
   * True: deletes the stored hourly figures of the counter and writes all of them again. Default: writes only the
   * differences.
   */
  readonly fromScratch?: boolean;
}

export interface Rewritten {
  readonly change: Change;
  readonly timeline: Timeline;
  readonly now: Derived;
  /** True: no reading after those of the timeline has shots. */
  readonly hasLastShot: boolean;
  /** Change in the number of shots, by binding id. The id 0 stands for shots on no mold. */
  readonly moved: ReadonlyMap<number, number>;
  readonly statements: readonly Sql[];
}

/**
 * Computes the figures of the affected hours twice for each change: with the data before the change and with the data
 * after it. Returns the statements that write the hours whose figures differ.
 */
export async function rewrite(tx: Tx, changes: readonly Change[]): Promise<Rewritten[]> {
  const done = new Array<Rewritten>(changes.length);
  let open = changes.map((change, i) => ({ change, i, firstAt: change.firstAt, lastAt: change.lastAt }));
  while (open.length > 0) {
    const timelines = await loadTimelines(
      tx,
      open.map((o) => ({ counterId: o.change.counterId, firstAt: o.firstAt, lastAt: o.lastAt })),
    );
    const again: typeof open = [];
    open.forEach((o, j) => {
      const timeline = timelines[j];
      if (!timeline) return;
      const result = compare(tx.tenantId, o.change, timeline);
      if ("lookFrom" in result) again.push({ ...o, firstAt: result.lookFrom });
      else if ("lookTo" in result) again.push({ ...o, lastAt: result.lookTo });
      else done[o.i] = result;
    });
    open = again;
  }
  return done;
}

function compare(
  tenantId: number,
  change: Change,
  timeline: Timeline,
): Rewritten | { lookTo: number } | { lookFrom: number } {
  const { before, readings, isEnd } = timeline;
  const isAdded = (r: StoredReading) => change.added.has(readingKey(r));
  const wasAccepted = readings.map((r) => !isAdded(r) && !r.isQuarantined);
  const was = derive(change.oldFacts, { before, readings: readings.filter((r) => !isAdded(r)), isEnd });
  const now = derive(change.newFacts, { before, readings, isEnd });
  const last = readings.at(-1);
  const met = change.isRebinding
    ? firstCounted(readings, now.outcomes, change.lastAt)
    : findConvergence(readings, wasAccepted, now.outcomes, before, change.lastAt);
  if (met === null && !isEnd && last) return { lookTo: last.at };
  const next = met?.last ?? null;
  const window = change.fromScratch
    ? windowFor(null, null)
    : windowFor(timeline.previous, isEnd && met === null ? null : next);
  if (!isEnd && last && Number.isFinite(window.toHour) && last.at < window.toHour) return { lookTo: last.at };
  const { shotAt } = change;
  const hasLastShot = isEnd || (last !== undefined && shotAt !== undefined && shotAt <= last.at);
  // After the change, none of the loaded readings has shots. The last shot then belongs to an earlier reading, so the
  // caller must load earlier readings too.
  if (hasLastShot && now.lastShotAt === null && was.lastShotAt !== null && before !== null)
    return { lookFrom: before.at };
  const moved = new Map<number, number>();
  const add = (id: number, shots: number) => moved.set(id, (moved.get(id) ?? 0) + shots);
  for (const [id, shots] of was.perBinding) add(id, -shots);
  for (const [id, shots] of now.perBinding) add(id, shots);
  add(0, now.unboundShots - was.unboundShots);
  return {
    change,
    timeline,
    now,
    hasLastShot,
    moved,
    statements: [
      // First, because it reads the stored hours that `hourSql` deletes.
      ...noteSql(tenantId, change, before?.at ?? change.firstAt),
      ...hourSql(tenantId, change, was, now, window),
      ...quarantineSql(tenantId, change.counterId, readings, now.outcomes),
    ],
  };
}

/**
 * Returns the first accepted reading at or after `from`. A change of bindings before `from` does not affect the figures
 * after this reading.
 */
function firstCounted(
  readings: readonly StoredReading[],
  outcomes: readonly Outcome[],
  from: number,
): { last: Point } | null {
  const found = readings.find((r, i) => r.at >= from && outcomes[i]?.accepted);
  return found ? { last: found } : null;
}

function hourSql(
  tenantId: number,
  change: Change,
  was: Derived,
  now: Derived,
  window: ReturnType<typeof windowFor>,
): Sql[] {
  const { counterId } = change;
  const gone: HourFigures[] = [];
  const set: { counterId: number; h: HourFigures }[] = [];
  for (const [key, old] of was.hours) {
    if (isInWindow(window, old.hour) && !now.hours.has(key)) gone.push(old);
  }
  for (const [key, h] of now.hours) {
    const old = was.hours.get(key);
    if (isInWindow(window, h.hour) && (change.fromScratch || !old || !sameFigures(old, h)))
      set.push({ counterId, h });
  }
  const statements: Sql[] = [];
  if (change.fromScratch) {
    statements.push(sql`delete from shot_hour where tenant_id = ${tenantId} and counter_id = ${counterId}`);
  } else if (gone.length > 0) {
    statements.push(sql`
      delete
      from shot_hour h using unnest(
        ${gone.map((h) => h.moldId)}::bigint[],
        ${gone.map((h) => new Date(h.hour).toISOString())}::timestamptz[]
      ) as x (mold_id, hour)
      where h.tenant_id = ${tenantId}
        and h.counter_id = ${counterId}
        and h.mold_id = x.mold_id
        and h.hour = x.hour
    `);
  }
  if (set.length > 0) {
    statements.push(sql`
      insert into shot_hour (tenant_id, ${hourColumns}) ${hourRows(tenantId, set)}
      where true
      on conflict (tenant_id, mold_id, hour, counter_id) do update
      set
        shots = excluded.shots, run_ms = excluded.run_ms, cycle_ms = excluded.cycle_ms,
        cycle_count = excluded.cycle_count, cycle_min = excluded.cycle_min,
        cycle_max = excluded.cycle_max, within_count = excluded.within_count,
        fast_count = excluded.fast_count, slow_count = excluded.slow_count,
        estimated = excluded.estimated
    `);
  }
  return statements;
}

export function movedSql(tenantId: number, r: Rewritten): Sql[] {
  const { counterId, newFacts } = r.change;
  const open = newFacts.bindings.find((b) => b.unboundAt === null);
  const statements: Sql[] = [];
  for (const [bindingId, shots] of r.moved) {
    if (shots === 0 || bindingId === 0 || bindingId === open?.bindingId) continue;
    statements.push(
      sql`
        update binding
        set shots = shots + ${shots}
        where tenant_id = ${tenantId} and binding_id = ${bindingId}
      `,
      sql`
        update mold m
        set closed_shots = closed_shots + ${shots}
        from binding b
        where m.tenant_id = ${tenantId}
          and b.tenant_id = ${tenantId}
          and b.binding_id = ${bindingId}
          and m.mold_id = b.mold_id
      `,
    );
  }
  const bound = open ? (r.moved.get(open.bindingId) ?? 0) : 0;
  const unbound = r.moved.get(0) ?? 0;
  statements.push(
    sql`
      update counter_state
      set bound_shots = bound_shots + ${bound}, unbound_shots = unbound_shots + ${unbound}
      where tenant_id = ${tenantId} and counter_id = ${counterId}
    `,
  );
  return statements;
}

function lastCycle(r: Rewritten): number | null {
  const figures = factsOfReadings(r.change.newFacts, r.timeline);
  const last = figures.findLast((f) => f.cycleCount > 0);
  return last ? Math.round(last.cycleMs / last.cycleCount) : null;
}

export function endSql(tenantId: number, r: Rewritten): Sql[] {
  const { timeline, now, change } = r;
  const { readings } = timeline;
  const iso = (ms: number) => new Date(ms).toISOString();
  if (!timeline.isEnd) {
    if (!r.hasLastShot || now.lastShotAt === null) return [];
    return [
      sql`
        update counter_state s
        set last_shot_at = ${iso(now.lastShotAt)}, last_cycle_ms = coalesce(${lastCycle(r)}::int, s.last_cycle_ms)
        where s.tenant_id = ${tenantId} and s.counter_id = ${change.counterId}
      `,
    ];
  }
  const raw = readings.at(-1);
  if (!raw) return [];
  const newest = <K extends "battery" | "lowBattery" | "rssi" | "removed" | "lng" | "lat">(key: K) =>
    readings.findLast((x) => x[key] !== null)?.[key] ?? null;
  const accepted = now.last;
  return [
    sql`
      update counter_state s
      set
        last_at = ${iso(raw.at)}, last_count = ${raw.count},
        received_at = (
          select received_at
          from reading x
          where x.tenant_id = ${tenantId}
            and x.counter_id = ${change.counterId}
            and x.at = ${iso(raw.at)}
            and x.count = ${raw.count}
        ),
        count_at = ${accepted ? iso(accepted.at) : null}, count = ${accepted?.count ?? null},
        last_shots = coalesce(${now.lastShots}::bigint, s.last_shots),
        last_cycle_ms = coalesce(${lastCycle(r)}::int, s.last_cycle_ms),
        last_shot_at = coalesce(
          ${now.lastShotAt === null ? null : iso(now.lastShotAt)}::timestamptz, s.last_shot_at
        ),
        battery = coalesce(${newest("battery")}::smallint, s.battery),
        low_battery = coalesce(${newest("lowBattery")}::smallint, s.low_battery),
        rssi = coalesce(${newest("rssi")}::smallint, s.rssi),
        removed = coalesce(${newest("removed")}::smallint, s.removed),
        lng = coalesce(${newest("lng")}::float8, s.lng),
        lat = coalesce(${newest("lat")}::float8, s.lat)
      where s.tenant_id = ${tenantId} and s.counter_id = ${change.counterId}
    `,
  ];
}
