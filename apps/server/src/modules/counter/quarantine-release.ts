import { refuseRelease } from "@shotkeeper/contract/counter";
import { messageName, type Refusal, refusals } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { readingKey } from "../../telemetry/core/index.ts";
import type { IncomingReading, IngestOutcome } from "../../telemetry/ledger/incoming.ts";
import { loadCounters } from "../../telemetry/ledger/known-counter.ts";
import { timed } from "../../telemetry/ledger/moment.ts";
import { applyChanges, lockCounters, takeSlow } from "../../telemetry/ledger/slow-path.ts";
import { ensureMonths } from "./months.ts";
import { itemsSql, type QuarantineItem, readingOf, requireItems } from "./quarantine-items.ts";

interface Released {
  readonly released: number;
  readonly moved: number;
  readonly quarantinedAgain: number;
  readonly skipped: Readonly<Record<string, number>>;
}

/** Quarantined input that is not stored as a reading yet, and the reading that it becomes at its release. */
interface Admitted {
  readonly item: QuarantineItem;
  readonly reading: IncomingReading;
}

/** Returns the reason why an item cannot be released now, or undefined if it can. */
export function refusalOf(item: QuarantineItem): Refusal | undefined {
  const refusal = refuseRelease(item);
  if (refusal || item.isReading) return refusal;
  if (item.isRetired) return refusals.counterRetired();
  return readingOf(item) ? undefined : refusals.notAReading();
}

/**
 * Returns a function that releases the items in a transaction. Throws unless the caller may see all of them. The
 * function locks first the counters, then the items. So if two releases run at the same time, the second one sees the
 * result of the first. The ledger locks counters in the same order, which avoids deadlocks.
 */
export async function prepareRelease(
  ctx: Ctx,
  ids: readonly number[],
  reason: string,
): Promise<(tx: Tx) => Promise<Released>> {
  const seen = await requireItems(ctx, ids);
  const times = seen.flatMap((item) => {
    const reading = readingOf(item);
    return reading ? [timed(reading).at] : [];
  });
  await ensureMonths(ctx, times);
  const counterIds = [...new Set(seen.flatMap((i) => i.counterId ?? []))].sort((a, b) => a - b);
  return async (tx) => {
    await lockCounters(tx, counterIds);
    await tx.query(
      sql`
        select
        from quarantine
        where tenant_id = ${tx.tenantId} and quarantine_id = any(${ids}::bigint[])
        order by quarantine_id
        for update
      `,
    );
    const items = await tx.query(itemsSql(ctx, ids));
    // Counts items that no longer exist as skipped: their readings have been counted meanwhile.
    const gone = ids.length - items.length;
    const skipped: Record<string, number> = gone > 0 ? { wrongState: gone } : {};
    const free = items.filter((item) => {
      const refusal = refusalOf(item);
      if (!refusal) return true;
      const name = messageName(refusal.code) ?? refusal.code;
      skipped[name] = (skipped[name] ?? 0) + 1;
      return false;
    });
    const before = await shotsOf(tx, counterIds);
    const outcomes = await admit(ctx, tx, free);
    await markReleased(ctx, tx, free, reason);
    await count(ctx, tx, free);
    return {
      released: free.length,
      moved: (await shotsOf(tx, counterIds)) - before,
      quarantinedAgain: outcomes.filter((o) => o !== "accepted" && o !== "duplicate").length,
      skipped,
    };
  };
}

async function shotsOf(tx: Tx, counterIds: readonly number[]): Promise<number> {
  const [row] = await tx.query(
    sql`
      select coalesce(sum(shots), 0) as n
      from shot_hour
      where tenant_id = ${tx.tenantId} and counter_id = any(${counterIds}::bigint[])
    `,
  );
  return Number(row?.n);
}

/**
 * Passes stored input to the ledger as readings. The ledger may quarantine a reading again, for example as implausible.
 */
async function admit(ctx: Ctx, tx: Tx, items: readonly QuarantineItem[]): Promise<IngestOutcome[]> {
  const admitted = items.flatMap((item): Admitted[] => {
    const reading = item.isReading ? undefined : readingOf(item);
    return reading ? [{ item, reading }] : [];
  });
  if (admitted.length === 0) return [];
  const outcomes = await takeSlow(
    tx,
    admitted.map((a) => timed(a.reading)),
    ctx.now,
  );
  return admitted.map((a) => outcomes.get(a.reading) ?? "duplicate");
}

async function markReleased(
  ctx: Ctx,
  tx: Tx,
  items: readonly QuarantineItem[],
  reason: string,
): Promise<void> {
  const ids = items.map((i) => i.quarantineId);
  await tx.all([
    sql`
      update quarantine
      set
        released_at = ${new Date(ctx.now)}, released_by = ${ctx.who.userId},
        release_reason = ${reason}
      where tenant_id = ${tx.tenantId} and quarantine_id = any(${ids}::bigint[])
    `,
    sql`
      ${logInto(ctx, "release", "QUARANTINE", "after")} x.id::text, ${JSON.stringify({ reason })}::jsonb
      from unnest(${ids}::bigint[]) as x (id)
      returning 1
    `,
  ]);
}

/** Adds the shots of released readings to the figures: computes the affected hours of each counter again. */
async function count(ctx: Ctx, tx: Tx, items: readonly QuarantineItem[]): Promise<void> {
  const byCounter = new Map<number, QuarantineItem[]>();
  for (const item of items)
    if (item.isReading && item.counterId !== null) {
      const list = byCounter.get(item.counterId);
      if (list) list.push(item);
      else byCounter.set(item.counterId, [item]);
    }
  if (byCounter.size === 0) return;
  // Loads the counters again, because readings may have been added before they were locked.
  const counters = await loadCounters(tx, tx.tenantId, [...byCounter.keys()]);
  const changes = counters.map(({ counterId, facts, state }) => {
    const list = byCounter.get(counterId) ?? [];
    const times = list.map((i) => i.ms ?? 0);
    const keys = list.map((i) => readingKey({ at: i.ms ?? 0, count: i.count ?? 0 }));
    // The counters were loaded after the release was stored, so their facts contain it. Removes the released readings
    // to get the facts from before the release.
    const released = new Set(facts.released);
    for (const key of keys) released.delete(key);
    return {
      counterId,
      oldFacts: { ...facts, released },
      newFacts: facts,
      added: new Set<string>(),
      firstAt: Math.min(...times),
      lastAt: Math.max(...times),
      shotAt: state?.shotAt,
    };
  });
  await applyChanges(tx, counters, changes, ctx.now);
}
