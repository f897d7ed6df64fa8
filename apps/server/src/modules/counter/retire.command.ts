import { counterState, refuseRetire, retireCounters } from "@shotkeeper/contract/counter";
import { AppError, type EnumValue, errors } from "@shotkeeper/contract/kernel";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { handle } from "../../kernel/registry.ts";
import { factsChanged } from "../../telemetry/ledger/facts-changed.ts";
import { counterFrom, counterScope, remarkWith } from "./counter-facts.ts";
import { idsOf } from "./ids-of.ts";

/** Retires counters. The reason is appended to the remark, so that the list of counters shows it. */
export const retireCountersImpl = handle(retireCounters, async (ctx, { writerIds, reason }) => {
  const { tenantId, userId } = ctx.who;
  const ids = idsOf(writerIds);
  await ctx.db.tx(tenantId, async (tx) => {
    // Locks the counters in a statement of its own. The next one then sees a binding that was being made meanwhile.
    tx.enqueue(sql`
      select from counter where tenant_id = ${tenantId} and writer_id = any(${ids}) order by writer_id for update
    `);
    const found = await tx.query(
      sql<{
        writerId: string;
        state: EnumValue<typeof counterState>;
        moldNo: string | null;
      }>`
        select t.writer_id as "writerId", t.state, m.mold_no as "moldNo"
        from ${counterFrom(ctx)}
        where t.tenant_id = ${tenantId} and t.writer_id = any(${ids}) and ${counterScope(ctx)}
      `,
    );
    const missing = ids.find((id) => !found.some((c) => c.writerId === id));
    if (missing !== undefined) throw errors.unknownCounter(missing);
    for (const c of found) {
      const refusal = refuseRetire(c);
      if (refusal) throw new AppError({ ...refusal, arg: c.writerId });
    }
    const at = new Date(ctx.now);
    await tx.all([
      sql`
        with old as (
          select t.writer_id, to_jsonb(t) - 'secret_hash' as before
          from counter t
          where t.tenant_id = ${tenantId} and t.writer_id = any(${ids})
        ),
        done as (
          update counter t
          set
            state = ${counterState.values.retired},
            remark = ${remarkWith(reason)},
            updated_by = ${userId}, updated_date = ${at}
          where t.tenant_id = ${tenantId} and t.writer_id = any(${ids})
          returning t.writer_id, app_row(t) - 'secret_hash' as after
        ) ${logInto(ctx, "update", "BS_WRITER")} done.writer_id,
        old.before, done.after
        from done
        join old on old.writer_id = done.writer_id
        returning 1
      `,
      sql`
        update counter_state s
        set ${factsChanged}
        from counter c
        where s.tenant_id = ${tenantId}
          and c.tenant_id = ${tenantId}
          and c.writer_id = any(${ids})
          and s.counter_id = c.counter_id
      `,
    ]);
  });
  // Makes the ingest APIs drop the retired counters from their cache.
  ctx.events.emit(tenantId, { type: "counter", counters: [...ids] });
  return { count: ids.length };
});
