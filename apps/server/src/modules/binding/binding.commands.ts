import { bindCounter, changeBinding, type replaceCounter, unbindCounter } from "@shotkeeper/contract/binding";
import { type CommandInput, errors } from "@shotkeeper/contract/kernel";
import type { CountPreview } from "@shotkeeper/contract/mold";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import type { Binding } from "../../telemetry/core/index.ts";
import { addCorrection } from "../mold/index.ts";
import { change } from "./change-binding.ts";
import { requireCountFits, requireCountsRise } from "./count-check.ts";
import { countedUntil, estimateMissed } from "./missed-shots.ts";
import { closeSql, lockWriter, logBinding, moldId, type Result, rebind, refreshBoards } from "./rebind.ts";
import { previewBinding } from "./touched.ts";

/** Binds a counter to a mold, and computes the mold's figures from the readings since the beginning of the binding. */
export async function bind(ctx: Ctx, tx: Tx, input: CommandInput<typeof bindCounter>): Promise<Result> {
  const { tenantId } = tx;
  const mold = await moldId(ctx, tx, input.moldNo, true);
  const counter = await lockWriter(tx, input.writerId, true);
  const at = input.bindTime === null ? ctx.now : Date.parse(input.bindTime);
  if (at > ctx.now) throw errors.invalidField("bindTime");
  const open = counter.facts.bindings.find((b) => b.unboundAt === null);
  if (open?.moldId === mold) throw errors.bindingExists();
  await requireCountFits(tx, { ...counter, bindingId: null }, at, input.bindCount);
  const stamp = new Date(ctx.now);
  const [row] = await tx.query(
    sql<{
      binding_id: number;
    }>`
      insert into binding (
        tenant_id, mold_id, counter_id, bound_at, bound_count, bound_by, created_by, created_date,
        updated_by, updated_date
      )
      values (
        ${tenantId}, ${mold}, ${counter.counterId}, ${new Date(at)}, ${input.bindCount},
        ${ctx.who.userId}, ${ctx.who.userId}, ${stamp}, ${ctx.who.userId}, ${stamp}
      )
      returning binding_id
    `,
  );
  const bindingId = row?.binding_id ?? 0;
  await tx.all([
    sql`
      update warning
      set ended_at = ${new Date(at)}, cleared_at = coalesce(cleared_at, ${new Date(at)})
      where tenant_id = ${tenantId}
        and counter_id = ${counter.counterId}
        and kind = 'unbound'
        and ended_at is null
        and opened_at <= ${new Date(at)}
    `,
    logBinding(ctx, "bind", bindingId, {
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
  return { bindingId, moved: await rebind(ctx, tx, counter, [...counter.facts.bindings, added]) };
}

async function unbind(ctx: Ctx, tx: Tx, input: CommandInput<typeof unbindCounter>): Promise<Result> {
  const { tenantId } = tx;
  const counter = await lockWriter(tx, input.writerId);
  const open = counter.facts.bindings.find((b) => b.unboundAt === null);
  if (!open) throw errors.noCounterBound();
  const mold = counter.molds.get(open.moldId);
  await moldId(ctx, tx, mold?.moldNo ?? "");
  const at = input.unbindTime === null ? ctx.now : Date.parse(input.unbindTime);
  if (at > ctx.now) throw errors.invalidField("unbindTime");
  if (at <= open.boundAt) throw errors.timesOverlap();
  await requireCountFits(tx, { ...counter, bindingId: open.bindingId }, at, input.unbindCount);
  await requireCountsRise(tx, counter.counterId, { ...open, unboundAt: at, unboundCount: input.unbindCount });
  await tx.all([
    sql`
      update binding
      set
        unbound_at = ${new Date(at)}, unbound_count = ${input.unbindCount},
        unbound_by = ${ctx.who.userId}, reason = ${input.reason}, updated_by = ${ctx.who.userId},
        updated_date = ${new Date(ctx.now)}
      where tenant_id = ${tenantId} and binding_id = ${open.bindingId}
    `,
    ...closeSql(tenantId, open, counter.counterId),
    // Ends the warnings that the counter's readings opened for this mold (cycle time, position, idle), because the
    // counter leaves the mold.
    sql`
      update warning
      set ended_at = ${new Date(at)}, cleared_at = coalesce(cleared_at, ${new Date(at)})
      where tenant_id = ${tenantId}
        and counter_id = ${counter.counterId}
        and kind in ('cycleFast', 'cycleSlow', 'position', 'idle')
        and ended_at is null
        and opened_at <= ${new Date(at)}
    `,
    logBinding(ctx, "unbind", open.bindingId, {
      moldNo: mold?.moldNo,
      writerId: input.writerId,
      reason: input.reason,
      unboundAt: new Date(at).toISOString(),
    }),
  ]);
  const bindings = counter.facts.bindings.map((b) =>
    b === open ? { ...b, unboundAt: at, unboundCount: input.unbindCount } : b,
  );
  return { bindingId: open.bindingId, moved: await rebind(ctx, tx, counter, bindings) };
}

/** Input of a replacement: from the command, or from a stored request that has been approved. */
type Replacement = Omit<CommandInput<typeof replaceCounter>, "addMissed"> & {
  readonly addMissed: boolean | null;
};

type Replaced = Result & {
  readonly oldWriterId: string;
  /** Estimate of the shots that no counter counted during the replacement. Null if there was no gap. */
  readonly missed: CountPreview["missed"];
};

/**
 * Replaces the mold's counter: unbinds the old counter at the time at which it stopped, and binds the new counter. If
 * `addMissed` is true, adds the estimate of the missed shots to the mold's total.
 */
export async function replaceNow(ctx: Ctx, tx: Tx, input: Replacement): Promise<Replaced> {
  const { moldNo, newWriterId, reason, oldCount, newCount } = input;
  const mold = await moldId(ctx, tx, moldNo);
  const [old] = await tx.query(
    sql<{
      writer_id: string;
      counter_id: number;
      binding_id: number;
      bound_ms: number;
    }>`
      select
        c.writer_id, c.counter_id, b.binding_id,
        (extract(epoch from b.bound_at) * 1000)::bigint as bound_ms
      from binding b
      join counter c on c.tenant_id = ${tx.tenantId} and c.counter_id = b.counter_id
      where b.tenant_id = ${tx.tenantId} and b.mold_id = ${mold} and b.unbound_at is null
    `,
  );
  if (!old) throw errors.noCounterBound();
  const boundAt = input.bindTime === null ? ctx.now : Date.parse(input.bindTime);
  const stoppedAt = input.stoppedAt === null ? boundAt : Date.parse(input.stoppedAt);
  if (boundAt > ctx.now) throw errors.invalidField("bindTime");
  if (stoppedAt > boundAt) throw errors.invalidField("stoppedAt");
  const ended: Binding = {
    bindingId: old.binding_id,
    moldId: mold,
    boundAt: old.bound_ms,
    boundCount: null,
    unboundAt: stoppedAt,
    unboundCount: oldCount,
  };
  const unbound = await unbind(ctx, tx, {
    writerId: old.writer_id,
    reason,
    unbindTime: new Date(stoppedAt).toISOString(),
    unbindCount: oldCount,
  });
  const bindTime = new Date(boundAt).toISOString();
  const bound = await bind(ctx, tx, { moldNo, writerId: newWriterId, bindTime, bindCount: newCount });
  const from = await countedUntil(tx, old.counter_id, ended);
  const missed = await estimateMissed(tx, mold, from, boundAt);
  const isAdded = input.addMissed === true && missed !== null && missed.shots > 0;
  if (isAdded)
    await addCorrection(ctx, tx, { moldNo, qty: missed.shots, reason, gap: { from, to: boundAt } });
  return {
    bindingId: bound.bindingId,
    moved: unbound.moved + bound.moved,
    oldWriterId: old.writer_id,
    missed: missed && { ...missed, isAdded },
  };
}

export const bindingCommands: readonly CommandImpl[] = [
  handle(
    bindCounter,
    async (ctx, input) => {
      const result = await ctx.db.tx(ctx.who.tenantId, (tx) => bind(ctx, tx, input));
      refreshBoards(ctx, input.moldNo);
      return result;
    },
    (ctx, { moldNo, writerId }, run) =>
      previewBinding(ctx, { moldNos: [moldNo], writerIds: [writerId] }, () => run().then(() => null)),
  ),
  handle(
    unbindCounter,
    async (ctx, input) => {
      const result = await ctx.db.tx(ctx.who.tenantId, (tx) => unbind(ctx, tx, input));
      refreshBoards(ctx);
      return result;
    },
    (ctx, { writerId }, run) => previewBinding(ctx, { writerIds: [writerId] }, () => run().then(() => null)),
  ),
  handle(
    changeBinding,
    async (ctx, input) => {
      const result = await ctx.db.tx(ctx.who.tenantId, (tx) => change(ctx, tx, input));
      refreshBoards(ctx);
      return result;
    },
    (ctx, { bindId, moldNo }, run) =>
      previewBinding(ctx, { moldNos: [moldNo], bindingId: bindId }, () => run().then(() => null)),
  ),
];
