import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import {
  type Binding,
  checkClock,
  dayBeginning,
  factsOfReadings,
  formatReplayState,
  NEW_REPLAY_STATE,
  outOfUseSince,
  type ReplayState,
  replayDay,
  sameState,
  startDay,
  UNBOUND,
  WARNING_KINDS,
  WARNING_SUBJECT,
  type WarningEvent,
  warningKey,
} from "../core/index.ts";
import { type Days, loadDays } from "./days-store.ts";
import { CHECKPOINT_READINGS, watchReading } from "./fast-path.ts";
import type { KnownCounter } from "./known-counter.ts";
import type { StoredReading } from "./stored-reading.ts";
import {
  expectation,
  lookFrom,
  type Replayed,
  reconcile,
  type StoredWarning,
  warningsSql,
} from "./warning-reconcile.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const dayText = (ms: number) => iso(ms).slice(0, 10);

export interface ReplayRequest {
  /** The counter as it was loaded after the change. */
  readonly counter: KnownCounter;
  /** First moment that the change affects, ms. −Infinity: from the counter's first reading. */
  readonly firstAt: number;
  /** Last moment that the change affects, ms. Infinity: up to the end of the timeline. */
  readonly lastAt: number;
}

/**
 * Replays the warning state machine of counters after a change. Returns the statements that update checkpoints and
 * warnings.
 *
 * Each replay begins at the latest checkpoint on or before the UTC day of the change. A replay ends when its state
 * after the change equals a stored checkpoint, because the later warnings are then unchanged.
 */
export async function replayWarnings(
  tx: Tx,
  requests: readonly ReplayRequest[],
  now: number,
): Promise<Sql[]> {
  const { tenantId } = tx;
  const firstDay = (r: ReplayRequest) => (Number.isFinite(r.firstAt) ? dayBeginning(r.firstAt) : r.firstAt);
  const days = await loadDays(
    tx,
    requests.map((r) => ({ counterId: r.counter.counterId, day: firstDay(r), lastAt: r.lastAt })),
  );
  const replayed: Replayed[] = [];
  const done: ReplayRequest[] = [];
  for (const [i, r] of requests.entries()) {
    const first = days[i];
    if (!first) continue;
    done.push(r);
    replayed.push(await replay(tx, r, first, now));
  }
  const stored = await tx.all(replayed.map((f) => warningsSql(tenantId, f.counterId, f.range.replayFrom)));
  const earlier: ReplayRequest[] = [];
  const statements = replayed.flatMap((f, i) => {
    const rows = (stored[i] ?? []) as unknown as StoredWarning[];
    const from = lookFrom(f, rows);
    const r = done[i];
    if (from !== undefined && r) earlier.push({ ...r, firstAt: from });
    return from === undefined ? [...f.statements, ...reconcile(tenantId, f, rows, now)] : [];
  });
  return earlier.length === 0 ? statements : [...statements, ...(await replayWarnings(tx, earlier, now))];
}

async function replay(
  tx: Tx,
  { counter, lastAt }: ReplayRequest,
  first: Days,
  now: number,
): Promise<Replayed> {
  const { tenantId } = tx;
  const { counterId } = counter;
  let state: ReplayState = first.start ?? { ...NEW_REPLAY_STATE };
  const base = state;
  const events: WarningEvent[] = [];
  const statements: Sql[] = [];
  let lastRawAt = Number.NEGATIVE_INFINITY;
  let judgedTo = Number.NEGATIVE_INFINITY;
  let sinceCheckpoint = first.start ? 0 : Number.POSITIVE_INFINITY;
  // True when the first reading after the change has been replayed too. Its figures depend on the changed reading
  // before it, so the replay must not stop earlier.
  let isNextReplayed = false;
  const finish = (replayTo: number): Replayed => {
    const isToEnd = replayTo === Number.POSITIVE_INFINITY;
    if (isToEnd) {
      statements.push(
        sql`
          update counter_state
          set replay_state = ${formatReplayState(state)}
          where tenant_id = ${tenantId} and counter_id = ${counterId}
        `,
      );
      events.push(...endedWithoutReading(counter, state));
    }
    return {
      counterId,
      ...expectation(base, events),
      statements,
      range: { replayFrom: first.from, replayTo, until: lastRawAt, judgedTo },
      byClock: isToEnd ? openedByClock(counter, state, now) : new Set(),
    };
  };
  for (let chunk = first; ; ) {
    const made = factsOfReadings(counter.facts, chunk);
    for (const { day, list, at } of byDay(chunk.readings)) {
      const begin = startDay(state);
      const old = first.checkpoints.get(day);
      const isKnown = old !== undefined && sameState(old, begin);
      if (isKnown && isNextReplayed && !isUnboundUntold(state)) return finish(day);
      // Replaces a stored checkpoint that differs from the new state. Adds a new checkpoint if the last one lies at
      // least `CHECKPOINT_READINGS` readings back.
      if (!isKnown && (old !== undefined || sinceCheckpoint >= CHECKPOINT_READINGS))
        statements.push(checkpointSql(tenantId, counterId, day, begin));
      if (old !== undefined || sinceCheckpoint >= CHECKPOINT_READINGS) sinceCheckpoint = 0;
      sinceCheckpoint += list.length;
      const readings = list.flatMap((r, i) => {
        const f = made[at + i];
        isNextReplayed ||= f !== undefined && r.at > lastAt;
        return f ? [watchReading(r.at, r, f, counter.molds.get(f.moldId))] : [];
      });
      const replayed = replayDay(state, readings, () => counter.rules);
      state = replayed.state;
      events.push(...replayed.events);
      lastRawAt = list.at(-1)?.at ?? lastRawAt;
      judgedTo = readings.at(-1)?.at ?? judgedTo;
    }
    const { nextDay } = chunk;
    if (nextDay === Number.POSITIVE_INFINITY) return finish(nextDay);
    const [more] = await loadDays(tx, [{ counterId, day: nextDay, isContinued: true }]);
    if (!more) return finish(Number.POSITIVE_INFINITY);
    chunk = more;
  }
}

/**
 * Returns whether the counter is on no mold, but its `unbound` warning has not opened yet. The replay must then
 * continue, even if the state equals a checkpoint: the time at which the warning opens depends on the end of the
 * binding, which the state does not contain.
 */
function isUnboundUntold({ moldId, warnings: { unbound } }: ReplayState): boolean {
  return moldId === UNBOUND && unbound?.closedAt !== null;
}

function latestBinding({ facts }: KnownCounter): Binding | undefined {
  return facts.bindings.reduce<Binding | undefined>(
    (found, b) => (found && found.boundAt > b.boundAt ? found : b),
    undefined,
  );
}

/**
 * Returns events that close the mold warnings of a counter whose mold was unbound or went out of use after the last
 * reading. Without a later reading, these warnings would otherwise stay open.
 */
function endedWithoutReading(counter: KnownCounter, state: ReplayState): WarningEvent[] {
  const last = latestBinding(counter);
  const versions = counter.molds.get(state.moldId)?.versions;
  const ends = [last?.unboundAt, outOfUseSince(versions, Number.POSITIVE_INFINITY)];
  const off = Math.min(...ends.filter((at) => typeof at === "number" && Number.isFinite(at)).map(Number));
  if (last?.moldId !== state.moldId || !Number.isFinite(off) || off < (state.lastAt ?? 0)) return [];
  return WARNING_KINDS.flatMap((kind): WarningEvent[] => {
    const w = state.warnings[kind];
    if (!w || w.closedAt !== null || WARNING_SUBJECT[kind] !== "mold") return [];
    const { moldId, openedAt, level } = w;
    return [
      { kind, change: "close", moldId, openedAt, at: Math.max(off, openedAt), level, values: { moldId } },
    ];
  });
}

/**
 * Returns the keys of the `silent` and `unbound` warnings that are due because time has passed. They must not be
 * withdrawn, because the job for warnings (jobs/warning-clock.ts) would open them again.
 */
function openedByClock(counter: KnownCounter, state: ReplayState, now: number): ReadonlySet<string> {
  const last = latestBinding(counter);
  const isOn = last !== undefined && last.unboundAt === null;
  const events = checkClock(state, now, counter.rules, {
    moldId: isOn ? last.moldId : UNBOUND,
    since: last ? (last.unboundAt ?? last.boundAt) : null,
    isValid: true,
    expiresAt: null,
  });
  return new Set(events.map(warningKey));
}

function checkpointSql(tenantId: number, counterId: number, day: number, state: ReplayState): Sql {
  return sql`
    insert into warning_checkpoint (tenant_id, counter_id, day, state)
    values (${tenantId}, ${counterId}, ${dayText(day)}, ${JSON.stringify(state)})
    on conflict (tenant_id, counter_id, day) do update
    set state = excluded.state
  `;
}

/** Groups readings by UTC day. `at` is the index of the day's first reading in `readings`. */
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
