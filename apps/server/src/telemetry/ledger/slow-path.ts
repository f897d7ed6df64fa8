import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { compareReadings, type QuarantineReason, readingKey } from "../core/index.ts";
import { bringBack } from "./archive/archived-readings.ts";
import { readingColumns, readingRows, type TimedReading } from "./batch-rows.ts";
import { factsChanged } from "./facts-changed.ts";
import type { IncomingReading, IngestOutcome } from "./incoming.ts";
import { type KnownCounter, loadCounters } from "./known-counter.ts";
import { type Change, endSql, movedSql, type Rewritten, rewrite } from "./rewrite.ts";
import { type ReplayRequest, replayWarnings } from "./warning-replay.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const lateFlag = 1;

/**
 * Locks the state rows of counters, and loads the counters again. The rows are locked in order of counter id, so that
 * two transactions cannot deadlock.
 */
export async function lockCounters(tx: Tx, ids: readonly number[]): Promise<KnownCounter[]> {
  // Creates a missing state row, so that no reading is lost. Normally the row is created together with the counter.
  tx.enqueue(
    sql`
      insert into counter_state (tenant_id, counter_id)
      select c.tenant_id, c.counter_id
      from counter c
      where c.tenant_id = ${tx.tenantId} and c.counter_id = any(${ids})
      on conflict do nothing
    `,
    sql`
      select counter_id
      from counter_state
      where tenant_id = ${tx.tenantId} and counter_id = any(${ids})
      order by counter_id
      for update
    `,
  );
  return loadCounters(tx, tx.tenantId, ids);
}

/**
 * Slow path: stores readings that the fast path (`takeFast`) cannot add, by deriving the figures from the stored
 * readings. Examples: late readings, readings after a bind or unbind, and readings from a counter whose clock is not
 * set. The result does not depend on the order of arrival.
 */
export async function takeSlow(
  tx: Tx,
  readings: readonly TimedReading[],
  now: number,
): Promise<Map<IncomingReading, IngestOutcome>> {
  const { tenantId } = tx;
  const ids = [...new Set(readings.map((r) => r.in.counterId))].sort((a, b) => a - b);
  const counters = await lockCounters(tx, ids);
  // If a new reading is as old as readings that are only in the archive, first inserts the archived readings of its
  // counter into the table again. Otherwise a repeated reading would not be recognized, and figures could not be
  // derived.
  const before = new Map(counters.map((c) => [c.counterId, c.archivedBefore]));
  const reached = readings.filter((r) => r.at < (before.get(r.in.counterId) ?? Number.NEGATIVE_INFINITY));
  if (reached.length > 0)
    await bringBack(
      tx,
      reached.map((r) => r.in.counterId),
    );
  const timed = await placeClockless(tx, readings);
  const outcomes = new Map<IncomingReading, IngestOutcome>();
  const found = new Set(counters.map((c) => c.counterId));
  for (const r of readings) if (found.has(r.in.counterId)) outcomes.set(r.in, "duplicate");

  const mine = dedupe(
    timed,
    new Map(counters.map((c) => [c.counterId, c.state?.rawAt ?? Number.NEGATIVE_INFINITY])),
  );
  const stored =
    mine.length === 0
      ? []
      : await tx.query(
          sql<{
            counter_id: number;
            ms: number;
            count: number;
          }>`
            insert into reading (tenant_id, ${readingColumns}) ${readingRows(tenantId, mine)}
            where true
            on conflict do nothing
            returning counter_id, (extract(epoch from at) * 1000)::bigint as ms, count
          `,
        );
  const archivedUntil = Math.max(...counters.map((c) => c.archivedUntil));
  const late = stored.filter((s) => s.ms < archivedUntil);
  if (late.length > 0) tx.enqueue(lateSql(tenantId, late));
  const added = new Set(stored.map((s) => `${s.counter_id}/${readingKey({ at: s.ms, count: s.count })}`));
  const changes: Change[] = [];
  for (const counter of counters) {
    const fresh = mine.filter((r) => r.in.counterId === counter.counterId && added.has(keyOf(r)));
    const first = fresh[0];
    const last = fresh.at(-1);
    if (!first || !last) continue;
    for (const r of fresh) outcomes.set(r.in, "accepted");
    const keys = new Set(fresh.map((r) => readingKey({ at: r.at, count: r.in.count })));
    changes.push({
      counterId: counter.counterId,
      oldFacts: counter.facts,
      newFacts: counter.facts,
      added: keys,
      firstAt: first.at,
      lastAt: last.at,
      shotAt: counter.state?.shotAt,
    });
  }
  const quarantined = await applyChanges(tx, counters, changes, now);
  for (const r of timed) {
    const reason = quarantined.get(keyOf(r));
    if (outcomes.get(r.in) === "accepted" && reason) outcomes.set(r.in, reason);
  }
  return outcomes;
}

/** Returns the statement that records late readings of archived months. The next archive run adds them to a file. */
const lateSql = (tenantId: number, late: readonly { counter_id: number; ms: number; count: number }[]) => sql`
  insert into reading_late (tenant_id, counter_id, at, count)
  select ${tenantId}::int, x.counter_id, to_timestamp(x.ms / 1000), x.count
  from unnest(
    ${late.map((r) => r.counter_id)}::bigint[], ${late.map((r) => r.ms)}::float8[],
    ${late.map((r) => r.count)}::bigint[]
  ) as x (counter_id, ms, count)
  on conflict do nothing
`;

/**
 * Stores the effects of changed timelines: figures, warnings and counter states. Returns the quarantined readings of
 * the changed parts: a map from counter and reading to the reason.
 */
export async function applyChanges(
  tx: Tx,
  counters: readonly KnownCounter[],
  changes: readonly Change[],
  now: number,
): Promise<Map<string, QuarantineReason>> {
  const { tenantId } = tx;
  const quarantined = new Map<string, QuarantineReason>();
  const byId = new Map(counters.map((c) => [c.counterId, c]));
  const rewritten = await rewrite(tx, changes);
  const statements: Sql[] = [];
  const requests: ReplayRequest[] = [];
  for (const r of rewritten) {
    const counter = byId.get(r.change.counterId);
    if (!counter) continue;
    statements.push(...r.statements, ...movedSql(tenantId, r), ...endSql(tenantId, r));
    requests.push({
      counter: { ...counter, facts: r.change.newFacts },
      firstAt: r.change.firstAt,
      lastAt: r.change.lastAt,
    });
    collectQuarantined(r, quarantined);
  }
  // Stores the figures and the quarantine first, because the replay of the warnings reads both from the database.
  tx.enqueue(...statements);
  const watched = requests.length > 0 ? await replayWarnings(tx, requests, now) : [];
  tx.enqueue(
    ...watched,
    sql`
      update counter_state s
      set ${factsChanged}
      where tenant_id = ${tenantId} and counter_id = any(${counters.map((c) => c.counterId)})
    `,
  );
  return quarantined;
}

function collectQuarantined(r: Rewritten, quarantined: Map<string, QuarantineReason>): void {
  r.timeline.readings.forEach((reading, i) => {
    const reason = r.now.outcomes[i]?.reason;
    if (reason) quarantined.set(`${r.change.counterId}/${readingKey(reading)}`, reason);
  });
}

const keyOf = (r: TimedReading) => `${r.in.counterId}/${readingKey({ at: r.at, count: r.in.count })}`;

/**
 * Sorts readings by time and count and removes duplicates. Marks readings that are older than the counter's last stored
 * reading as late (`lateFlag`). `lastAt`: time of that last stored reading by counter id, ms.
 */
function dedupe(
  readings: readonly TimedReading[],
  lastAt: ReadonlyMap<number, number>,
): (TimedReading & { flags: number })[] {
  const seen = new Map<string, TimedReading & { flags: number }>();
  for (const r of readings) {
    const isLate = r.at < (lastAt.get(r.in.counterId) ?? Number.NEGATIVE_INFINITY);
    if (!seen.has(keyOf(r))) seen.set(keyOf(r), { ...r, flags: isLate ? lateFlag : 0 });
  }
  return [...seen.values()].sort((a, b) =>
    compareReadings({ at: a.at, count: a.in.count }, { at: b.at, count: b.in.count }),
  );
}

/**
 * Assigns a moment to each reading from a counter whose clock is not set. That moment is the time at which the server
 * received the reading. If another reading of the counter has the same moment, the next free ms is used. Readings
 * received at the same time are ordered by device time, then by count. A reading whose device time and count are
 * already stored is a duplicate and is left out.
 */
async function placeClockless(tx: Tx, readings: readonly TimedReading[]): Promise<TimedReading[]> {
  const { tenantId } = tx;
  const clockless = readings.filter((r) => r.deviceAt !== null);
  if (clockless.length === 0) return [...readings];
  const known = await tx.query(
    sql<{
      counter_id: number;
      ms: number;
      count: number;
    }>`
      select r.counter_id, (extract(epoch from r.device_at) * 1000)::bigint as ms, r.count
      from reading r
      join unnest(
        ${clockless.map((r) => r.in.counterId)}::bigint[],
        ${clockless.map((r) => iso(r.deviceAt ?? 0))}::timestamptz[],
        ${clockless.map((r) => r.in.count)}::bigint[]
      ) as x (counter_id, device_at, count) on r.counter_id = x.counter_id
        and r.device_at = x.device_at
        and r.count = x.count
      where r.tenant_id = ${tenantId} and r.device_at is not null
      union all
      select a.counter_id, (extract(epoch from a.device_at) * 1000)::bigint, a.count
      from reading_unclocked a
      where a.tenant_id = ${tenantId}
        and a.counter_id = any(${clockless.map((r) => r.in.counterId)}::bigint[])
        and (a.device_at, a.count) in (
          select x.device_at, x.count
          from unnest(
            ${clockless.map((r) => iso(r.deviceAt ?? 0))}::timestamptz[],
            ${clockless.map((r) => r.in.count)}::bigint[]
          ) as x (device_at, count)
        )
    `,
  );
  const seen = new Set(known.map((k) => `${k.counter_id}/${k.ms}/${k.count}`));
  const out = readings.filter((r) => r.deviceAt === null);
  const taken = new Set(out.map((r) => `${r.in.counterId}/${r.at}`));
  const free = await tx.query(
    sql<{
      counter_id: number;
      ms: number;
    }>`
      select counter_id, (extract(epoch from at) * 1000)::bigint as ms
      from reading
      where tenant_id = ${tenantId}
        and counter_id = any(${[...new Set(clockless.map((r) => r.in.counterId))]})
        and at between ${iso(Math.min(...clockless.map((r) => r.at)))} and
          ${iso(Math.max(...clockless.map((r) => r.at)) + 60_000)}
    `,
  );
  for (const f of free) taken.add(`${f.counter_id}/${f.ms}`);
  for (const r of [...clockless].sort(
    (a, b) => a.at - b.at || (a.deviceAt ?? 0) - (b.deviceAt ?? 0) || a.in.count - b.in.count,
  )) {
    const identity = `${r.in.counterId}/${r.deviceAt}/${r.in.count}`;
    if (seen.has(identity)) continue;
    seen.add(identity);
    let { at } = r;
    while (taken.has(`${r.in.counterId}/${at}`)) at++;
    taken.add(`${r.in.counterId}/${at}`);
    out.push({ ...r, at });
  }
  return out;
}
