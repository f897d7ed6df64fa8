import type { changeBinding } from "@shotkeeper/contract/binding";
import { type CommandInput, errors } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import type { Binding } from "../../telemetry/core/index.ts";
import { lockCounters } from "../../telemetry/ledger/slow-path.ts";
import { moldScope } from "../mold/index.ts";
import { requireCountFits, requireCountsRise } from "./count-check.ts";
import { closeSql, logBinding, moldId, type Result, rebind, shotsOf } from "./rebind.ts";

/**
 * Returns statements that move the shots of a closed binding to another mold. An open binding needs no statement: its
 * shots are stored with the counter, and they belong to the mold to which the counter is bound.
 */
function moveSql(tenantId: number, from: Binding, to: Binding) {
  if (from.moldId === to.moldId || from.unboundAt === null) return [];
  const move = (moldId: number, sign: 1 | -1) => sql`
    update mold m
    set closed_shots = closed_shots + ${sign}::int * b.shots
    from binding b
    where m.tenant_id = ${tenantId}
      and m.mold_id = ${moldId}
      and b.tenant_id = ${tenantId}
      and b.binding_id = ${from.bindingId}
  `;
  return [move(from.moldId, -1), move(to.moldId, 1)];
}

/** Changes the beginning, the end, the counts or the mold of a binding. Can also change a binding that has ended. */
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
  // Requires a mold in use only for an open binding. The mold of an ended binding may have gone out of use since then.
  const isOpen = old.unboundAt === null && input.unbindTime === null;
  const next: Binding = {
    ...old,
    moldId: input.moldNo === null ? old.moldId : await moldId(ctx, tx, input.moldNo, isOpen),
    boundAt: time(input.bindTime, old.boundAt) ?? old.boundAt,
    boundCount: input.bindCount ?? (input.bindTime === null ? old.boundCount : null),
    unboundAt: time(input.unbindTime, old.unboundAt),
    unboundCount: input.unbindCount ?? (input.unbindTime === null ? old.unboundCount : null),
  };
  if (next.unboundAt === null && input.unbindCount !== null) throw errors.missingField("unbindTime");
  if (next.boundAt > ctx.now) throw errors.invalidField("bindTime");
  if ((next.unboundAt ?? 0) > ctx.now) throw errors.invalidField("unbindTime");
  if (next.unboundAt !== null && next.unboundAt <= next.boundAt) throw errors.timesOverlap();
  const own = { ...counter, bindingId: next.bindingId };
  // Checks only changed counts. Unchanged counts were checked when they were typed, by the rules of that time.
  if (next.boundAt !== old.boundAt || next.boundCount !== old.boundCount)
    await requireCountFits(tx, own, next.boundAt, next.boundCount);
  const isEndChanged = next.unboundAt !== old.unboundAt || next.unboundCount !== old.unboundCount;
  if (next.unboundAt !== null && isEndChanged)
    await requireCountFits(tx, own, next.unboundAt, next.unboundCount);
  await requireCountsRise(tx, counter.counterId, next);
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms));
  await tx.all([
    sql`
      update binding
      set
        mold_id = ${next.moldId}, bound_at = ${iso(next.boundAt)}, bound_count = ${next.boundCount},
        unbound_at = ${iso(next.unboundAt)}, unbound_count = ${next.unboundCount},
        reason = ${input.reason}, updated_by = ${ctx.who.userId},
        updated_date = ${new Date(ctx.now)}
      where tenant_id = ${tenantId} and binding_id = ${next.bindingId}
    `,
    ...moveSql(tenantId, old, next),
    ...(old.unboundAt === null && next.unboundAt !== null ? closeSql(tenantId, next, counter.counterId) : []),
    logBinding(ctx, "update", next.bindingId, { before: old, after: next, reason: input.reason }),
  ]);
  const bindings = counter.facts.bindings.map((b) => (b === old ? next : b));
  const moved = await rebind(ctx, tx, counter, bindings);
  const { bindingId } = next;
  if (next.moldId === old.moldId) return { bindingId, moved };
  return { bindingId, moved: moved + ((await shotsOf(tx, counter.counterId)).get(bindingId) ?? 0) };
}
