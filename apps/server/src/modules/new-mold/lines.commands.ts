import { projectResult, projectStat } from "@shotkeeper/contract/enumerations";
import type { CommandOutput } from "@shotkeeper/contract/kernel";
import {
  type Achievement,
  achievementBy,
  handoverAchievement,
  newMoldLines,
  newMoldProjects,
  type PlanLine,
} from "@shotkeeper/contract/new-mold";
import { sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { planScope, today } from "./new-mold-facts.ts";

/**
 * Maximum number of plans in one answer, because the screen draws a time line for each. If there are more plans, ended
 * plans are left out first, then the plans whose next milestone is due last.
 */
const maxLines = 200;

const isRunning = sql.constant(projectResult.values.unknown);
const isCancelled = sql.constant(projectResult.values.cancelled);
const isApproved = sql.constant(projectStat.values.approved);

const lines = handle(newMoldLines, async (ctx, { projectNo, moldNo, onlyRunning }) => {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<PlanLine & { readonly total: number }>`with chosen as (
        select count(*) over () as total, t.mold_no, t.opening_date, t.project_stat, t.project_result,
          m.mold_name, m.project_no, m.project_name, m.maker_id
        from new_mold_plan t
        join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
        where t.tenant_id = ${tenantId}
          and ${planScope(ctx)}
          and ${projectNo === null ? sql.raw("true") : sql`m.project_no = ${projectNo}`}
          and ${moldNo === null ? sql.raw("true") : sql`t.mold_no = ${moldNo}`}
          and ${onlyRunning ? sql`t.project_result = ${isRunning}` : sql.raw("true")}
        order by t.project_result = ${isRunning} desc, (
          select min(x.planned_date)
          from new_mold_milestone x
          where x.tenant_id = ${tenantId} and x.mold_no = t.mold_no and x.actual_date is null
        ), t.mold_no
        limit ${maxLines}
      )
      select c.total, c.mold_no as "moldNo", c.mold_name as "moldName", maker.org_name as "makerName",
        c.project_no as "projectNo", c.project_name as "projectName",
        c.project_stat as "projectStat", c.project_result as "projectResult",
        (
          select json_agg(json_build_object(
            'milestoneCode', x.milestone_code,
            'milestoneKind', x.milestone_kind,
            'milestoneStat', x.milestone_stat,
            'firstPlanDate', x.first_plan_date,
            'plannedDate', x.planned_date,
            'actualDate', x.actual_date
          ) order by x.milestone_seq)
          from new_mold_milestone x
          where x.tenant_id = ${tenantId} and x.mold_no = c.mold_no
        ) as milestones
      from chosen c
      left join organization maker on maker.tenant_id = ${tenantId} and maker.org_id = c.maker_id
      order by c.project_no, c.opening_date, c.mold_no`,
  ]);
  return { today: today(ctx), lineCount: rows[0]?.total ?? 0, lines: rows };
});

const projects = handle(newMoldProjects, async (ctx) => {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql<CommandOutput<typeof newMoldProjects>[number]>`select m.project_no as "projectNo",
        max(m.project_name) as "projectName",
        count(*)::int as molds,
        count(*) filter (where t.project_result = ${isRunning} and exists (
          select
          from new_mold_milestone x
          where x.tenant_id = ${tenantId}
            and x.mold_no = t.mold_no
            and x.actual_date is null
            and x.planned_date < ${today(ctx)}::date
        ))::int as late
      from new_mold_plan t
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and m.project_no is not null and ${planScope(ctx)}
      group by 1
      order by 4 desc, 1`,
  ]);
  return rows;
});

/** Ways to group handovers: SQL expressions of the group's key and of the group's name. */
const groups = {
  maker: ["coalesce(m.maker_id, '')", "max(maker.org_name)"],
  projectManager: ["coalesce(m.project_manager, '')", "max(m.project_manager)"],
  project: ["coalesce(m.project_no, '')", "max(m.project_name)"],
  month: ["to_char(h.first_plan_date, 'YYYY-MM')", "null::text"],
} as const;

const achievement = handle(handoverAchievement, async (ctx, input) => {
  const { tenantId } = ctx.who;
  const by = input.achievementBy;
  const [key, name] = groups[by];
  const now = sql`${today(ctx)}::date`;
  const isLate = sql`coalesce(h.actual_date, ${now}) > h.first_plan_date`;
  const [rows] = await ctx.db.run(tenantId, [
    sql<Achievement>`select ${sql.raw(key)} as key, ${sql.raw(name)} as name,
        count(*) filter (where h.actual_date is not null or ${isLate})::int as due,
        count(*) filter (where h.actual_date <= h.first_plan_date)::int as "onTime",
        count(*) filter (where ${isLate})::int as late,
        count(*) filter (where h.actual_date is null and ${isLate})::int as "openLate",
        count(*) filter (where h.actual_date is null and not (${isLate}))::int as ahead,
        round(avg(coalesce(h.actual_date, ${now}) - h.first_plan_date) filter (where ${isLate}), 1)::float8
          as "meanLateDays"
      from new_mold_plan t
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      join new_mold_milestone h on h.tenant_id = ${tenantId} and h.mold_no = t.mold_no and h.milestone_code = 'HO'
      left join organization maker on maker.tenant_id = ${tenantId} and maker.org_id = m.maker_id
      where t.tenant_id = ${tenantId}
        and t.project_stat = ${isApproved}
        and t.project_result <> ${isCancelled}
        and ${planScope(ctx)}
        and h.first_plan_date between ${input.periodFrom}::date and ${input.periodTo}::date
      group by 1
      order by ${by === achievementBy.values.month ? sql.raw("1") : sql.raw("5 desc, 3 desc, 1")}`,
  ]);
  return rows;
});

export const lineCommands: readonly CommandImpl[] = [lines, projects, achievement];
