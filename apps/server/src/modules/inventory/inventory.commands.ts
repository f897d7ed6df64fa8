import { auditStat } from "@shotkeeper/contract/enumerations";
import {
  areServiceStates,
  auditSurplus,
  cancelInventory,
  closeInventory,
  countOutcome,
  countResult,
  countState,
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
import { sql } from "../../kernel/db/sql.ts";
import { nextDocumentNumber } from "../../kernel/documents.ts";
import { logInto } from "../../kernel/log.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { type CountScope, expectedMolds, lineScope } from "./inventory-facts.ts";
import { judgeLines } from "./judge-lines.ts";
import { change, emitChange, lockCount, refuse } from "./locking.ts";
import { openMoldsOf, performPartStep } from "./part-steps.ts";

/**
 * Maximum time from the beginning of a stock-take's window to now, and from now to the end of the window, ms (92 days).
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
  const { scope } = ctx.who;
  if (scope.kind === "plant" && plants.some((p) => p !== scope.orgId))
    throw errors.unknownReference("plantIds");
  const [known] = await ctx.db.run(tenantId, [
    sql<{ org_id: string; type: string }>`select org_id, type
      from organization
      where tenant_id = ${tenantId} and org_id = any(${[...plants, s.oemId ?? ""]}::text[])`,
  ]);
  const is = (id: string, type: string) => known.some((o) => o.org_id === id && o.type === type);
  if (!plants.every((id) => is(id, orgType.values.plant))) throw errors.unknownReference("plantIds");
  if (s.oemId !== null && !is(s.oemId, orgType.values.oem)) throw errors.unknownReference("engineId");
}

/** Throws if no mold belongs to the scope of the stock-take, or if one of its molds is in another open stock-take. */
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
    // Checks the molds before a document number is issued, so that a refused stock-take uses up no number. They are
    // checked again under the lock.
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
              returning app_row(t) as after)
          ${logInto(ctx, "insert", "INVENTORY_HD", "after")} ${countId}, after from done returning 1`,
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
      await tx.query(
        sql`insert into inventory_part (tenant_id, part_id, count_id, plant_id, created_by, created_date,
            updated_by, updated_date)
          select distinct ${tenantId}::int, ${countId}::text || '/' || coalesce(l.plant_id, '-'), ${countId}::text,
            l.plant_id, ${userId}::text, ${at}::timestamptz, ${userId}::text, ${at}::timestamptz
          from inventory_line l
          where l.tenant_id = ${tenantId} and l.count_id = ${countId}
          returning 1`,
      );
      await judgeLines(ctx, tx, countId);
      return lines[0]?.n ?? 0;
    });
    emitChange(ctx);
    return { countId, molds };
  }),

  handle(submitInventory, (ctx, { countId, plantId, restMissing }) => {
    const { userId } = ctx.who;
    const at = new Date(ctx.now);
    return performPartStep(ctx, "submit", {
      countId,
      plantId,
      partSets: sql`signed_by = ${userId}, signed_at = ${at}`,
      countSets: () => sql`submitted_by = ${userId}, submitted_at = ${at}`,
      // Computes the results that follow from readings one last time, because the lines of a submitted part no longer
      // change.
      before: async (tx, parts) => {
        await judgeLines(ctx, tx, countId, true);
        const openMolds = await openMoldsOf(tx, countId, parts);
        refuse(refuseOpenMolds({ openMolds }, restMissing === true));
      },
      lines: () => ({
        // Records a mold without a result as missing. A mold that another organization has seen gets the result
        // "elsewhere", at the place of the sighting.
        sets: sql`outcome = case when l.seen_at is null then ${countOutcome.values.missing}::int
              else ${countOutcome.values.elsewhere}::int end,
          found_place = l.seen_place, found_by = ${userId}, found_at = ${at}, by_submission = true,
          updated_by = ${userId}, updated_date = ${at}`,
        where: sql`l.result = ${countResult.values.open}`,
      }),
    });
  }),

  handle(reopenInventory, (ctx, { countId, plantId }) =>
    performPartStep(ctx, "reopen", {
      countId,
      plantId,
      partSets: sql`signed_by = null, signed_at = null`,
      countSets: () => sql`submitted_by = null, submitted_at = null`,
      // Opens the molds again that got their result only by the submission. The next submission judges them anew, for
      // example after a sighting was withdrawn. Results that users have counted stay.
      lines: () => ({
        sets: sql`outcome = null, found_place = null, found_by = null, found_at = null, by_submission = false,
          updated_by = ${ctx.who.userId}, updated_date = ${new Date(ctx.now)}`,
        where: sql.raw("l.by_submission"),
      }),
    }),
  ),

  handle(cancelInventory, (ctx, { countId, plantId, reason }) =>
    performPartStep(ctx, "cancel", {
      countId,
      plantId,
      partSets: sql`cancel_reason = ${reason}`,
      countSets: (state) =>
        state === countState.values.cancelled
          ? sql`ended_by = ${ctx.who.userId}, ended_at = ${new Date(ctx.now)}, end_note = ${reason}`
          : // Submits the whole stock-take for its audit, because the other plants have submitted their parts.
            sql`submitted_by = ${ctx.who.userId}, submitted_at = ${new Date(ctx.now)}`,
      // Takes the molds of a cancelled part out of this stock-take (`is_open`), so that other stock-takes may include
      // them.
      lines: (isCountOver) => ({
        sets: sql`is_open = false, is_cancelled = ${!isCountOver}`,
        where: sql.raw("true"),
      }),
    }),
  ),

  handle(closeInventory, async (ctx, { countId, endNote }) => {
    const { tenantId, userId } = ctx.who;
    await ctx.db.tx(tenantId, async (tx) => {
      refuse(refuseCountStep("close", await lockCount(ctx, tx, countId, "update")));
      const { to } = countSteps.close;
      await tx.all([
        sql`update inventory_line set is_open = false where tenant_id = ${tenantId} and count_id = ${countId}`,
        change(
          ctx,
          "count",
          countId,
          sql`count_state = ${to}, ended_by = ${userId}, ended_at = ${new Date(ctx.now)}, end_note = ${endNote}`,
        ),
      ]);
    });
    emitChange(ctx);
    return { countId };
  }),

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
