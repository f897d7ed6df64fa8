import {
  type Achievement,
  achievementBy,
  handoverAchievement,
  newMoldLines,
  newMoldProjects,
  type PlanLine,
  type PlanProject,
} from "@shotkeeper/contract/newmold";
import { sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { planScope, today } from "./newmold-facts.ts";

/** As many lines as can be looked at together. */
const most = 200;

const lines = handle(newMoldLines, async (ctx, { projectNo, moldNo }) => {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select t.mold_no as "MOLD_NO", m.mold_name as "MOLD_NAME", maker.org_name as "MAKE_NAME", m.project_no as "PROJECT_NO", m.project_name as "PROJECT_NAME",
        t.project_stat as "PROJECT_STAT", t.project_result as "PROJECT_RESULT",
        (select json_agg(json_build_object('MILESTONE_CODE', x.milestone_code, 'MILESTONE_KIND', x.milestone_kind, 'MILESTONE_STAT', x.milestone_stat,
            'FIRST_PLAN_DATE', x.first_plan_date, 'PLANNED_DATE', x.planned_date, 'ACTUAL_DATE', x.actual_date) order by x.milestone_seq)
          from new_mold_milestone x where x.tenant_id = ${tenantId} and x.mold_no = t.mold_no) as "MILESTONES"
      from new_mold_plan t join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      left join organization maker on maker.tenant_id = ${tenantId} and maker.org_id = m.maker_id
      where t.tenant_id = ${tenantId} and ${planScope(ctx)}
        and ${projectNo === null ? sql.raw("true") : sql`m.project_no = ${projectNo}`} and ${moldNo === null ? sql.raw("true") : sql`t.mold_no = ${moldNo}`}
      order by m.project_no, t.opening_date, t.mold_no limit ${most}`,
  ]);
  return { TODAY: today(ctx), LINES: (rows ?? []) as unknown as readonly PlanLine[] };
});

const projects = handle(newMoldProjects, async (ctx) => {
  const { tenantId } = ctx.who;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select m.project_no as "PROJECT_NO", max(m.project_name) as "PROJECT_NAME", count(*)::int as "MOLDS",
        count(*) filter (where t.project_result = 0 and exists (select from new_mold_milestone x where x.tenant_id = ${tenantId} and x.mold_no = t.mold_no
          and x.actual_date is null and x.planned_date < ${today(ctx)}::date))::int as "LATE"
      from new_mold_plan t join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      where t.tenant_id = ${tenantId} and m.project_no is not null and ${planScope(ctx)} group by 1 order by 4 desc, 1`,
  ]);
  return (rows ?? []) as unknown as readonly PlanProject[];
});

const groups = {
  maker: ["coalesce(m.maker_id, '')", "max(maker.org_name)"],
  projectManager: ["coalesce(m.project_manager, '')", "max(m.project_manager)"],
  project: ["coalesce(m.project_no, '')", "max(m.project_name)"],
  month: ["to_char(h.first_plan_date, 'YYYY-MM')", "null::text"],
} as const;

const achievement = handle(handoverAchievement, async (ctx, input) => {
  const { tenantId } = ctx.who;
  const by = input.achievementBy;
  const [key, name] = groups[by].map((text) => sql.raw(text));
  const now = sql`${today(ctx)}::date`;
  const isLate = sql`coalesce(h.actual_date, ${now}) > h.first_plan_date`;
  const [rows] = await ctx.db.run(tenantId, [
    sql`select ${key ?? sql.empty} as "KEY", ${name ?? sql.empty} as "NAME",
        count(*) filter (where h.actual_date is not null or ${isLate})::int as "DUE",
        count(*) filter (where h.actual_date <= h.first_plan_date)::int as "ON_TIME", count(*) filter (where ${isLate})::int as "LATE",
        count(*) filter (where h.actual_date is null and ${isLate})::int as "OPEN_LATE", count(*) filter (where h.actual_date is null and not (${isLate}))::int as "AHEAD",
        round(avg(coalesce(h.actual_date, ${now}) - h.first_plan_date) filter (where ${isLate}), 1)::float8 as "MEAN_LATE_DAYS"
      from new_mold_plan t join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      join new_mold_milestone h on h.tenant_id = ${tenantId} and h.mold_no = t.mold_no and h.milestone_code = 'HO'
      left join organization maker on maker.tenant_id = ${tenantId} and maker.org_id = m.maker_id
      where t.tenant_id = ${tenantId} and t.project_stat = 3 and t.project_result <> 2 and ${planScope(ctx)}
        and h.first_plan_date between ${input.periodFrom}::date and ${input.periodTo}::date
      group by 1 order by ${by === achievementBy.values.month ? sql.raw("1") : sql.raw("5 desc, 3 desc, 1")}`,
  ]);
  return (rows ?? []) as unknown as readonly Achievement[];
});

export const lineCommands: readonly CommandImpl[] = [lines, projects, achievement];
