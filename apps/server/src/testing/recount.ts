import { sql } from "../kernel/db/sql.ts";
import type { TestServer } from "./server.ts";

/**
 * Recalculates shots per mold and hour from a tenant's readings, bindings and standard cycles, in plain loops. The
 * recalculation shares no code with the ledger and does not read its hourly rows or totals. So tests can compare both.
 */

const hour = 3_600_000;
/** Shortest cycle that any machine can make. */
const shortestCycleMs = 500;

/** Readings by counter, bindings, and standard cycles by mold, of one tenant. Times are in epoch ms. */
export interface Raw {
  readonly readings: ReadonlyMap<number, readonly RawReading[]>;
  readonly bindings: readonly RawBinding[];
  readonly standards: ReadonlyMap<number, readonly RawStandard[]>;
}
export interface RawReading {
  readonly at: number;
  readonly count: number;
  /** True if the reading is stored but not counted. */
  readonly quarantined: boolean;
  readonly removed: number | null;
  readonly lng: number | null;
  readonly lat: number | null;
  /** Cycles of the last shots before the reading, ms, oldest first. Null: the counter reported none. */
  readonly cycles?: readonly number[] | null;
}
interface RawBinding {
  readonly mold: number;
  readonly counter: number;
  readonly from: number;
  readonly to: number | null;
  readonly fromCount: number | null;
  readonly toCount: number | null;
  readonly everyMs: number;
}
interface RawStandard {
  readonly from: number;
  readonly cycleMs: number;
  readonly percent: number;
}
export interface Hour {
  shots: number;
  runMs: number;
  known: number;
  cycleMs: number;
  within: number;
  fast: number;
  slow: number;
  estimated: number;
}
/** Figures per hour, by mold id and then by start of the hour. */
export type Hours = ReadonlyMap<number, ReadonlyMap<number, Hour>>;

type Rows = readonly Readonly<Record<string, unknown>>[];
const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);
const orNull = (v: unknown) => (v === null || v === undefined ? null : Number(v));
const grouped = <T>(rows: Rows, by: string, make: (r: Rows[number]) => T): Map<number, T[]> => {
  const map = new Map<number, T[]>();
  for (const r of rows) {
    const key = Number(r[by]);
    const list = map.get(key);
    if (list) list.push(make(r));
    else map.set(key, [make(r)]);
  }
  return map;
};

export async function readRaw(app: TestServer["app"], id: number): Promise<Raw> {
  const [readings, bindings, standards] = await app.db.run(id, [
    sql`
      select
        r.counter_id, ${ms("r.at")} as at, r.count::float8 as count, r.removed, r.lng, r.lat, r.cycles,
        exists (
          select
          from quarantine q
          where q.tenant_id = ${id}
            and q.counter_id = r.counter_id
            and q.at = r.at
            and q.count = r.count
            and q.payload is null
            and q.quarantined
        ) as quarantined
      from reading r
      where r.tenant_id = ${id}
      order by r.counter_id, r.at, r.count
    `,
    sql`
      select
        b.mold_id, b.counter_id, ${ms("b.bound_at")} as f, ${ms("b.unbound_at")} as t,
        b.bound_count::float8 as fc, b.unbound_count::float8 as tc,
        c.report_interval_hours::float8 as every
      from binding b
      join counter c on c.tenant_id = ${id} and c.counter_id = b.counter_id
      where b.tenant_id = ${id}
      order by b.bound_at
    `,
    sql`
      select mold_id, ${ms("valid_from")} as f, cycle_ms, tolerance_percent::float8 as percent
      from mold_standard
      where tenant_id = ${id}
      order by valid_from
    `,
  ]);
  return {
    readings: grouped(readings ?? [], "counter_id", (r) => ({
      at: Number(r.at),
      count: Number(r.count),
      quarantined: r.quarantined === true,
      removed: orNull(r.removed),
      lng: orNull(r.lng),
      lat: orNull(r.lat),
      cycles: r.cycles as readonly number[] | null,
    })),
    bindings: (bindings ?? []).map((b) => ({
      mold: Number(b.mold_id),
      counter: Number(b.counter_id),
      from: Number(b.f),
      to: orNull(b.t),
      fromCount: orNull(b.fc),
      toCount: orNull(b.tc),
      everyMs: Number(b.every) * hour,
    })),
    standards: grouped(standards ?? [], "mold_id", (s) => ({
      from: Number(s.f),
      cycleMs: Number(s.cycle_ms ?? 0),
      percent: Number(s.percent),
    })),
  };
}

/**
 * Splits whole shots over the hours of an interval. Shares are rounded down. The remaining shots go to the largest
 * remainders, and in a tie to the earlier hour.
 */
function overHours(a: number, b: number, shots: number) {
  const parts: { hour: number; shots: number; ms: number; rest: number }[] = [];
  for (let h = Math.floor(a / hour) * hour; h < b; h += hour) {
    const part = Math.min(b, h + hour) - Math.max(a, h);
    const exact = (BigInt(shots) * BigInt(part)) % BigInt(b - a);
    const whole = Number((BigInt(shots) * BigInt(part) - exact) / BigInt(b - a));
    parts.push({ hour: h, shots: whole, ms: part, rest: Number(exact) });
  }
  let left = shots - parts.reduce((n, p) => n + p.shots, 0);
  for (const p of [...parts].sort((x, y) => y.rest - x.rest || x.hour - y.hour)) if (left-- > 0) p.shots++;
  return parts;
}

interface Known {
  readonly at: number;
  readonly count: number;
  readonly cycles?: readonly number[] | null;
}

/** Adds the reported cycles to the hours of their shots. The cycles belong to the last shots of the interval. */
function addReported(
  parts: readonly { readonly h: Hour; readonly shots: number }[],
  cycles: readonly number[],
  shots: number,
  {
    cycleMs,
    slack,
    assumedMs,
  }: { readonly cycleMs: number; readonly slack: number; readonly assumedMs: number },
): void {
  let shot = 0;
  for (const { h, shots: ofHour } of parts)
    for (const end = shot + ofHour; shot < end; shot++) {
      const cycle = cycles[cycles.length - shots + shot];
      if (cycle === undefined || cycle < shortestCycleMs || (cycleMs > 0 && cycle > 3 * cycleMs)) {
        h.runMs += assumedMs;
        continue;
      }
      h.runMs += cycle;
      h.cycleMs += cycle;
      h.known++;
      if (cycleMs > 0) h[cycle < cycleMs - slack ? "fast" : cycle > cycleMs + slack ? "slow" : "within"]++;
    }
}

/**
 * Returns the known counts in order of time: counts of readings, and counts that users typed at bindings. A typed count
 * must lie between the counts of the readings before and after it. Otherwise it was mistyped, and the nearer of the two
 * counts is used. If no reading follows, or the counter was restarted, the typed count is used unchanged.
 */
function knownCounts(readings: readonly RawReading[], bindings: readonly RawBinding[]): Known[] {
  const said = readings.filter((r) => !r.quarantined);
  const possible = (at: number, count: number) => {
    const before = said.findLast((r) => r.at <= at);
    const after = said.find((r) => r.at > at);
    const hasRestarted = before !== undefined && after !== undefined && after.count < before.count;
    if (!after || hasRestarted) return count;
    return Math.min(Math.max(count, before?.count ?? 0), after.count);
  };
  const first = said[0];
  const typed = bindings
    .flatMap((b) => [
      ...(b.fromCount === null ? [] : [{ at: b.from, count: possible(b.from, b.fromCount) }]),
      ...(b.to === null || b.toCount === null ? [] : [{ at: b.to, count: possible(b.to, b.toCount) }]),
    ])
    // Leaves out a mistyped count before the first reading. It is mistyped if no machine could have made so many shots
    // between the typed count and the first reading.
    .filter(
      (t) => !first || t.at >= first.at || (first.count - t.count) * shortestCycleMs <= first.at - t.at,
    );
  return [...said, ...typed].sort((a, b) => a.at - b.at || a.count - b.count);
}

/** Returns the figures of an hour without shots. */
export const emptyHour = (): Hour => ({
  shots: 0,
  runMs: 0,
  known: 0,
  cycleMs: 0,
  within: 0,
  fast: 0,
  slow: 0,
  estimated: 0,
});

export function recount({ readings, bindings, standards }: Raw): Hours {
  const molds = new Map<number, Map<number, Hour>>();
  const put = (mold: number, a: number, b: number, shots: number, cycles: readonly number[]) => {
    if (shots <= 0) return;
    const hours = molds.get(mold) ?? new Map<number, Hour>();
    molds.set(mold, hours);
    const standard = standards.get(mold)?.findLast((s) => s.from <= b) ?? { cycleMs: 0, percent: 0 };
    const slack = Math.floor((standard.cycleMs * standard.percent) / 100 + 1e-6);
    const time = b - a;
    const isKnown = standard.cycleMs > 0 && time >= 500 * shots && time <= 3 * standard.cycleMs * shots;
    const grade =
      time < (standard.cycleMs - slack) * shots
        ? "fast"
        : time > (standard.cycleMs + slack) * shots
          ? "slow"
          : "within";
    const parts = overHours(a, b, shots).map((p) => {
      const h = hours.get(p.hour) ?? emptyHour();
      hours.set(p.hour, h);
      h.shots += p.shots;
      return { ...p, h };
    });
    if (parts.length > 1) for (const { h, shots: ofHour } of parts) h.estimated += ofHour;
    if (cycles.length > 0) {
      const isTooFast = time < shortestCycleMs * shots;
      const assumedMs = isTooFast ? Math.min(standard.cycleMs, shortestCycleMs) : standard.cycleMs;
      addReported(parts, cycles, shots, { cycleMs: standard.cycleMs, slack, assumedMs });
      return;
    }
    let [soFar, msSoFar] = [0, 0];
    for (const { h, ms, shots: ofHour } of parts) {
      h.runMs += isKnown ? ms : ofHour * standard.cycleMs;
      if (!isKnown) continue;
      soFar += ofHour;
      const upTo = Number((BigInt(time) * BigInt(soFar)) / BigInt(shots));
      h.cycleMs += upTo - msSoFar;
      msSoFar = upTo;
      h.known += ofHour;
      h[grade] += ofHour;
    }
  };
  // Includes counters without readings, because users may have typed their counts.
  for (const counter of new Set([...readings.keys(), ...bindings.map((b) => b.counter)])) {
    const own = bindings.filter((b) => b.counter === counter);
    const known = knownCounts(readings.get(counter) ?? [], own);
    for (const [i, r] of known.entries()) {
      const p = known[i - 1];
      if (!p) continue;
      // Computes the shots between two counts. A fall of the count by more than 1 % means that the counter restarted at
      // 0. A smaller fall is no restart: such a reading counts only if a user released it, and then it adds no shots.
      const fall = p.count - r.count;
      const shots = fall <= 0 ? -fall : fall * 100 <= p.count ? 0 : r.count;
      // The binding changed between the two counts, and no count was typed. The new mold gets the shots only if its
      // binding began shortly after the previous reading.
      const on = own.find((b) => b.from <= p.at && (b.to === null || b.to > p.at));
      // A binding that began and also ended between the two counts gets no shots, because an unbind without a typed
      // count has the last known count.
      const next = own.find((b) => b.from > p.at && b.from < r.at && (b.to === null || b.to >= r.at));
      if (next && p.at >= next.from - next.everyMs) put(next.mold, next.from, r.at, shots, r.cycles ?? []);
      else if (on && (on.to === null || on.to >= r.at)) put(on.mold, p.at, r.at, shots, r.cycles ?? []);
    }
  }
  return molds;
}
