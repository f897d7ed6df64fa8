import { appointState } from "@shotkeeper/contract/inspection";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/** States of inspection issues as SQL literals for conditions. */
export const appointStates = {
  unsolved: sql.constant(appointState.values.unsolved),
  solved: sql.constant(appointState.values.solved),
  deleted: sql.constant(appointState.values.deleted),
  closed: sql.constant(appointState.values.closed),
} as const;
const { closed, deleted, unsolved } = appointStates;

const today = (ctx: Ctx): Sql => sql`(${new Date(ctx.now)}::timestamptz at time zone ${ctx.who.zone})::date`;

/**
 * SQL condition: the inspection issue is past its due date and not solved. A solved issue waits for its finder, not for
 * its assignee, so it is no longer overdue.
 */
export const isOverdue = (ctx: Ctx): Sql => sql`t.appoint_state = ${unsolved} and t.due_on < ${today(ctx)}`;

/** SQL expression: days from the finding of an inspection issue to its closing, or to now. Null for a deleted issue. */
export const daysOpen = (ctx: Ctx): Sql =>
  sql`case when t.appoint_state <> ${deleted} then round((extract(epoch from
    case when t.appoint_state = ${closed} then t.appoint_closed_at else ${new Date(ctx.now)}::timestamptz end
    - t.issue_found_at) / 86400)::numeric, 1) end`;

export function appointJoins(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`left join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = t.appoint_plant_id
    left join "user" finder on finder.tenant_id = ${id} and finder.user_id = t.issue_found_by
    left join "user" person on person.tenant_id = ${id} and person.user_id = t.assignee
    left join "user" solver on solver.tenant_id = ${id} and solver.user_id = t.save_problem_by`;
}

/** SQL expressions of the columns that lists add to the issue's stored columns. */
export const appointColumns = {
  moldName: "m.mold_name",
  appointPlantName: "plant.org_name",
  issueFoundByName: "coalesce(finder.user_name, t.issue_found_by)",
  assigneeName: "coalesce(person.user_name, t.assignee)",
  saveProblemByName: "coalesce(solver.user_name, t.save_problem_by)",
  isOverdue,
  daysOpen,
  // True if the caller has tenant scope. The value is written as a condition on a column that is never null, because
  // PostgreSQL cannot sort by a constant.
  seesAll: (ctx: Ctx) => sql.raw(`t.tenant_id is ${ctx.who.scope.kind === "tenant" ? "not " : ""}null`),
} as const;
