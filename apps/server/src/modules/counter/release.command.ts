import { releaseReading } from "@shotkeeper/contract/counter";
import { errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";
import { readingKey } from "../../telemetry/core/index.ts";
import { applyChanges, lockCounters } from "../../telemetry/ledger/slow-path.ts";

/**
 * Releases a quarantined reading so that it counts. Returns the number of shots that the reading added to the totals of
 * molds.
 */
async function release(ctx: Ctx, tx: Tx, quarantineId: number, reason: string): Promise<number> {
  const { tenantId } = tx;
  const [row] = await tx.query(
    sql<{
      counter_id: number | null;
      ms: number | null;
      count: number | null;
      payload: string | null;
    }>`
      select counter_id, (extract(epoch from at) * 1000)::bigint as ms, count, payload
      from quarantine
      where tenant_id = ${tenantId} and quarantine_id = ${quarantineId} and released_at is null
    `,
  );
  if (!row || row.counter_id === null || row.ms === null || row.count === null || row.payload !== null)
    throw errors.wrongState();
  const [counter] = await lockCounters(tx, [row.counter_id]);
  if (!counter) throw errors.unknownReference("writerId");
  await tx.query(
    sql`
      update quarantine
      set
        released_at = ${new Date(ctx.now)}, released_by = ${ctx.who.userId},
        release_reason = ${reason}
      where tenant_id = ${tenantId} and quarantine_id = ${quarantineId}
    `,
  );
  const total = async () =>
    Number(
      (
        await tx.query(
          sql`
            select coalesce(sum(shots), 0) as n
            from shot_hour
            where tenant_id = ${tenantId} and counter_id = ${row.counter_id}
          `,
        )
      )[0]?.n,
    );
  const before = await total();
  const newFacts = {
    ...counter.facts,
    released: new Set([...counter.facts.released, readingKey({ at: row.ms, count: row.count })]),
  };
  await applyChanges(
    tx,
    [counter],
    [
      {
        counterId: counter.counterId,
        oldFacts: counter.facts,
        newFacts,
        added: new Set(),
        firstAt: row.ms,
        lastAt: row.ms,
      },
    ],
    ctx.now,
  );
  await tx.query(
    sql`
      ${logInto(ctx, "release", "QUARANTINE", "after")} ${String(quarantineId)},
      ${JSON.stringify({ reason })}
    `,
  );
  return (await total()) - before;
}

export const releaseReadingImpl = handle(releaseReading, async (ctx, { quarantineId, reason }) => ({
  moved: await ctx.db.tx(ctx.who.tenantId, (tx) => release(ctx, tx, quarantineId, reason)),
}));
