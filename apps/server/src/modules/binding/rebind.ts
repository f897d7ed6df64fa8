import type { bindCounter } from "@shotkeeper/contract/binding";
import { counterState } from "@shotkeeper/contract/counter";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import { type CommandOutput, errors } from "@shotkeeper/contract/kernel";
import { serviceState } from "@shotkeeper/contract/mold";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type Binding, changedSpan } from "../../telemetry/core/index.ts";
import type { KnownCounter } from "../../telemetry/ledger/known-counter.ts";
import { applyChanges, lockCounters } from "../../telemetry/ledger/slow-path.ts";
import { checkAgain } from "../maintenance/index.ts";
import { moldScope } from "../mold/index.ts";

export type Result = CommandOutput<typeof bindCounter>;

/**
 * Returns the id of a mold in the caller's scope. If the mold is to be bound, locks the mold against archiving and
 * deletion, and throws if it is scrapped or archived.
 */
export async function moldId(ctx: Ctx, tx: Tx, moldNo: string, isToBeBound = false): Promise<number> {
  const [row] = await tx.query(
    sql<{
      mold_id: number;
      service_state: number | null;
      is_archived: boolean;
    }>`
      select t.mold_id, t.service_state, t.archived_date is not null as is_archived
      from mold t
      where t.tenant_id = ${tx.tenantId} and t.mold_no = ${moldNo} and ${moldScope(ctx)}
      ${isToBeBound ? sql.raw("for key share of t") : sql.empty}
    `,
  );
  if (!row || (isToBeBound && row.is_archived)) throw errors.unknownReference("moldNo");
  if (isToBeBound && row.service_state === serviceState.values.scrapped) throw errors.wrongState();
  return row.mold_id;
}

/**
 * Locks a counter and reads its data. If the counter is to be bound, throws unless it is valid, approved and not
 * retired, and lets nobody retire it meanwhile. A counter that became invalid on a mold can still be unbound.
 */
export async function lockWriter(tx: Tx, writerId: string, isToBeBound = false): Promise<KnownCounter> {
  const [row] = await tx.query(
    sql<{
      counter_id: number;
      state: number;
      is_valid: boolean;
      approval: number;
    }>`
      select counter_id, state, is_valid, approval
      from counter
      where tenant_id = ${tx.tenantId} and writer_id = ${writerId}
      ${isToBeBound ? sql.raw("for share") : sql.empty}
    `,
  );
  if (!row) throw errors.unknownReference("writerId");
  if (isToBeBound) {
    if (row.state === counterState.values.retired || !row.is_valid) throw errors.counterRetired();
    if (row.approval !== counterChangeStat.values.passed) throw errors.counterNotApproved(writerId);
  }
  const [counter] = await lockCounters(tx, [row.counter_id]);
  if (!counter) throw errors.unknownReference("writerId");
  return counter;
}

/**
 * Throws if a sample counter is bound to a real mold, or a real counter to a sample mold. The removal of the sample
 * data could not remove such a binding.
 */
async function requireSameKind(tx: Tx, counterId: number, bindings: readonly Binding[]): Promise<void> {
  const mixed = await tx.query(sql`
    select 1
    from counter c
    join mold m on m.tenant_id = ${tx.tenantId} and m.mold_id = any(${bindings.map((b) => b.moldId)}::bigint[])
    where c.tenant_id = ${tx.tenantId}
      and c.counter_id = ${counterId}
      and m.is_sample is distinct from c.is_sample
    limit 1
  `);
  if (mixed.length > 0) throw errors.invalidField("writerId");
}

/**
 * Recomputes the figures of a counter after its bindings changed. `bindings` are all bindings after the change. Returns
 * how many shots were moved: the changes of the bindings' shots, added up without their signs.
 */
export async function rebind(
  ctx: Ctx,
  tx: Tx,
  counter: KnownCounter,
  bindings: readonly Binding[],
): Promise<number> {
  await requireSameKind(tx, counter.counterId, bindings);
  const span = changedSpan(counter.facts.bindings, bindings);
  if (!span) return 0;
  const [fresh] = await lockCounters(tx, [counter.counterId]);
  if (!fresh) return 0;
  const before = await shotsOf(tx, counter.counterId);
  const change = {
    counterId: counter.counterId,
    oldFacts: counter.facts,
    newFacts: fresh.facts,
    added: new Set<string>(),
    firstAt: span.firstAt,
    // Adds 1 ms, because a binding that begins or ends at the time of a reading also changes the interval after that
    // reading.
    lastAt: span.lastAt + 1,
    shotAt: fresh.state?.shotAt,
    isRebinding: true,
  };
  await applyChanges(tx, [fresh], [change], ctx.now);
  tx.enqueue(checkAgain(ctx, changedMolds(counter.facts.bindings, bindings)));
  const after = await shotsOf(tx, counter.counterId);
  let moved = 0;
  for (const [id, shots] of after) moved += Math.abs(shots - (before.get(id) ?? 0));
  return moved;
}

/** Returns the molds of the bindings that the change has added, removed or changed: `before` and `after` the change. */
function changedMolds(before: readonly Binding[], after: readonly Binding[]): number[] {
  const key = (b: Binding) => JSON.stringify(b);
  const [old, next] = [new Set(before.map(key)), new Set(after.map(key))];
  const changed = [...before.filter((b) => !next.has(key(b))), ...after.filter((b) => !old.has(key(b)))];
  return [...new Set(changed.map((b) => b.moldId))];
}

/** Returns the shots of each binding of a counter, by binding id. */
export async function shotsOf(tx: Tx, counterId: number): Promise<Map<number, number>> {
  const rows = await tx.query(
    sql<{
      id: number;
      shots: number;
    }>`
      select b.binding_id as id, case when b.unbound_at is null then s.bound_shots else b.shots end as shots
      from binding b
      join counter_state s on s.tenant_id = ${tx.tenantId} and s.counter_id = b.counter_id
      where b.tenant_id = ${tx.tenantId} and b.counter_id = ${counterId}
    `,
  );
  return new Map(rows.map((r) => [r.id, r.shots]));
}

/** Sends an event to open screens: a mold's counter changed. Without `moldNo` the screens reload all molds. */
export function refreshBoards(ctx: Ctx, moldNo?: string): void {
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: moldNo === undefined ? [] : [moldNo] });
}

/** Returns the statement that writes a change of a binding into the system log. */
export function logBinding(ctx: Ctx, action: string, bindingId: number, after: object) {
  return sql`
    ${logInto(ctx, action, "BS_MOLD_WRITER", "after")} ${String(bindingId)}, ${JSON.stringify(after)}
    returning 1
  `;
}

/**
 * Returns statements that store the shots of a binding when the binding ends. They copy `bound_shots` from the
 * counter's state to the binding, add this number to the mold's `closed_shots`, and set `bound_shots` to 0.
 */
export function closeSql(tenantId: number, b: Binding, counterId: number) {
  return [
    sql`
      update binding b
      set shots = s.bound_shots
      from counter_state s
      where b.tenant_id = ${tenantId}
        and b.binding_id = ${b.bindingId}
        and s.tenant_id = ${tenantId}
        and s.counter_id = ${counterId}
    `,
    sql`
      update mold m
      set closed_shots = closed_shots + s.bound_shots
      from counter_state s
      where m.tenant_id = ${tenantId}
        and m.mold_id = ${b.moldId}
        and s.tenant_id = ${tenantId}
        and s.counter_id = ${counterId}
    `,
    sql`update counter_state set bound_shots = 0 where tenant_id = ${tenantId} and counter_id = ${counterId}`,
  ];
}
