import type { Tx } from "../kernel/db/db.ts";
import { type Sql, sql } from "../kernel/db/sql.ts";
import {
  applyEvent,
  DAY_MS,
  dayBeginning,
  foldDay,
  NEEDS_CONFIRMATION,
  NEW_WATCH,
  sameState,
  startDay,
  WARNING_KINDS,
  type Warning,
  type WatchEvent,
  type WatchState,
  warningKey,
} from "./core/index.ts";
import { watchReading } from "./fast-path.ts";
import { type KnownCounter, noMold, sinceAt } from "./known-counter.ts";
import { readingFigures } from "./reading-figures.ts";
import { loadDays, type StoredReading } from "./timeline-store.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const dayText = (ms: number) => iso(ms).slice(0, 10);

/**
 * Folds the watch again from the UTC day of a change until a stored checkpoint shows that nothing differs any
 * more, and brings the counter's warnings in line. The counter's facts are those after the change.
 */
export async function refoldWatch(
  tx: Tx,
  counter: KnownCounter,
  firstAt: number,
  lastAt: number,
  now: number,
): Promise<Sql[]> {
  const { tenantId } = tx;
  const { counterId } = counter;
  const firstDay = Number.isFinite(firstAt) ? dayBeginning(firstAt) : null;
  const start = firstDay === null ? undefined : await checkpointAt(tx, counterId, firstDay);
  let state: WatchState = start?.state ?? { ...NEW_WATCH };
  const base = state;
  let from = start?.day ?? Number.NEGATIVE_INFINITY;
  const foldStart = from;
  const events: WatchEvent[] = [];
  const statements: Sql[] = [];
  let foldEnd = Number.POSITIVE_INFINITY;
  let lastRawAt = Number.NEGATIVE_INFINITY;
  fold: for (;;) {
    const chunk = await loadDays(tx, counterId, from);
    const figures = readingFigures(counter.facts, chunk);
    const stored = new Map(chunk.checkpoints.map((c) => [c.day, c.state]));
    for (const { day, list, at } of byDay(chunk.readings)) {
      const begin = startDay(state);
      const old = stored.get(day);
      if (day > lastAt && old && sameState(old, begin)) {
        foldEnd = day;
        break fold;
      }
      if (!old || !sameState(old, begin)) {
        statements.push(sql`insert into watch_checkpoint (tenant_id, counter_id, day, state) values (${tenantId}, ${counterId}, ${dayText(day)}, ${JSON.stringify(begin)})
          on conflict (tenant_id, counter_id, day) do update set state = excluded.state`);
      }
      const readings = list.map((r, i) => {
        const f = figures[at + i];
        const made = f ?? { moldId: 0, shots: 0, unboundShots: 0, cycleMs: 0, cycleCount: 0, standardMs: 0 };
        return watchReading(
          r,
          { ...made, since: sinceAt(counter.facts.bindings, r.at) },
          counter.molds.get(made.moldId) ?? noMold,
        );
      });
      const folded = foldDay(state, readings, () => counter.rules);
      state = folded.state;
      events.push(...folded.events);
      lastRawAt = list.at(-1)?.at ?? lastRawAt;
    }
    if (chunk.isEnd) break;
    from = dayBeginning(chunk.readings.at(-1)?.at ?? from) + DAY_MS;
  }
  if (foldEnd === Number.POSITIVE_INFINITY) {
    statements.push(
      sql`update counter_state set watch = ${JSON.stringify(state)} where tenant_id = ${tenantId} and counter_id = ${counterId}`,
    );
  }
  const until = foldEnd === Number.POSITIVE_INFINITY ? lastRawAt : foldEnd - 1;
  return [
    ...statements,
    ...(await reconcile(tx, counterId, base, events, { foldStart, foldEnd, until }, now)),
  ];
}

async function checkpointAt(
  tx: Tx,
  counterId: number,
  day: number,
): Promise<{ day: number; state: WatchState } | undefined> {
  const [row] = await tx.query<{ day: string; state: WatchState }>(
    sql`select day::text, state from watch_checkpoint where tenant_id = ${tx.tenantId} and counter_id = ${counterId} and day <= ${dayText(day)}::date order by day desc limit 1`,
  );
  return row ? { day: Date.parse(row.day), state: row.state } : undefined;
}

/** Readings by UTC day, with the index of each day's first one. */
function byDay(readings: readonly StoredReading[]): { day: number; list: StoredReading[]; at: number }[] {
  const days: { day: number; list: StoredReading[]; at: number }[] = [];
  readings.forEach((r, i) => {
    const day = dayBeginning(r.at);
    const last = days.at(-1);
    if (last?.day === day) last.list.push(r);
    else days.push({ day, list: [r], at: i });
  });
  return days;
}

interface StoredWarning {
  readonly warning_id: number;
  readonly kind: Warning["kind"];
  readonly mold_id: number | null;
  readonly opened_ms: number;
  readonly last_ms: number;
  readonly ended_ms: number | null;
}

/** Brings stored warnings in line with what the fold found between foldStart and foldEnd. */
async function reconcile(
  tx: Tx,
  counterId: number,
  base: WatchState,
  events: readonly WatchEvent[],
  range: { readonly foldStart: number; readonly foldEnd: number; readonly until: number },
  now: number,
): Promise<Sql[]> {
  const { tenantId } = tx;
  const { foldStart, foldEnd, until } = range;
  const startText = Number.isFinite(foldStart) ? iso(foldStart) : "-infinity";
  const rows = (await tx.query(
    sql`select warning_id, kind, mold_id, (extract(epoch from opened_at) * 1000)::bigint as opened_ms, (extract(epoch from last_at) * 1000)::bigint as last_ms,
        (extract(epoch from ended_at) * 1000)::bigint as ended_ms from warning
      where tenant_id = ${tenantId} and counter_id = ${counterId} and kind <> 'validity'
        and (opened_at >= ${startText}::timestamptz or ended_at is null or ended_at >= ${startText}::timestamptz)`,
  )) as unknown as StoredWarning[];
  const stored = new Map(
    rows.map((r) => [warningKey({ kind: r.kind, moldId: r.mold_id ?? 0, openedAt: r.opened_ms }), r]),
  );
  const expected = new Map<string, Warning>();
  for (const kind of WARNING_KINDS) {
    const w = base.warnings[kind];
    if (w)
      expected.set(warningKey({ kind, ...w }), {
        kind,
        moldId: w.moldId,
        openedAt: w.openedAt,
        level: w.level,
        times: w.times,
        lastAt: w.lastAt,
        closedAt: w.closedAt,
        values: {},
        closingValues: null,
      });
  }
  const touched = new Set<string>();
  for (const e of events) {
    applyEvent(expected, e);
    touched.add(warningKey(e));
  }
  const withdrawn: Sql[] = [];
  const written: Sql[] = [];
  for (const [key, row] of stored) {
    const isOurs = row.opened_ms >= foldStart && row.opened_ms <= until;
    if (isOurs && !expected.has(key)) {
      withdrawn.push(
        sql`update warning set withdrawn_at = ${iso(now)} where tenant_id = ${tenantId} and warning_id = ${row.warning_id} and withdrawn_at is null`,
      );
    }
  }
  for (const [key, w] of expected) {
    const row = stored.get(key);
    // What came after the fold's end still stands in the row.
    const goesOn = row && (row.last_ms >= foldEnd || (row.ended_ms !== null && row.ended_ms >= foldEnd));
    if (goesOn || (!touched.has(key) && row)) continue;
    const ended = w.closedAt === null ? null : iso(w.closedAt);
    const cleared = NEEDS_CONFIRMATION.has(w.kind) ? null : ended;
    written.push(sql`insert into warning as w (tenant_id, kind, level, mold_id, counter_id, opened_at, last_at, ended_at, cleared_at, recurrences, cause, created_date)
      values (${tenantId}, ${w.kind}, ${w.level}, ${w.moldId || null}, ${counterId}, ${iso(w.openedAt)}, ${iso(w.lastAt)}, ${ended}, ${cleared}, ${w.times - 1}, ${JSON.stringify(w.values)}, ${iso(w.openedAt)})
      on conflict (tenant_id, kind, counter_id, opened_at) do update set level = excluded.level, mold_id = excluded.mold_id, last_at = excluded.last_at, ended_at = excluded.ended_at,
        cleared_at = case when w.cleared_by is not null then w.cleared_at else excluded.cleared_at end, recurrences = excluded.recurrences,
        cause = case when excluded.cause = '{}' then w.cause else excluded.cause end, withdrawn_at = null`);
  }
  // Closed ones first, so that at no moment two of one kind are open.
  return [...withdrawn, ...written];
}
