import type { changeBinding } from "@shotkeeper/contract/binding";
import { type CommandInput, errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { Binding } from "../../telemetry/core/index.ts";
import { lockCounters } from "../../telemetry/ledger/slow-path.ts";
import { moldScope } from "../mold/index.ts";
import { requireCountFits, requireCountsRise } from "./count-check.ts";
import { closeSql, logBinding, type Result, rebind } from "./rebind.ts";

/** Changes the beginning or end of a binding. Both may lie in the past. */
export async function change(ctx: Ctx, tx: Tx, input: CommandInput<typeof changeBinding>): Promise<Result> {
  const { tenantId } = tx;
  const [row] = await tx.query(
    sql<{
      counter_id: number;
    }>`
      select b.counter_id
      from binding b
      join mold t on t.tenant_id = ${tenantId} and t.mold_id = b.mold_id
      where b.tenant_id = ${tenantId} and b.binding_id = ${input.bindId} and ${moldScope(ctx)}
    `,
  );
  if (!row) throw errors.unknownReference("bindId");
  const [counter] = await lockCounters(tx, [row.counter_id]);
  const old = counter?.facts.bindings.find((b) => b.bindingId === input.bindId);
  if (!counter || !old) throw errors.unknownReference("bindId");
  const time = (text: string | null, fallback: number | null) =>
    text === null ? fallback : Date.parse(text);
  const next: Binding = {
    ...old,
    boundAt: time(input.bindTime, old.boundAt) ?? old.boundAt,
    boundCount: input.bindCount ?? (input.bindTime === null ? old.boundCount : null),
    unboundAt: time(input.unbindTime, old.unboundAt),
    unboundCount: input.unbindCount ?? (input.unbindTime === null ? old.unboundCount : null),
  };
  if (next.boundAt > ctx.now) throw errors.invalidField("bindTime");
  if ((next.unboundAt ?? 0) > ctx.now) throw errors.invalidField("unbindTime");
  if (next.unboundAt !== null && next.unboundAt <= next.boundAt) throw errors.timesOverlap();
  await requireCountFits(tx, counter.counterId, next.boundAt, next.boundCount);
  if (next.unboundAt !== null)
    await requireCountFits(tx, counter.counterId, next.unboundAt, next.unboundCount);
  await requireCountsRise(tx, counter.counterId, next);
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms));
  await tx.all([
    sql`
      update binding
      set
        bound_at = ${iso(next.boundAt)}, bound_count = ${next.boundCount},
        unbound_at = ${iso(next.unboundAt)}, unbound_count = ${next.unboundCount},
        reason = ${input.reason}, updated_by = ${ctx.who.userId},
        updated_date = ${new Date(ctx.now)}
      where tenant_id = ${tenantId} and binding_id = ${next.bindingId}
    `,
    ...(old.unboundAt === null && next.unboundAt !== null ? closeSql(tenantId, old, counter.counterId) : []),
    logBinding(ctx, "update", next.bindingId, { before: old, after: next, reason: input.reason }),
  ]);
  return {
    bindingId: next.bindingId,
    moved: await rebind(
      ctx,
      tx,
      counter,
      counter.facts.bindings.map((b) => (b === old ? next : b)),
    ),
  };
}
