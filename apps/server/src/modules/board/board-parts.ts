import { ageBuckets, type BoardMilestone, type BoardWarning } from "@shotkeeper/contract/board";
import { serviceState } from "@shotkeeper/contract/mold";
import { milestoneKind } from "@shotkeeper/contract/new-mold";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { dayText } from "../../kernel/zone.ts";
import { moldScope, totalShots } from "../mold/index.ts";
import { warningFrom, warningScope } from "../warning/index.ts";

const dayMs = 86_400_000;
/** Boards show milestones from this number of days before today. Older milestones are left out. */
const backDays = 180;
/** Boards show milestones up to this number of days after today. Later milestones are left out. */
const aheadDays = 90;
const maxMilestones = 12;
const defaultPlaySeconds = 20;
const { inService, inTrial, scrapped } = serviceState.values;
const isInUse = sql`(t.service_state <> ${sql.constant(scrapped)} and t.archived_date is null)`;

/** SQL expression: today's date in the tenant's time zone. */
export const today = (ctx: Ctx): Sql => sql`${dayText(ctx.who.zone, ctx.now)}::date`;

/** SQL expression: index in `ageBuckets` of the age of the mold with alias `t`. Must agree with `ageBucketOf`. */
export const ageSql = (ctx: Ctx): Sql =>
  sql`least(
    ${ageBuckets.length - 1}::int,
    greatest(0, round((${today(ctx)} - t.handover_date) / 365.25 * 2)::int - 2))`;

/** Returns the number of molds in each bin of `ageBuckets`. */
export function agesOf(rows: readonly { readonly age: number | null; readonly molds: number }[]): number[] {
  const ages = ageBuckets.map(() => 0);
  for (const r of rows) if (r.age !== null) ages[r.age] = (ages[r.age] ?? 0) + r.molds;
  return ages;
}

/**
 * SQL condition: the mold with alias `t` is late. A late mold is in service or in trial and past its handover date, but
 * has made no shot.
 * @param total SQL expression of the mold's total
 */
export const isLateSql = (ctx: Ctx, total: Sql = sql.raw(totalShots)): Sql =>
  sql`(t.service_state in (${sql.constant(inService)}, ${sql.constant(inTrial)})
    and t.handover_date < ${today(ctx)}
    and ${total} = 0)`;

/**
 * SQL expression: name of the kind of a milestone (alias `p`). The column milestone_kind stores the kinds as numbers
 * from 0.
 */
const kindSql = sql.raw(
  `(array['${Object.entries(milestoneKind.values)
    .sort(([, a], [, b]) => a - b)
    .map(([name]) => name)
    .join("','")}'])[p.milestone_kind + 1]`,
);

/**
 * Selects the milestones near today from the plans of the molds. For a mold without a plan, the planned day of its
 * first trial (T0) and its handover date are the milestones. Each of these two counts as done (`done`) when its day is
 * over. The handover of a late mold does not count as done.
 */
function nearSql(ctx: Ctx, where: Sql): Sql {
  const id = ctx.who.tenantId;
  const from = sql`${dayText(ctx.who.zone, ctx.now - backDays * dayMs)}::date`;
  const to = sql`${dayText(ctx.who.zone, ctx.now + aheadDays * dayMs)}::date`;
  return sql`select t.mold_no, t.mold_name, t.project_no,
      ${kindSql} as kind,
      coalesce(p.actual_date, p.planned_date) as day,
      (p.actual_date is null and p.planned_date < ${today(ctx)}) as late,
      p.actual_date is not null as done
    from new_mold_milestone p
    join mold t on t.tenant_id = ${id} and t.mold_no = p.mold_no
    where p.tenant_id = ${id}
      and ${isInUse}
      and ${moldScope(ctx)}
      and ${where}
      and coalesce(p.actual_date, p.planned_date) between ${from} and ${to}
    union all
    select t.mold_no, t.mold_name, t.project_no,
      k.kind,
      k.day,
      (k.kind = 'handover' and ${isLateSql(ctx)}) as late,
      (k.day < ${today(ctx)} and not (k.kind = 'handover' and ${isLateSql(ctx)})) as done
    from mold t
    left join binding b on b.tenant_id = ${id} and b.mold_id = t.mold_id and b.unbound_at is null
    left join counter_state s on s.tenant_id = ${id} and s.counter_id = b.counter_id
    cross join lateral (values ('t0', t.planned_t0), ('handover', t.handover_date)) k (kind, day)
    where t.tenant_id = ${id}
      and ${isInUse}
      and ${moldScope(ctx)}
      and ${where}
      and greatest(t.planned_t0, t.handover_date) >= ${from}
      and k.day between ${from} and ${to}
      and not exists (select from new_mold_plan p where p.tenant_id = ${id} and p.mold_no = t.mold_no)`;
}
const milestoneColumns = sql`x.mold_no as "moldNo",
  x.mold_name as "moldName",
  x.kind,
  to_char(x.day, 'YYYY-MM-DD') as day,
  x.late`;
/**
 * ORDER BY clause: first the late milestones, then those of today and later, then those of past days (which are done).
 * Within each of the three groups, the milestone nearest to today comes first.
 */
const byUrgency = (ctx: Ctx) =>
  sql`x.late desc, x.day < ${today(ctx)}, abs(x.day - ${today(ctx)}), x.mold_no`;

interface Total {
  /**
   * Number of all milestones that the query finds, including those beyond the limit. The number is the same in all
   * rows.
   */
  readonly total: number;
}

/** Returns the number of all rows that a query has found (column `total`), or 0 without rows. */
export const totalOf = (rows: readonly Total[]): number => rows[0]?.total ?? 0;

export type MilestoneRow = BoardMilestone & Total;
/** Selects the most urgent milestones. `where` is a condition on the mold with alias `t`. */
export const milestonesSql = (ctx: Ctx, where: Sql): Sql<MilestoneRow> =>
  sql<MilestoneRow>`select ${milestoneColumns}, count(*) over () as total
    from (${nearSql(ctx, where)}) x
    order by ${byUrgency(ctx)}
    limit ${maxMilestones}`;

/** Selects for each project the earliest milestone that is not done. This milestone may be overdue. */
export const nextMilestonesSql = (ctx: Ctx, projectNos: readonly string[]) =>
  sql<BoardMilestone & { readonly projectNo: string }>`select distinct on (x.project_no)
      x.project_no as "projectNo", ${milestoneColumns}
    from (${nearSql(ctx, sql`t.project_no = any(${projectNos})`)}) x
    where not x.done
    order by x.project_no, x.day, x.mold_no`;

/** Selects the most severe open warnings, at most `limit`. `where` is a condition on the mold with alias `m`. */
export const worstWarningsSql = (ctx: Ctx, where: Sql, limit: number): Sql<BoardWarning> =>
  sql<BoardWarning>`select t.kind,
      t.level,
      m.mold_no as "moldNo",
      c.writer_id as "writerId",
      t.opened_at as "openedAt"
    from ${warningFrom(ctx)}
    where t.tenant_id = ${ctx.who.tenantId}
      and t.cleared_at is null
      and m.archived_date is null
      and ${warningScope(ctx)}
      and ${where}
    order by t.level desc, t.opened_at desc
    limit ${limit}`;

export interface CountByNo {
  readonly no: string;
  readonly n: number;
}

/** Selects the number of open warnings of each mold of a project. Molds without open warnings have no row. */
export function warningCountsSql(ctx: Ctx, projectNo: string): Sql<CountByNo> {
  const id = ctx.who.tenantId;
  const isOpen = sql`w.tenant_id = ${id} and w.cleared_at is null and w.withdrawn_at is null`;
  return sql<CountByNo>`select m.mold_no as no, count(*)::int as n
    from mold m
    cross join lateral (
      select w.warning_id
      from warning w
      where ${isOpen} and w.mold_id = m.mold_id
      union all
      select w.warning_id
      from binding b
      join warning w on w.counter_id = b.counter_id
      where ${isOpen}
        and w.mold_id is null
        and b.tenant_id = ${id}
        and b.mold_id = m.mold_id
        and b.unbound_at is null
    ) w
    where m.tenant_id = ${id}
      and m.project_no = ${projectNo}
      and m.archived_date is null
      and ${moldScope(ctx, "m")}
    group by 1`;
}
export const countOf = (rows: readonly CountByNo[], no: string) => rows.find((r) => r.no === no)?.n ?? 0;

interface PlayTimeRow {
  readonly play_time: number | null;
}

export const playTimeSql = (ctx: Ctx): Sql<PlayTimeRow> =>
  sql<PlayTimeRow>`select play_time from tenant where tenant_id = ${ctx.who.tenantId}`;
export const playTimeOf = (rows: readonly PlayTimeRow[]) => rows[0]?.play_time ?? defaultPlaySeconds;
