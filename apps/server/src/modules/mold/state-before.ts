import { taskState } from "@shotkeeper/contract/maintenance";
import { serviceState } from "@shotkeeper/contract/mold";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

const inRepair = sql.constant(serviceState.values.inRepair);
const inTrial = sql.constant(serviceState.values.inTrial);
const inProgress = sql`in (${sql.constant(taskState.values.working)}, ${sql.constant(taskState.values.submitted)})`;

// A repair and a trial each store the service state to which the mold returns at their end. If one of them starts
// during the other, this is the state of the other, such as "in trial". When the other ends first, its own stored state
// must take the place of that state. Otherwise the mold would return to a trial or a repair that is over.

/**
 * Returns a statement for the end of a trial. Repairs in progress that would return the mold to "in trial" get the
 * state to which the trial returns it.
 */
export const endTrialOfRepairs = (ctx: Ctx, moldNo: string, trialId: string): Sql => sql`
  update maintenance_task k
  set service_before = x.state_before
  from mold_trial x
  where k.tenant_id = ${ctx.who.tenantId}
    and k.mold_no = ${moldNo}
    and k.state ${inProgress}
    and k.service_before = ${inTrial}
    and x.tenant_id = ${ctx.who.tenantId}
    and x.trial_id = ${trialId}
    and x.state_before is not null
`;

/**
 * Returns a statement for the end of a repair. A running trial that would return the mold to "in repair" gets the state
 * to which the repair returns it, unless another repair of the mold is in progress.
 */
export const endRepairOfTrial = (ctx: Ctx, moldNo: string, taskId: string): Sql => sql`
  update mold_trial x
  set state_before = k.service_before
  from maintenance_task k
  where x.tenant_id = ${ctx.who.tenantId}
    and x.mold_no = ${moldNo}
    and x.started_at is not null
    and x.ended_at is null
    and x.state_before = ${inRepair}
    and k.tenant_id = ${ctx.who.tenantId}
    and k.task_id = ${taskId}
    and k.service_before is not null
    and not exists (
      select
      from maintenance_task o
      where o.tenant_id = ${ctx.who.tenantId}
        and o.mold_no = ${moldNo}
        and o.task_id <> ${taskId}
        and o.state ${inProgress}
    )
`;
