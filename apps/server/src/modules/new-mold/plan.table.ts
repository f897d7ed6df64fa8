import { projectStat } from "@shotkeeper/contract/enumerations";
import { AppError, errors } from "@shotkeeper/contract/kernel";
import { moldAge, serviceState } from "@shotkeeper/contract/mold";
import {
  milestoneKind,
  newMoldMilestone,
  newMoldPlan,
  type PlanDays,
  type PlanFacts,
  planDayOutOfOrder,
  planDays,
  refusePlanDelete,
  refusePlanEdit,
} from "@shotkeeper/contract/new-mold";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { table } from "../../kernel/registry.ts";
import { seenMolds } from "../mold/index.ts";
import { planScope } from "./new-mold-facts.ts";

type Rows = readonly Record<string, unknown>[];

interface Stored extends PlanFacts {
  readonly moldNo: string;
  readonly updatedDate: string;
  readonly days: PlanDays;
}

async function storedOf(ctx: Ctx, rows: Rows): Promise<Map<string, Stored>> {
  const { tenantId } = ctx.who;
  const [found] = await ctx.db.run(tenantId, [
    sql<Stored>`select t.mold_no as "moldNo", t.project_stat as "projectStat", t.project_result as "projectResult",
        t.updated_date as "updatedDate",
        json_build_object(
          'openingDate', t.opening_date,
          't0Date', t.t0_date,
          't1Date', t.t1_date,
          'qualityDate', t.quality_date,
          'handoverOn', t.handover_on,
          'acceptanceDate', t.acceptance_date
        ) as days
      from new_mold_plan t
      where t.tenant_id = ${tenantId}
        and t.mold_no = any(${rows.map((r) => String(r.moldNo))}::text[])
        and ${planScope(ctx)}`,
  ]);
  return new Map(found.map((r) => [r.moldNo, r]));
}

/** Throws unless all molds of the plans are new molds in the caller's scope, and not scrapped. */
async function checkMolds(ctx: Ctx, rows: Rows): Promise<void> {
  const moldNos = rows.map((r) => r.moldNo);
  const moldOf = await seenMolds(ctx, moldNos, "mold_age, service_state");
  for (const moldNo of moldNos) {
    const mold = moldOf(moldNo);
    if (mold.mold_age !== moldAge.values.newMold) throw errors.onlyNewMolds();
    if (mold.service_state === serviceState.values.scrapped) throw errors.wrongState();
  }
}

function checkDays(row: Record<string, unknown>, stored: PlanDays | undefined): void {
  const wrong = planDayOutOfOrder({ ...stored, ...row } as PlanDays);
  if (wrong) throw errors.datesOutOfOrder(wrong);
}

const { opening, t0, trial, quality, handover, acceptance } = milestoneKind.values;
/**
 * Milestones that each new plan (alias `p`) gets: code, kind, sequence and column of the planned day. Trials that are
 * added later get the sequences 12, 13 …
 */
const milestones = (
  [
    ["OPEN", opening, 0, "opening_date"],
    ["T0", t0, 10, "t0_date"],
    ["T1", trial, 11, "t1_date"],
    ["QA", quality, 90, "quality_date"],
    ["HO", handover, 91, "handover_on"],
    ["CA", acceptance, 92, "acceptance_date"],
  ] as const
).map(
  ([code, kind, seq, day]) =>
    sql`(${sql.constant(code)}, ${sql.constant(kind)}, ${sql.constant(seq)}, p.${sql.id(day)})`,
);

export const planTable = table(newMoldPlan, {
  from: "new_mold_plan",
  where: planScope,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    if (action === "A") {
      await checkMolds(ctx, rows);
      for (const row of rows) checkDays(row, undefined);
      return;
    }
    const stored = await storedOf(ctx, rows);
    for (const row of rows) {
      const old = stored.get(String(row.moldNo));
      if (!old) continue;
      const movesDays = planDays.some((d) => row[d] !== undefined && row[d] !== old.days[d]);
      const refusal = action === "D" ? refusePlanDelete(old) : refusePlanEdit(old, movesDays);
      if (refusal) throw new AppError(refusal);
      if (action === "M") checkDays(row, old.days);
      // Optimistic lock: if another request changes the plan after this read, the update writes nothing.
      row.updatedDate ??= old.updatedDate;
    }
  },
  // Before the first review, copies each changed day of the plan to its milestone, because the milestone stores this
  // day too. Does not write milestones that already have the day.
  after(ctx, action, rows) {
    if (action === "D") return [];
    const { tenantId, userId } = ctx.who;
    const at = new Date(ctx.now);
    return [
      sql`insert into new_mold_milestone (
          tenant_id, mold_no, milestone_code, milestone_kind, milestone_seq, first_plan_date, planned_date,
          milestone_owner, created_by, created_date, updated_by, updated_date
        )
        select ${tenantId}::int, p.mold_no, k.code, k.kind, k.seq, k.day, k.day,
          p.plan_owner, ${userId}, ${at}, ${userId}, ${at}
        from new_mold_plan p
        cross join lateral (values ${sql.join(milestones)}) k (code, kind, seq, day)
        where p.tenant_id = ${tenantId}
          and p.mold_no = any(${rows.map((r) => String(r.moldNo))}::text[])
          and p.updated_date = ${at}
          and p.project_stat = ${sql.constant(projectStat.values.initialReview)}
        on conflict (tenant_id, mold_no, milestone_code) do update set
          first_plan_date = excluded.first_plan_date,
          planned_date = excluded.planned_date,
          milestone_owner = excluded.milestone_owner,
          updated_by = excluded.updated_by,
          updated_date = excluded.updated_date
        where (
          new_mold_milestone.first_plan_date, new_mold_milestone.planned_date, new_mold_milestone.milestone_owner
        ) is distinct from (excluded.first_plan_date, excluded.planned_date, excluded.milestone_owner)`,
    ];
  },
  done: (ctx, _action, rows) =>
    ctx.events.emit(ctx.who.tenantId, { type: "board", molds: rows.map((r) => String(r.moldNo)) }),
});

export const milestoneTable = table(newMoldMilestone, {
  from: "new_mold_milestone",
  where: planScope,
  writes: [],
});
