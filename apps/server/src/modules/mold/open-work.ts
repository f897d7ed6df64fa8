import { auditStat, projectResult } from "@shotkeeper/contract/enumerations";
import { maintenanceTask, taskState } from "@shotkeeper/contract/maintenance";
import { newMoldPlan } from "@shotkeeper/contract/new-mold";
import { orderState, productionOrder } from "@shotkeeper/contract/production";
import { moldTrial } from "@shotkeeper/contract/trial";
import { usageName } from "@shotkeeper/contract/usage-lists";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/**
 * Returns queries that count the open work of molds: orders, tasks, trials and plans. A mold with open work can be
 * neither archived nor scrapped. Tasks that nobody has begun are left out: the job `maintenance-tasks` closes them.
 * @param keys SELECT of the mold numbers
 */
export const openWork = (ctx: Ctx, keys: Sql): Sql[] => [
  sql`
    select ${usageName(productionOrder, "moldNo")}::text as wire, count(*)::int as n
    from production_order o
    where o.tenant_id = ${ctx.who.tenantId}
      and o.mold_no in (${keys})
      and o.order_state not in (${sql.values([orderState.values.closed, orderState.values.done])})
  `,
  sql`
    select ${usageName(maintenanceTask, "moldNo")}::text as wire, count(*)::int as n
    from maintenance_task k
    where k.tenant_id = ${ctx.who.tenantId}
      and k.mold_no in (${keys})
      and k.state in (${sql.values([taskState.values.working, taskState.values.submitted])})
  `,
  sql`
    select ${usageName(moldTrial, "moldNo")}::text as wire, count(*)::int as n
    from mold_trial x
    where x.tenant_id = ${ctx.who.tenantId}
      and x.mold_no in (${keys})
      and x.audit_stat in (${sql.values([auditStat.values.submitted, auditStat.values.audited])})
  `,
  sql`
    select ${usageName(newMoldPlan, "moldNo")}::text as wire, count(*)::int as n
    from new_mold_plan p
    where p.tenant_id = ${ctx.who.tenantId}
      and p.mold_no in (${keys})
      and p.project_result in (${sql.values([projectResult.values.unknown, projectResult.values.paused])})
  `,
];
