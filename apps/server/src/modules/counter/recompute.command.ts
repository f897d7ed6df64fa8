import { recompute } from "@shotkeeper/contract/counter";
import { errors } from "@shotkeeper/contract/kernel";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { derive } from "../../telemetry/core/index.ts";
import { applyChanges, lockCounters } from "../../telemetry/ledger/slow-path.ts";
import { loadTimelines } from "../../telemetry/ledger/timeline-store.ts";

/**
 * Computes a counter's whole history from its readings, and corrects the stored figures. Returns whether any stored
 * figure was wrong.
 */
async function recomputeCounter(tx: Tx, counterId: number, now: number): Promise<boolean> {
  const { tenantId } = tx;
  const figures = () =>
    tx.query(sql`
      select
        h.mold_id, h.hour, h.shots, h.run_ms, h.cycle_ms, h.cycle_count, h.cycle_min, h.cycle_max,
        h.within_count, h.fast_count, h.slow_count, h.estimated
      from shot_hour h
      where h.tenant_id = ${tenantId} and h.counter_id = ${counterId}
      order by h.mold_id, h.hour
    `);
  const sums = () =>
    tx.query(sql`
      select
        s.bound_shots, s.unbound_shots,
        (
          select json_agg(b.shots order by b.binding_id)
          from binding b
          where b.tenant_id = ${tenantId} and b.counter_id = ${counterId}
        ) as closed
      from counter_state s
      where s.tenant_id = ${tenantId} and s.counter_id = ${counterId}
    `);
  const [counter] = await lockCounters(tx, [counterId]);
  if (!counter) return false;
  const before = JSON.stringify([await figures(), await sums()]);
  const [timeline] = await loadTimelines(tx, [
    { counterId, firstAt: Number.NEGATIVE_INFINITY, lastAt: Number.POSITIVE_INFINITY },
  ]);
  if (!timeline) return false;
  const derived = derive(counter.facts, timeline);
  const open = counter.facts.bindings.find((b) => b.unboundAt === null);
  const closed = counter.facts.bindings.filter((b) => b !== open);
  // Sets the sums directly. `applyChanges` only adds the difference that a change of the counter's data (such as its
  // bindings) makes. Here the data did not change, so a wrong sum would stay wrong.
  await tx.all([
    sql`
      update counter_state
      set
        bound_shots = ${open ? (derived.perBinding.get(open.bindingId) ?? 0) : 0},
        unbound_shots = ${derived.unboundShots}
      where tenant_id = ${tenantId} and counter_id = ${counterId}
    `,
    ...closed.flatMap((b) => [
      sql`
        update mold m
        set closed_shots = m.closed_shots + ${derived.perBinding.get(b.bindingId) ?? 0} - x.shots
        from binding x
        where m.tenant_id = ${tenantId}
          and x.tenant_id = ${tenantId}
          and x.binding_id = ${b.bindingId}
          and m.mold_id = x.mold_id
      `,
      sql`
        update binding
        set shots = ${derived.perBinding.get(b.bindingId) ?? 0}
        where tenant_id = ${tenantId} and binding_id = ${b.bindingId}
      `,
    ]),
  ]);
  await applyChanges(
    tx,
    [counter],
    [
      {
        counterId,
        oldFacts: counter.facts,
        newFacts: counter.facts,
        added: new Set(),
        firstAt: Number.NEGATIVE_INFINITY,
        lastAt: Number.POSITIVE_INFINITY,
        shotAt: counter.state?.shotAt,
        fromScratch: true,
      },
    ],
    now,
  );
  return JSON.stringify([await figures(), await sums()]) !== before;
}

export const recomputeImpl = handle(recompute, async (ctx, { writerId, moldNo }) => {
  const { tenantId } = ctx.who;
  const [rows, molds] = await ctx.db.run(tenantId, [
    sql<{
      counter_id: number;
    }>`
        select c.counter_id
        from counter c
        where c.tenant_id = ${tenantId}
          and (${writerId}::text is null or c.writer_id = ${writerId})
          and (
            ${moldNo}::text is null
              or exists (
                select
                from binding b
                join mold m on m.tenant_id = ${tenantId} and m.mold_id = b.mold_id
                where b.tenant_id = ${tenantId}
                  and b.counter_id = c.counter_id
                  and m.mold_no = ${moldNo}
              )
          )
        order by c.counter_id
      `,
    sql`select 1 from mold where tenant_id = ${tenantId} and mold_no = ${moldNo}`,
  ]);
  if (moldNo !== null && molds.length === 0) throw errors.unknownReference("moldNo");
  if (writerId !== null && rows.length === 0) throw errors.unknownReference("writerId");
  let changed = 0;
  for (const r of rows) {
    if (await ctx.db.tx(tenantId, (tx) => recomputeCounter(tx, r.counter_id, ctx.now))) changed++;
  }
  return { counters: rows.length, changed };
});
