import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import {
  type Binding,
  DAY_MS,
  dayBeginning,
  factsOfReadings,
  foldDay,
  NEW_WATCH,
  sameState,
  startDay,
  UNBOUND,
  WARNING_KINDS,
  WARNING_SUBJECT,
  type WatchEvent,
  type WatchState,
  warningKey,
  watchClock,
  writeWatch,
} from "../core/index.ts";
import { watchReading } from "./fast-path.ts";
import type { KnownCounter } from "./known-counter.ts";
import { type Days, loadDays, type StoredReading } from "./timeline-store.ts";
import {
  expectation,
  type Folded,
  lookFrom,
  reconcile,
  type StoredWarning,
  warningsSql,
} from "./warning-reconcile.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const dayText = (ms: number) => iso(ms).slice(0, 10);

export interface Refold {
  /** The counter with its facts after the change. */
  readonly counter: KnownCounter;
  /** First and last changed moment, ms; ±Infinity: open. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/**
 * Replays the warning state machine of counters after a change.
 * Each replay begins on the UTC day of the change and ends when a stored checkpoint equals the new state. Returns the
 * statements that update checkpoints and warnings.
 */
export async function refoldWatches(tx: Tx, refolds: readonly Refold[], now: number): Promise<Sql[]> {
  const { tenantId } = tx;
  const firstDay = (r: Refold) => (Number.isFinite(r.firstAt) ? dayBeginning(r.firstAt) : r.firstAt);
  const days = await loadDays(
    tx,
    refolds.map((r) => ({ counterId: r.counter.counterId, day: firstDay(r) })),
  );
  const folded: Folded[] = [];
  const done: Refold[] = [];
  for (const [i, r] of refolds.entries()) {
    const first = days[i];
    if (!first) continue;
    done.push(r);
    folded.push(await fold(tx, r, first, now));
  }
  const stored = await tx.all(folded.map((f) => warningsSql(tenantId, f.counterId, f.range.foldStart)));
  const earlier: Refold[] = [];
  const statements = folded.flatMap((f, i) => {
    const rows = (stored[i] ?? []) as unknown as StoredWarning[];
    const from = lookFrom(f, rows);
    const r = done[i];
    if (from !== undefined && r) earlier.push({ ...r, firstAt: from });
    return from === undefined ? [...f.statements, ...reconcile(tenantId, f, rows, now)] : [];
  });
  return earlier.length === 0 ? statements : [...statements, ...(await refoldWatches(tx, earlier, now))];
}

async function fold(tx: Tx, { counter, lastAt }: Refold, first: Days, now: number): Promise<Folded> {
  const { tenantId } = tx;
  const { counterId } = counter;
  let state: WatchState = first.start ?? { ...NEW_WATCH };
  const base = state;
  const events: WatchEvent[] = [];
  const statements: Sql[] = [];
  let lastRawAt = Number.NEGATIVE_INFINITY;
  let judgedTo = Number.NEGATIVE_INFINITY;
  // The first reading after the change must be replayed too: its figures depend on the reading before it.
  let isNextFolded = false;
  const finish = (foldEnd: number): Folded => {
    const isToEnd = foldEnd === Number.POSITIVE_INFINITY;
    if (isToEnd) {
      statements.push(
        sql`
          update counter_state
          set watch = ${writeWatch(state)}
          where tenant_id = ${tenantId} and counter_id = ${counterId}
        `,
      );
      events.push(...endedWithBinding(counter, state));
    }
    return {
      counterId,
      ...expectation(base, events),
      statements,
      range: { foldStart: first.from, foldEnd, until: lastRawAt, judgedTo },
      byClock: isToEnd ? toldByClock(counter, state, now) : new Set(),
    };
  };
  for (let chunk = first; ; ) {
    const made = factsOfReadings(counter.facts, chunk);
    for (const { day, list, at } of byDay(chunk.readings)) {
      const begin = startDay(state);
      const old = chunk.checkpoints.get(day);
      const isKnown = old !== undefined && sameState(old, begin);
      if (isKnown && isNextFolded && !isUnboundUntold(state)) return finish(day);
      if (!isKnown) statements.push(checkpointSql(tenantId, counterId, day, begin));
      const readings = list.flatMap((r, i) => {
        const f = made[at + i];
        isNextFolded ||= f !== undefined && r.at > lastAt;
        return f ? [watchReading(r.at, r, f, counter.molds.get(f.moldId))] : [];
      });
      const folded = foldDay(state, readings, () => counter.rules);
      state = folded.state;
      events.push(...folded.events);
      lastRawAt = list.at(-1)?.at ?? lastRawAt;
      judgedTo = readings.at(-1)?.at ?? judgedTo;
    }
    if (chunk.isEnd) return finish(Number.POSITIVE_INFINITY);
    // The next chunk begins at this checkpoint, so it is stored before.
    const next = dayBeginning(lastRawAt) + DAY_MS;
    await tx.query(checkpointSql(tenantId, counterId, next, startDay(state)));
    const [more] = await loadDays(tx, [{ counterId, day: next }]);
    if (!more || more.from !== next) return finish(Number.POSITIVE_INFINITY);
    chunk = more;
  }
}

/**
 * True when the counter is on no mold and no `unbound` warning is open.
 * The next reading will count from the end of the binding, which no state contains. So states may be equal although
 * that moment changed, and the replay must go on.
 */
function isUnboundUntold({ moldId, warnings: { unbound } }: WatchState): boolean {
  return moldId === UNBOUND && unbound?.closedAt !== null;
}

function latestBinding({ facts }: KnownCounter): Binding | undefined {
  return facts.bindings.reduce<Binding | undefined>(
    (found, b) => (found && found.boundAt > b.boundAt ? found : b),
    undefined,
  );
}

/** Closes mold warnings of a counter that was unbound after its last reading: no later reading will close them. */
function endedWithBinding(counter: KnownCounter, state: WatchState): WatchEvent[] {
  const last = latestBinding(counter);
  const off = last?.unboundAt ?? null;
  if (last?.moldId !== state.moldId || off === null || off < (state.lastAt ?? 0)) return [];
  return WARNING_KINDS.flatMap((kind): WatchEvent[] => {
    const w = state.warnings[kind];
    if (!w || w.closedAt !== null || WARNING_SUBJECT[kind] !== "mold") return [];
    const { moldId, openedAt, level } = w;
    return [
      { kind, change: "close", moldId, openedAt, at: Math.max(off, openedAt), level, values: { moldId } },
    ];
  });
}

/**
 * Returns the keys of `silent` and `unbound` warnings that are due by time alone, so the clock would open them again.
 */
function toldByClock(counter: KnownCounter, state: WatchState, now: number): ReadonlySet<string> {
  const last = latestBinding(counter);
  const isOn = last !== undefined && last.unboundAt === null;
  const events = watchClock(state, now, counter.rules, {
    moldId: isOn ? last.moldId : UNBOUND,
    since: last ? (last.unboundAt ?? last.boundAt) : null,
    isValid: true,
    expiresAt: null,
  });
  return new Set(events.map(warningKey));
}

function checkpointSql(tenantId: number, counterId: number, day: number, state: WatchState): Sql {
  return sql`
    insert into watch_checkpoint (tenant_id, counter_id, day, state)
    values (${tenantId}, ${counterId}, ${dayText(day)}, ${JSON.stringify(state)})
    on conflict (tenant_id, counter_id, day) do update
    set state = excluded.state
  `;
}

/** Groups readings by UTC day, with the index of each day's first reading. */
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
