import {
  discardReadings,
  previewRelease,
  quarantineCounts,
  quarantineCurve,
  releaseReading,
  releaseReadings,
} from "@shotkeeper/contract/counter";
import { AppError, errors, isMessage } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { quarantineFrom } from "./quarantine.queries.ts";
import { curveOf } from "./quarantine-curve.ts";
import { quarantineIdsOf, requireItems } from "./quarantine-items.ts";
import { prepareRelease, refusalOf } from "./quarantine-release.ts";

/**
 * Length of the period before now, ms (30 days). If the server did not store a part of a sender's input in this period,
 * the screen names the sender.
 */
const cutsShownMs = 30 * 86_400_000;

/** Makes open screens reload their readings and warnings. */
function notifyScreens(ctx: Ctx): void {
  ctx.events.emit(ctx.who.tenantId, { type: "reading" });
  ctx.events.emit(ctx.who.tenantId, { type: "warning" });
}

async function counts(ctx: Ctx) {
  const { tenantId, scope } = ctx.who;
  const [reasons, cuts] = await ctx.db.run(tenantId, [
    sql<{ reason: string; n: number; oldest: string }>`
      select t.reason, count(*)::int as n, min(t.received_at) as oldest
      from ${quarantineFrom(ctx)}
      where t.released_at is null and t.discarded_at is null
      group by t.reason
    `,
    sql<{ sender: string; items: number; firstAt: string; lastAt: string }>`
      select
        coalesce(g.name, substr(c.sender, strpos(c.sender, ' ') + 1)) as sender, c.items,
        c.first_at as "firstAt", c.last_at as "lastAt"
      from quarantine_cut c
      left join gateway g on g.tenant_id = ${tenantId}
        and c.sender = 'gateway ' || coalesce(g.mark, left(g.key_hash, 12))
      where c.tenant_id = ${tenantId}
        and ${scope.kind === "tenant"}
        and c.last_at >= ${new Date(ctx.now - cutsShownMs)}
      order by c.last_at desc
      limit 20
    `,
  ]);
  const oldest = reasons.map((r) => r.oldest).sort((a, b) => Date.parse(a) - Date.parse(b));
  return {
    reasons: Object.fromEntries(reasons.map((r) => [r.reason, r.n])),
    oldestAt: oldest[0] ?? null,
    cuts,
  };
}

/** Marks waiting items as not needed. The items stay stored and stay uncounted, so no figure changes. */
async function discard(ctx: Ctx, ids: readonly number[], reason: string): Promise<number> {
  const { tenantId, userId } = ctx.who;
  await requireItems(ctx, ids);
  const [done] = await ctx.db.run(tenantId, [
    sql`
      with done as (
        update quarantine q
        set discarded_at = ${new Date(ctx.now)}, discarded_by = ${userId}, discard_reason = ${reason}
        where q.tenant_id = ${tenantId}
          and q.quarantine_id = any(${ids}::bigint[])
          and q.released_at is null
          and q.discarded_at is null
        returning q.quarantine_id
      )
      ${logInto(ctx, "discard", "QUARANTINE", "after")} done.quarantine_id::text,
      ${JSON.stringify({ reason })}::jsonb
      from done
      returning 1
    `,
  ]);
  return done.length;
}

export const quarantineCommands: readonly CommandImpl[] = [
  handle(quarantineCounts, counts),
  handle(quarantineCurve, async (ctx, { quarantineId }) => ({ points: await curveOf(ctx, quarantineId) })),

  handle(releaseReadings, async (ctx, { quarantineIds, reason }) => {
    const release = await prepareRelease(ctx, quarantineIdsOf(quarantineIds), reason);
    const done = await ctx.db.tx(ctx.who.tenantId, release);
    notifyScreens(ctx);
    return done;
  }),

  handle(previewRelease, async (ctx, { quarantineIds }) => {
    const { tenantId } = ctx.who;
    const release = await prepareRelease(ctx, quarantineIdsOf(quarantineIds), "");
    return ctx.db.dryRun(tenantId, (db) => db.tx(tenantId, release));
  }),

  handle(releaseReading, async (ctx, { quarantineId, reason }) => {
    const [item] = await requireItems(ctx, [quarantineId]).catch((cause) => {
      if (cause instanceof AppError && isMessage(cause, "unknownReference")) return [];
      throw cause;
    });
    if (!item) throw errors.wrongState();
    const refusal = refusalOf(item);
    if (refusal) throw new AppError(refusal);
    const release = await prepareRelease(ctx, [quarantineId], reason);
    const { released, moved } = await ctx.db.tx(ctx.who.tenantId, release);
    if (released === 0) throw errors.wrongState();
    notifyScreens(ctx);
    return { moved };
  }),

  handle(discardReadings, async (ctx, { quarantineIds, reason }) => {
    const count = await discard(ctx, quarantineIdsOf(quarantineIds), reason);
    if (count > 0) notifyScreens(ctx);
    return { count };
  }),
];
