import { menuOfMilestone } from "@shotkeeper/contract/new-mold";
import { type Ctx, may } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { milestoneColumns, planScope } from "./new-mold-facts.ts";

/** Number of overdue milestones of a kind. */
export interface LateMilestones {
  readonly kind: keyof typeof menuOfMilestone;
  readonly n: number;
}

/** Returns the numbers of overdue milestones of plans in the caller's scope, by kind. */
export async function lateMilestones(ctx: Ctx): Promise<readonly LateMilestones[]> {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<LateMilestones>`select t.milestone_kind as kind, count(*) as n
      from new_mold_milestone t
      join new_mold_plan p on p.tenant_id = ${tenantId} and p.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and ${milestoneColumns.isBehind(ctx)} and ${planScope(ctx)}
      group by 1`,
  ]);
  return rows;
}

/** Adds up overdue milestones by the menu of their screen, for the screens that the caller may open. */
export function lateByMenu(ctx: Ctx, rows: readonly LateMilestones[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { kind, n } of rows) {
    const menu = menuOfMilestone[kind];
    if (may(ctx.who, menu, "Q")) counts[menu] = (counts[menu] ?? 0) + n;
  }
  return counts;
}
