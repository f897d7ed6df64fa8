import { projectResult } from "@shotkeeper/contract/enumerations";
import { errors } from "@shotkeeper/contract/kernel";
import { moldAge, serviceState } from "@shotkeeper/contract/mold";
import { milestoneKind } from "@shotkeeper/contract/new-mold";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { unmountElsewhere } from "../mold/index.ts";
import { expectPartners } from "../partner/index.ts";
import { type Milestone, update, updatePlan } from "./new-mold-facts.ts";

const updateMold = (ctx: Ctx, moldNo: string, sets: Sql) =>
  update(ctx, { table: "mold", wire: "BS_MOLD", key: moldNo }, sql`t.mold_no = ${moldNo}`, sets);

/**
 * Returns the statements that update a mold and its plan after a milestone was confirmed. Only a handover and a
 * contract acceptance have such statements.
 */
export function afterConfirm(ctx: Ctx, m: Milestone): Sql[] {
  const { tenantId } = ctx.who;
  const { moldNo } = m;
  if (m.milestoneKind === milestoneKind.values.handover) {
    const { inTrial, inService } = serviceState.values;
    const handover = sql`select h.handover_plant_id, h.actual_date
      from new_mold_milestone h
      where h.tenant_id = ${tenantId} and h.mold_no = ${moldNo} and h.milestone_code = 'HO'`;
    // Checks again that the plant is a partner of the OEM: the OEM or its suppliers may have changed since the handover
    // was reported.
    const pair = sql`select o.oem_id, x.handover_plant_id as plant_id, null::text as maker_id
      from mold o
      cross join (${handover}) x
      where o.tenant_id = ${tenantId} and o.mold_no = ${moldNo}`;
    return [
      expectPartners(ctx, pair, { plantId: "handoverPlantId", makerId: "makerId" }),
      updateMold(
        ctx,
        moldNo,
        sql`plant_id = (select x.handover_plant_id from (${handover}) x),
          handover_date = (select x.actual_date from (${handover}) x),
          service_state = case when service_state = ${inTrial} then ${inService} else service_state end`,
      ),
      unmountElsewhere(ctx, moldNo),
    ];
  }
  if (m.milestoneKind === milestoneKind.values.acceptance)
    return [
      updatePlan(ctx, moldNo, sql`project_result = ${projectResult.values.moldCast}`),
      // Sets the mold age to "old mold", because the contract acceptance ends the plan of a new mold. Later trials do
      // not change this age.
      updateMold(ctx, moldNo, sql`mold_age = ${moldAge.values.oldMold}`),
    ];
  return [];
}

const maxTrials = 60;
const firstSeq = 10;

/**
 * Returns the code of the next trial of a new mold, and the statements that insert this trial. If `owner` is null, the
 * trial gets the owner of the last trial.
 */
export function nextTrial(
  ctx: Ctx,
  all: readonly Milestone[],
  day: string,
  owner: string | null,
): { readonly code: string; readonly statements: Sql[] } {
  const { tenantId, userId } = ctx.who;
  const trials = all.filter((m) => m.milestoneKind === milestoneKind.values.trial);
  const last = trials.at(-1);
  const n = trials.length + 1;
  if (!last || n > maxTrials) throw errors.wrongState();
  const code = `T${n}`;
  const at = new Date(ctx.now);
  return {
    code,
    statements: [
      sql`insert into new_mold_milestone (
          tenant_id, mold_no, milestone_code, milestone_kind, milestone_seq, first_plan_date, planned_date,
          milestone_owner, created_by, created_date, updated_by, updated_date
        )
        select ${tenantId}, x.mold_no, ${code}, ${milestoneKind.values.trial}::int, ${firstSeq + n}::int,
          ${day}::date, ${day}::date, coalesce(${owner}, x.milestone_owner), ${userId}, ${at}, ${userId}, ${at}
        from new_mold_milestone x
        where x.tenant_id = ${tenantId}
          and x.mold_no = ${last.moldNo}
          and x.milestone_code = ${last.milestoneCode}
        returning 1`,
    ],
  };
}
