import { auditStat, projectResult } from "@shotkeeper/contract/enumerations";
import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  auditModification,
  finishModification,
  type ModificationFacts,
  type ModificationStep,
  modificationCounts,
  modificationList,
  modificationSteps,
  newMoldModification,
  refuseModificationDelete,
  refuseModificationEdit,
  refuseModificationStep,
  submitModification,
  withdrawModification,
} from "@shotkeeper/contract/new-mold";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle, implement, table } from "../../kernel/registry.ts";
import { planScope, today, update } from "./new-mold-facts.ts";

const joins = (ctx: Ctx): Sql => {
  const id = ctx.who.tenantId;
  return sql`left join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no
    left join organization maker on maker.tenant_id = ${id} and maker.org_id = m.maker_id
    left join new_mold_plan p on p.tenant_id = ${id} and p.mold_no = t.mold_no`;
};
const ofMold = {
  moldName: "m.mold_name",
  projectNo: "m.project_no",
  projectName: "m.project_name",
  makerName: "maker.org_name",
} as const;

export const modificationListImpl = implement(modificationList, {
  from: "new_mold_modification",
  joins,
  where: planScope,
  columns: { ...ofMold, projectResult: "p.project_result" },
  order: [{ field: "requestedOn", direction: "desc" }],
});

/**
 * Returns an SQL expression: the aggregate `what` over the design changes (alias `x`) of the mold whose plan has the
 * alias `t`.
 */
const ofPlan = (what: Sql) => (ctx: Ctx) =>
  sql`(
    select ${what}
    from new_mold_modification x
    where x.tenant_id = ${ctx.who.tenantId} and x.mold_no = t.mold_no
  )`;

export const modificationCountsImpl = implement(modificationCounts, {
  from: "new_mold_plan",
  joins: (ctx) => sql`left join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_no = t.mold_no
    left join organization maker on maker.tenant_id = ${ctx.who.tenantId} and maker.org_id = m.maker_id`,
  where: planScope,
  columns: {
    ...ofMold,
    moldPm: "m.mold_pm",
    modificationCount: ofPlan(sql.raw("count(*)")),
    openModifications: ofPlan(
      sql`count(*) filter (where x.audit_stat <> ${sql.constant(auditStat.values.closed)})`,
    ),
    overTarget: ofPlan(sql.raw("greatest(0, count(*) - t.modification_target)")),
    modificationDays: ofPlan(sql.raw("coalesce(sum(x.modification_days), 0)::int")),
    modificationCost: ofPlan(sql.raw("coalesce(sum(x.modification_cost), 0)")),
  },
});

type Rows = readonly Record<string, unknown>[];

interface Stored {
  readonly id: string;
  readonly stat: ModificationFacts["auditStat"];
  readonly updated: string;
}

async function checkStored(ctx: Ctx, rows: Rows, isDelete: boolean): Promise<void> {
  const { tenantId } = ctx.who;
  const [found] = await ctx.db.run(tenantId, [
    sql<Stored>`select t.modification_id as id, t.audit_stat as stat, t.updated_date as updated
      from new_mold_modification t
      where t.tenant_id = ${tenantId}
        and t.modification_id = any(${rows.map((r) => String(r.modificationId))}::text[])
        and ${planScope(ctx)}`,
  ]);
  for (const row of rows) {
    const old = found.find((f) => f.id === row.modificationId);
    if (!old) continue;
    const refusal = (isDelete ? refuseModificationDelete : refuseModificationEdit)({ auditStat: old.stat });
    if (refusal) throw new AppError(refusal);
    // Optimistic lock: if another request writes the same row after this read, the update writes nothing.
    row.updatedDate ??= old.updated;
  }
}

/** Throws unless each mold has a plan that is neither cancelled nor completed. */
async function checkPlans(ctx: Ctx, rows: Rows): Promise<void> {
  const { tenantId } = ctx.who;
  const moldNos = rows.flatMap((r) => (r.moldNo === undefined ? [] : String(r.moldNo)));
  const [plans] = await ctx.db.run(tenantId, [
    sql<{ mold_no: string; project_result: number }>`select t.mold_no, t.project_result
      from new_mold_plan t
      where t.tenant_id = ${tenantId} and t.mold_no = any(${moldNos}::text[]) and ${planScope(ctx)}`,
  ]);
  const { cancelled, moldCast } = projectResult.values;
  for (const no of moldNos) {
    const plan = plans.find((p) => p.mold_no === no);
    if (!plan) throw errors.unknownReference("moldNo");
    if (plan.project_result === cancelled || plan.project_result === moldCast) throw errors.planNotActive();
  }
}

export const modificationTable = table(newMoldModification, {
  from: "new_mold_modification",
  where: planScope,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    if (action !== "A") await checkStored(ctx, rows, action === "D");
    if (action !== "D") await checkPlans(ctx, rows);
  },
  done: (ctx) => ctx.events.emit(ctx.who.tenantId, { type: "board" }),
});

/**
 * Performs a step of a design change: locks the row, checks whether its state allows the step, and writes the new state
 * and the columns that the step sets.
 */
async function performStep(ctx: Ctx, step: ModificationStep, id: string, sets: Sql, finishedOn?: string) {
  const { tenantId } = ctx.who;
  await ctx.db.tx(tenantId, async (tx) => {
    const [row] = await tx.query(
      sql<{
        auditStat: ModificationFacts["auditStat"];
        requested: string;
      }>`select t.audit_stat as "auditStat", t.requested_on as requested
        from new_mold_modification t
        where t.tenant_id = ${tenantId} and t.modification_id = ${id} and ${planScope(ctx)}
        for update of t`,
    );
    if (!row) throw errors.unknownReference("modId");
    const refusal = refuseModificationStep(step, row);
    if (refusal) throw new AppError(refusal);
    if (finishedOn !== undefined && (finishedOn > today(ctx) || finishedOn < row.requested))
      throw errors.invalidField("finishDate");
    const target = { table: "new_mold_modification", wire: "NEW_MOLD_MODIFICATION", key: id };
    await tx.all([
      update(
        ctx,
        target,
        sql`t.modification_id = ${id}`,
        sql`audit_stat = ${modificationSteps[step].to}, ${sets}`,
      ),
    ]);
  });
  ctx.events.emit(tenantId, { type: "board" });
  return { modificationId: id };
}

export const modificationCommands: readonly CommandImpl[] = [
  handle(submitModification, (ctx, { modificationId }) =>
    performStep(
      ctx,
      "submit",
      modificationId,
      sql`submitted_by = ${ctx.who.userId}, submitted_at = ${new Date(ctx.now)}`,
    ),
  ),
  handle(withdrawModification, (ctx, { modificationId }) =>
    performStep(
      ctx,
      "withdraw",
      modificationId,
      sql`submitted_by = null, submitted_at = null, audited_by = null, audited_at = null`,
    ),
  ),
  handle(auditModification, (ctx, { modificationId }) =>
    performStep(
      ctx,
      "audit",
      modificationId,
      sql`audited_by = ${ctx.who.userId}, audited_at = ${new Date(ctx.now)}`,
    ),
  ),
  handle(finishModification, (ctx, input) =>
    performStep(
      ctx,
      "finish",
      input.modificationId,
      sql`finished_on = ${input.finishedOn}::date,
        modification_days = ${input.modificationDays},
        modification_cost = coalesce(${input.modificationCost}, modification_cost),
        modification_result = ${input.modificationResult},
        image_url = ${input.imageUrl},
        closed_by = ${ctx.who.userId},
        closed_at = ${new Date(ctx.now)}`,
      input.finishedOn,
    ),
  ),
];
