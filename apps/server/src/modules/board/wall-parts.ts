import { ageBuckets, type BoardMilestone, type BoardWarning } from "@shotkeeper/contract/board";
import { milestoneKind } from "@shotkeeper/contract/newmold";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { dayText } from "../../kernel/zone.ts";
import { moldScope } from "../basic/index.ts";
import { warningFrom, warningMold, warningScope } from "../warning/index.ts";

const dayMs = 86_400_000;
/** Milestones so far back and ahead are news, days. */
const backDays = 180;
const aheadDays = 90;
const mostMilestones = 12;

export const today = (ctx: Ctx): Sql => sql`${dayText(ctx.who.zone, ctx.now)}::date`;

/** The age bucket of the mold t, as `ageBucketOf` has it. */
export const ageSql = (ctx: Ctx): Sql =>
  sql`least(${ageBuckets.length - 1}::int, greatest(0, round((${today(ctx)} - t.handover_date) / 365.25 * 2)::int - 2))`;

/** Molds by age from rows of (age, molds). */
export function agesOf(rows: readonly { readonly age: number | null; readonly molds: number }[]): number[] {
  const ages = ageBuckets.map(() => 0);
  for (const r of rows) if (r.age !== null) ages[r.age] = (ages[r.age] ?? 0) + Number(r.molds);
  return ages;
}

/** No sign that the mold is in use: its handover is over, and it never made a shot. */
export const isLateSql = (ctx: Ctx): Sql =>
  sql`(t.service_state in (0, 2) and t.handover_date < ${today(ctx)} and t.opening_count + t.closed_shots + coalesce(s.bound_shots, 0) = 0)`;

/** The wire's names of milestone kinds, in their enumeration's words. */
const kindSql = sql.raw(
  `(array['${Object.entries(milestoneKind.values)
    .sort(([, a], [, b]) => a - b)
    .map(([name]) => name)
    .join("','")}'])[p.milestone_kind + 1]`,
);

/** Milestones near today of molds `t`: those of its plan, and of one without a plan the two days that it has. */
function nearSql(ctx: Ctx, where: Sql): Sql {
  const id = ctx.who.tenantId;
  const from = dayText(ctx.who.zone, ctx.now - backDays * dayMs);
  const to = dayText(ctx.who.zone, ctx.now + aheadDays * dayMs);
  return sql`select t.mold_no, t.mold_name, t.project_no, ${kindSql} as kind, coalesce(p.actual_date, p.planned_date) as day,
      (p.actual_date is null and p.planned_date < ${today(ctx)}) as late
    from new_mold_milestone p join mold t on t.tenant_id = ${id} and t.mold_no = p.mold_no
    where p.tenant_id = ${id} and t.service_state <> 4 and ${moldScope(ctx)} and ${where}
      and coalesce(p.actual_date, p.planned_date) between ${from}::date and ${to}::date
    union all
    select t.mold_no, t.mold_name, t.project_no, k.kind, k.day, (k.kind = 'handover' and ${isLateSql(ctx)}) as late
    from mold t left join binding b on b.tenant_id = ${id} and b.mold_id = t.mold_id and b.unbound_at is null
    left join counter_state s on s.tenant_id = ${id} and s.counter_id = b.counter_id
    cross join lateral (values ('t0', t.planned_t0), ('handover', t.handover_date)) k (kind, day)
    where t.tenant_id = ${id} and t.service_state <> 4 and ${moldScope(ctx)} and ${where} and greatest(t.planned_t0, t.handover_date) >= ${from}::date and k.day between ${from}::date and ${to}::date
      and not exists (select from new_mold_plan p where p.tenant_id = ${id} and p.mold_no = t.mold_no)`;
}
const shownMilestone = sql`x.mold_no as "MOLD_NO", x.mold_name as "MOLD_NAME", x.kind as "KIND", to_char(x.day, 'YYYY-MM-DD') as "DAY", x.late as "LATE"`;
/** What is late, what comes, what was; of each the nearest to today first. */
const nearest = (ctx: Ctx) => sql`x.late desc, x.day < ${today(ctx)}, abs(x.day - ${today(ctx)}), x.mold_no`;

export const milestonesSql = (ctx: Ctx, where: Sql): Sql =>
  sql`select ${shownMilestone} from (${nearSql(ctx, where)}) x order by ${nearest(ctx)} limit ${mostMilestones}`;

/** The first of each of some projects, its number as `no`. */
export const nextMilestonesSql = (ctx: Ctx, numbers: readonly string[]): Sql =>
  sql`select distinct on (x.project_no) x.project_no as no, ${shownMilestone} from (${nearSql(ctx, sql`t.project_no = any(${numbers})`)}) x order by x.project_no, ${nearest(ctx)}`;

/** Rows of either, as the contract has them. */
export const milestonesOf = (rows: readonly Readonly<Record<string, unknown>>[] | undefined) =>
  (rows ?? []).map(({ no: _no, ...m }) => m) as unknown as readonly BoardMilestone[];

/** The worst open warnings of molds `m`, with how many there are in all. */
export function worstWarningsSql(ctx: Ctx, where: Sql, most: number): Sql {
  return sql`select t.kind as "KIND", t.level as "LEVEL", m.mold_no as "MOLD_NO", c.writer_id as "WRITER_ID", t.opened_at as "OPEN_TIME", count(*) over () as n
    from ${warningFrom(ctx)} where t.tenant_id = ${ctx.who.tenantId} and t.cleared_at is null and ${warningScope(ctx)} and ${where}
    order by t.level desc, t.opened_at desc limit ${most}`;
}

export function warningsOf(rows: readonly Readonly<Record<string, unknown>>[] | undefined) {
  return {
    WARNINGS: (rows ?? []).map(({ n: _n, ...w }) => w) as unknown as readonly BoardWarning[],
    WARNING_COUNT: Number(rows?.[0]?.n ?? 0),
  };
}

/** Open warnings of some projects' molds, by mold or by project. */
export const warningCountsSql = (
  ctx: Ctx,
  by: "mold_no" | "project_no",
  numbers: readonly string[],
): Sql => sql`select m.${sql.raw(by)} as no, count(*)::int as n from ${warningMold(ctx)}
    where t.tenant_id = ${ctx.who.tenantId} and t.cleared_at is null and ${warningScope(ctx)} and m.project_no = any(${numbers}) group by 1`;
export const countOf = (rows: readonly Readonly<Record<string, unknown>>[] | undefined, no: string) =>
  Number(rows?.find((r) => r.no === no)?.n ?? 0);

export const playTimeSql = (ctx: Ctx): Sql =>
  sql`select play_time from tenant where tenant_id = ${ctx.who.tenantId}`;
export const playTimeOf = (rows: readonly Readonly<Record<string, unknown>>[] | undefined) =>
  Number(rows?.[0]?.play_time ?? 20);
