import { auditStat } from "@shotkeeper/contract/enumerations";
import {
  areServiceStates,
  auditSurplus,
  type CountStep,
  cancelInventory,
  closeInventory,
  countOutcome,
  countResult,
  countSteps,
  listText,
  refuseCountStep,
  refuseOpenMolds,
  refuseSurplusAudit,
  reopenInventory,
  startInventory,
  submitInventory,
} from "@shotkeeper/contract/inventory";
import { type EnumValue, errors } from "@shotkeeper/contract/kernel";
import { orgType } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { type CountScope, expectedMolds, lineScope } from "./inventory-facts.ts";
import { judgeLines } from "./judge-lines.ts";
import { change, countFacts, emitChange, lockCount, refuse } from "./locking.ts";

/**
 * Limit of a stock-take's window, ms (92 days). The window begins at most 92 days ago and ends at most 92 days ahead.
 */
const maxWindowMs = 92 * 86_400_000;

function checkWindow(ctx: Ctx, from: string, to: string | null): void {
  const begin = Date.parse(from);
  if (begin > ctx.now || begin < ctx.now - maxWindowMs) throw errors.invalidField("winFrom");
  if (to !== null && (Date.parse(to) <= begin || Date.parse(to) > ctx.now + maxWindowMs))
    throw errors.invalidField("winTo");
}

async function checkScope(ctx: Ctx, s: CountScope): Promise<void> {
  if (!areServiceStates(s.moldStates)) throw errors.invalidField("moldStats");
  const { tenantId } = ctx.who;
  const plants = s.plantIds?.split(",") ?? [];
  const [known] = await ctx.db.run(tenantId, [
    sql<{ org_id: string; type: string }>`select org_id, type
      from organization
      where tenant_id = ${tenantId} and org_id = any(${[...plants, s.oemId ?? ""]}::text[])`,
  ]);
  const is = (id: string, type: string) => known.some((o) => o.org_id === id && o.type === type);
  if (!plants.every((id) => is(id, orgType.values.plant))) throw errors.unknownReference("plantIds");
  if (s.oemId !== null && !is(s.oemId, orgType.values.oem)) throw errors.unknownReference("engineId");
}

/** Throws if the stock-take's scope has no molds, or has molds that are in another open stock-take. */
async function checkMolds(ctx: Ctx, tx: Tx, s: CountScope): Promise<void> {
  const { tenantId } = tx;
  const [row] = await tx.query(
    sql<{
      molds: number;
      busy: string | null;
    }>`select count(*)::int as molds, min(l.count_id) as busy from mold t
      left join inventory_line l on l.tenant_id = ${tenantId} and l.mold_no = t.mold_no and l.is_open and l.expected
      where t.tenant_id = ${tenantId} and ${expectedMolds(ctx, s)}`,
  );
  if (row?.busy) throw errors.moldsInOtherCount(row.busy);
  if (!row?.molds) throw errors.noMoldInScope();
}

/**
 * Performs a step of a stock-take: locks it, checks whether its state allows the step, and writes the new state and the
 * other values that the step changes.
 */
async function performStep(
  ctx: Ctx,
  step: CountStep,
  countId: string,
  sets: Sql,
  o: { before?: (tx: Tx) => Promise<unknown>; after?: Sql } = {},
): Promise<{ readonly countId: string }> {
  await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    refuse(refuseCountStep(step, await lockCount(ctx, tx, countId, "update")));
    await o.before?.(tx);
    const state = sql`count_state = ${countSteps[step].to}, ${sets}`;
    await tx.all([...(o.after ? [o.after] : []), change(ctx, "count", countId, state)]);
  });
  emitChange(ctx);
  return { countId };
}

/** Returns a statement that lets other stock-takes include the molds of this stock-take. */
const releaseLines = (ctx: Ctx, countId: string) =>
  sql`update inventory_line set is_open = false where tenant_id = ${ctx.who.tenantId} and count_id = ${countId}`;

export const inventoryCommands: readonly CommandImpl[] = [
  handle(startInventory, async (ctx, input) => {
    const { tenantId, userId, scope } = ctx.who;
    checkWindow(ctx, input.windowFrom, input.windowTo);
    const s: CountScope = {
      plantIds: listText(input.plantIds),
      oemId: input.oemId,
      moldStates: listText(input.moldStates),
    };
    await checkScope(ctx, s);
    // The molds are checked before a document number is issued, and again under the lock. A refused stock-take should
    // not use up a number.
    await ctx.db.tx(tenantId, (tx) => checkMolds(ctx, tx, s));
    const countId = await nextDocumentNumber(ctx, "IV");
    const at = new Date(ctx.now);
    const molds = await ctx.db.tx(tenantId, async (tx) => {
      // This lock makes the tenant's stock-takes start one after the other. Two stock-takes that start at the same
      // time thus cannot contain the same molds.
      await tx.query(sql`select pg_advisory_xact_lock(738114215, ${tenantId})`);
      await checkMolds(ctx, tx, s);
      const [, lines] = await tx.all([
        sql`with done as (insert into inventory_count as t (tenant_id, count_id, count_name, plant_ids, oem_id,
                mold_states, window_from, window_to, remark, org_id, started_by, started_at,
              created_by, created_date, updated_by, updated_date)
            values (${tenantId}, ${countId}, ${input.countName}, ${s.plantIds}, ${s.oemId}, ${s.moldStates},
                ${input.windowFrom}, ${input.windowTo}, ${input.remark},
              ${"orgId" in scope ? scope.orgId : null}, ${userId}, ${at}, ${userId}, ${at}, ${userId}, ${at})
              returning to_jsonb(t) as after)
          ${logInto(ctx, "insert", "INVENTORY_HD", "after")} ${countId}, after from done`,
        sql<{
          n: number;
        }>`with done as (insert into inventory_line (tenant_id, line_id, count_id, mold_no, mold_id,
                expected, plant_id, oem_id, maker_id, created_by, created_date, updated_by, updated_date)
            select ${tenantId}::int, ${countId}::text || '/' || t.mold_no, ${countId}::text, t.mold_no, t.mold_id,
              true, t.plant_id, t.oem_id, t.maker_id, ${userId}::text, ${at}::timestamptz, ${userId}::text,
              ${at}::timestamptz
            from mold t where t.tenant_id = ${tenantId} and ${expectedMolds(ctx, s)} returning 1)
          select count(*)::int as n from done`,
      ]);
      await judgeLines(ctx, tx, countId);
      return lines[0]?.n ?? 0;
    });
    emitChange(ctx);
    return { countId, molds };
  }),

  handle(submitInventory, (ctx, { countId, restMissing }) => {
    const { tenantId, userId } = ctx.who;
    const at = new Date(ctx.now);
    return performStep(ctx, "submit", countId, sql`submitted_by = ${userId}, submitted_at = ${at}`, {
      // The automatic results are computed one last time, because the lines of a submitted stock-take no longer
      // change.
      before: async (tx) => {
        await judgeLines(ctx, tx, countId, true);
        refuse(refuseOpenMolds(await countFacts(ctx, tx, countId), restMissing === true));
      },
      after: sql`update inventory_line
        set outcome = ${countOutcome.values.missing}, found_by = ${userId}, found_at = ${at},
          updated_by = ${userId}, updated_date = ${at}
        where tenant_id = ${tenantId} and count_id = ${countId} and result = ${countResult.values.open}`,
    });
  }),

  handle(reopenInventory, (ctx, { countId }) =>
    performStep(ctx, "reopen", countId, sql`submitted_by = null, submitted_at = null`),
  ),

  handle(cancelInventory, (ctx, { countId, reason }) =>
    performStep(
      ctx,
      "cancel",
      countId,
      sql`ended_by = ${ctx.who.userId}, ended_at = ${new Date(ctx.now)}, end_note = ${reason}`,
      { after: releaseLines(ctx, countId) },
    ),
  ),

  handle(closeInventory, (ctx, { countId, endNote }) =>
    performStep(
      ctx,
      "close",
      countId,
      sql`ended_by = ${ctx.who.userId}, ended_at = ${new Date(ctx.now)}, end_note = ${endNote}`,
      { after: releaseLines(ctx, countId) },
    ),
  ),

  handle(auditSurplus, async (ctx, { lineId, accepted, auditNote }) => {
    const { tenantId, userId } = ctx.who;
    await ctx.db.tx(tenantId, async (tx) => {
      const [line] = await tx.query(
        sql<{
          countId: string;
          auditStat: EnumValue<typeof auditStat> | null;
        }>`select t.count_id as "countId",
            t.audit_stat as "auditStat"
          from inventory_line t
          join inventory_count c on c.tenant_id = ${tenantId} and c.count_id = t.count_id
          where t.tenant_id = ${tenantId} and t.line_id = ${lineId} and ${lineScope(ctx, "t", "c")}`,
      );
      if (!line) throw errors.unknownReference("lineId");
      const count = await lockCount(ctx, tx, line.countId, "update");
      refuse(refuseSurplusAudit(count, line));
      await tx.query(
        change(
          ctx,
          "line",
          lineId,
          sql`audit_stat = ${auditStat.values.audited}, accepted = ${accepted}, audit_note = ${auditNote},
              audited_by = ${userId}, audited_at = ${new Date(ctx.now)}`,
        ),
      );
    });
    emitChange(ctx);
    return { lineId };
  }),
];
