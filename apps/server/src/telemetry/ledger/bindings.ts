import { bindCounter, changeBinding, type replaceCounter, unbindCounter } from "@shotkeeper/contract/basic";
import { counterChangeStat } from "@shotkeeper/contract/enumerations";
import { AppError, type CommandInput } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { moldScope } from "../../modules/basic/index.ts";
import { type Binding, changedSpan } from "../core/index.ts";
import type { KnownCounter } from "./known-counter.ts";
import { applyChanges, lockCounters } from "./slow-path.ts";

type Result = { readonly BIND_ID: number; readonly MOVED: number };

async function moldId(ctx: Ctx, tx: Tx, moldNo: string): Promise<number> {
  const [row] = await tx.query<{ mold_id: number }>(
    sql`select t.mold_id from mold t where t.tenant_id = ${tx.tenantId} and t.mold_no = ${moldNo} and ${moldScope(ctx)}`,
  );
  if (!row) throw new AppError("S0202", "MOLD_NO");
  return row.mold_id;
}

async function lockWriter(tx: Tx, writerId: string): Promise<KnownCounter> {
  const [row] = await tx.query<{ counter_id: number; state: number; is_valid: boolean; approval: number }>(
    sql`select counter_id, state, is_valid, approval from counter where tenant_id = ${tx.tenantId} and writer_id = ${writerId}`,
  );
  if (!row) throw new AppError("S0202", "WRITER_ID");
  if (row.state === 2 || !row.is_valid) throw new AppError("S0217");
  if (row.approval !== counterChangeStat.values.passed) throw new AppError("S0228", writerId);
  const [counter] = await lockCounters(tx, [row.counter_id]);
  if (!counter) throw new AppError("S0202", "WRITER_ID");
  return counter;
}

/** Brings figures in line with a counter's changed bindings; says how many shots changed hands. */
async function rebind(
  ctx: Ctx,
  tx: Tx,
  counter: KnownCounter,
  bindings: readonly Binding[],
): Promise<number> {
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
    // A boundary at the very moment of a reading cuts the stretch after it.
    lastAt: span.lastAt + 1,
    isRebinding: true,
  };
  await applyChanges(tx, [fresh], [change], ctx.now);
  const after = await shotsOf(tx, counter.counterId);
  let moved = 0;
  for (const [id, shots] of after) if (id !== 0) moved += Math.abs(shots - (before.get(id) ?? 0));
  return moved;
}

async function shotsOf(tx: Tx, counterId: number): Promise<Map<number, number>> {
  const rows = await tx.query<{ id: number; shots: number }>(
    sql`select b.binding_id as id, case when b.unbound_at is null then s.bound_shots else b.shots end as shots
      from binding b join counter_state s on s.tenant_id = ${tx.tenantId} and s.counter_id = b.counter_id
      where b.tenant_id = ${tx.tenantId} and b.counter_id = ${counterId}`,
  );
  return new Map(rows.map((r) => [r.id, r.shots]));
}

function log(ctx: Ctx, action: string, bindingId: number, after: object) {
  return sql`${logInto(ctx, action, "BS_MOLD_WRITER", "after")} ${String(bindingId)}, ${JSON.stringify(after)}`;
}

async function bind(ctx: Ctx, tx: Tx, input: CommandInput<typeof bindCounter>): Promise<Result> {
  const { tenantId } = tx;
  const mold = await moldId(ctx, tx, input.moldNo);
  const counter = await lockWriter(tx, input.writerId);
  const at = input.bindTime === null ? ctx.now : Date.parse(input.bindTime);
  if (at > ctx.now) throw new AppError("S0200", "BIND_TIME");
  const open = counter.facts.bindings.find((b) => b.unboundAt === null);
  if (open?.moldId === mold) throw new AppError("S0102");
  const stamp = new Date(ctx.now);
  const [row] = await tx.query<{ binding_id: number }>(
    sql`insert into binding (tenant_id, mold_id, counter_id, bound_at, bound_count, bound_by, created_by, created_date, updated_by, updated_date)
      values (${tenantId}, ${mold}, ${counter.counterId}, ${new Date(at)}, ${input.bindCount}, ${ctx.who.userId}, ${ctx.who.userId}, ${stamp}, ${ctx.who.userId}, ${stamp})
      returning binding_id`,
  );
  const bindingId = row?.binding_id ?? 0;
  await tx.all([
    sql`update warning set ended_at = ${new Date(at)}, cleared_at = coalesce(cleared_at, ${new Date(at)}) where tenant_id = ${tenantId} and counter_id = ${counter.counterId} and kind = 'unbound' and ended_at is null and opened_at <= ${new Date(at)}`,
    log(ctx, "bind", bindingId, {
      moldNo: input.moldNo,
      writerId: input.writerId,
      boundAt: new Date(at).toISOString(),
    }),
  ]);
  const added: Binding = {
    bindingId,
    moldId: mold,
    boundAt: at,
    boundCount: input.bindCount,
    unboundAt: null,
    unboundCount: null,
  };
  return { BIND_ID: bindingId, MOVED: await rebind(ctx, tx, counter, [...counter.facts.bindings, added]) };
}

/** The shots of an open binding move from the counter's state to the binding as it is closed. */
function closeSql(tenantId: number, b: Binding, counterId: number) {
  return [
    sql`update binding b set shots = s.bound_shots from counter_state s where b.tenant_id = ${tenantId} and b.binding_id = ${b.bindingId} and s.tenant_id = ${tenantId} and s.counter_id = ${counterId}`,
    sql`update mold m set closed_shots = closed_shots + s.bound_shots from counter_state s where m.tenant_id = ${tenantId} and m.mold_id = ${b.moldId} and s.tenant_id = ${tenantId} and s.counter_id = ${counterId}`,
    sql`update counter_state set bound_shots = 0 where tenant_id = ${tenantId} and counter_id = ${counterId}`,
  ];
}

async function unbind(ctx: Ctx, tx: Tx, input: CommandInput<typeof unbindCounter>): Promise<Result> {
  const { tenantId } = tx;
  const counter = await lockWriter(tx, input.writerId);
  const open = counter.facts.bindings.find((b) => b.unboundAt === null);
  if (!open) throw new AppError("S0219");
  const mold = counter.molds.get(open.moldId);
  await moldId(ctx, tx, mold?.moldNo ?? "");
  const at = input.unbindTime === null ? ctx.now : Date.parse(input.unbindTime);
  if (at > ctx.now) throw new AppError("S0200", "UNBIND_TIME");
  if (at <= open.boundAt) throw new AppError("S0218");
  await tx.all([
    sql`update binding set unbound_at = ${new Date(at)}, unbound_count = ${input.unbindCount}, unbound_by = ${ctx.who.userId}, reason = ${input.reason},
      updated_by = ${ctx.who.userId}, updated_date = ${new Date(ctx.now)} where tenant_id = ${tenantId} and binding_id = ${open.bindingId}`,
    ...closeSql(tenantId, open, counter.counterId),
    // What was said of the mold by this counter ends with the binding.
    sql`update warning set ended_at = ${new Date(at)}, cleared_at = coalesce(cleared_at, ${new Date(at)}) where tenant_id = ${tenantId} and counter_id = ${counter.counterId}
      and kind in ('cycleFast', 'cycleSlow', 'position', 'idle') and ended_at is null and opened_at <= ${new Date(at)}`,
    log(ctx, "unbind", open.bindingId, {
      moldNo: mold?.moldNo,
      writerId: input.writerId,
      reason: input.reason,
      unboundAt: new Date(at).toISOString(),
    }),
  ]);
  const bindings = counter.facts.bindings.map((b) =>
    b === open ? { ...b, unboundAt: at, unboundCount: input.unbindCount } : b,
  );
  return { BIND_ID: open.bindingId, MOVED: await rebind(ctx, tx, counter, bindings) };
}

async function change(ctx: Ctx, tx: Tx, input: CommandInput<typeof changeBinding>): Promise<Result> {
  const { tenantId } = tx;
  const [row] = await tx.query<{ counter_id: number }>(
    sql`select b.counter_id from binding b join mold t on t.tenant_id = ${tenantId} and t.mold_id = b.mold_id where b.tenant_id = ${tenantId} and b.binding_id = ${input.bindId} and ${moldScope(ctx)}`,
  );
  if (!row) throw new AppError("S0202", "BIND_ID");
  const [counter] = await lockCounters(tx, [row.counter_id]);
  const old = counter?.facts.bindings.find((b) => b.bindingId === input.bindId);
  if (!counter || !old) throw new AppError("S0202", "BIND_ID");
  const time = (text: string | null, fallback: number | null) =>
    text === null ? fallback : Date.parse(text);
  const next: Binding = {
    ...old,
    boundAt: time(input.bindTime, old.boundAt) ?? old.boundAt,
    boundCount: input.bindCount ?? (input.bindTime === null ? old.boundCount : null),
    unboundAt: time(input.unbindTime, old.unboundAt),
    unboundCount: input.unbindCount ?? (input.unbindTime === null ? old.unboundCount : null),
  };
  if (next.boundAt > ctx.now || (next.unboundAt ?? 0) > ctx.now) throw new AppError("S0200", "BIND_TIME");
  if (next.unboundAt !== null && next.unboundAt <= next.boundAt) throw new AppError("S0218");
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms));
  await tx.all([
    sql`update binding set bound_at = ${iso(next.boundAt)}, bound_count = ${next.boundCount}, unbound_at = ${iso(next.unboundAt)}, unbound_count = ${next.unboundCount},
      reason = ${input.reason}, updated_by = ${ctx.who.userId}, updated_date = ${new Date(ctx.now)} where tenant_id = ${tenantId} and binding_id = ${next.bindingId}`,
    ...(old.unboundAt === null && next.unboundAt !== null ? closeSql(tenantId, old, counter.counterId) : []),
    log(ctx, "update", next.bindingId, { before: old, after: next, reason: input.reason }),
  ]);
  return {
    BIND_ID: next.bindingId,
    MOVED: await rebind(
      ctx,
      tx,
      counter,
      counter.facts.bindings.map((b) => (b === old ? next : b)),
    ),
  };
}

/** The mold's counter goes and another comes, at one moment. Whether it may be done at once is not the ledger's to say. */
export async function replaceNow(
  ctx: Ctx,
  tx: Tx,
  { moldNo, newWriterId, reason }: CommandInput<typeof replaceCounter>,
): Promise<Result & { readonly oldWriterId: string }> {
  const mold = await moldId(ctx, tx, moldNo);
  const [old] = await tx.query<{ writer_id: string }>(
    sql`select c.writer_id from binding b join counter c on c.tenant_id = ${tx.tenantId} and c.counter_id = b.counter_id
      where b.tenant_id = ${tx.tenantId} and b.mold_id = ${mold} and b.unbound_at is null`,
  );
  if (!old) throw new AppError("S0219");
  const at = new Date(ctx.now).toISOString();
  const out = await unbind(ctx, tx, {
    writerId: old.writer_id,
    reason,
    unbindTime: at,
    unbindCount: null,
  });
  const inn = await bind(ctx, tx, { moldNo, writerId: newWriterId, bindTime: at, bindCount: null });
  return { BIND_ID: inn.BIND_ID, MOVED: out.MOVED + inn.MOVED, oldWriterId: old.writer_id };
}

function done(ctx: Ctx, moldNo: string | null): void {
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: moldNo ? [moldNo] : [] });
}

export const bindingCommands: readonly CommandImpl[] = [
  handle(bindCounter, async (ctx, input) => {
    const result = await ctx.db.tx(ctx.who.tenantId, (tx) => bind(ctx, tx, input));
    done(ctx, input.moldNo);
    return result;
  }),
  handle(unbindCounter, async (ctx, input) => {
    const result = await ctx.db.tx(ctx.who.tenantId, (tx) => unbind(ctx, tx, input));
    done(ctx, null);
    return result;
  }),
  handle(changeBinding, async (ctx, input) => {
    const result = await ctx.db.tx(ctx.who.tenantId, (tx) => change(ctx, tx, input));
    done(ctx, null);
    return result;
  }),
];
