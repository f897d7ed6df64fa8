import { type IndicatorName, type indicatorBy, indicatorRules } from "@shotkeeper/contract/indicator";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { dayText, startOfDay } from "../../kernel/zone.ts";
import { indicatorRows } from "./indicator-rows.ts";
import { columnsOf, storedParts } from "./mold-day-figures.ts";
import type { Span } from "./period.ts";
import { times } from "./rows-request.ts";

/** Key and name of the groups of the ranking, as SQL expressions. */
const keys = {
  plant: ["m.plant_id", "o.org_name"],
  oem: ["m.oem_id", "o.org_name"],
  maker: ["m.maker_id", "o.org_name"],
  project: ["m.project_no", "m.project_name"],
  mold: ["m.mold_no", "m.mold_name"],
} as const;

interface SumsRequest {
  readonly ctx: Ctx;
  readonly name: IndicatorName;
  readonly by: keyof typeof indicatorBy.values;
  readonly span: Span;
  /** Beginnings of the buckets (bars) of the chart, epoch ms. The first bucket is the period before. */
  readonly starts: readonly number[];
  /** SQL condition on the mold with alias `m`. */
  readonly where: Sql;
}

export interface SumsKey {
  /** Number of the bucket, from 1. For a group of the ranking: 1 for the period before, 2 for the requested period. */
  readonly n: number;
  readonly key: string | null;
  readonly name: string | null;
  /**
   * True for the sums of all molds in one bar of the chart (a day, week or month). False for the sums of one group of
   * the ranking, in the requested period or the period before.
   */
  readonly whole: boolean;
}
type Sums = SumsKey & Readonly<Record<string, unknown>>;

/** SQL sums from which an indicator's figure is computed, over rows with alias `x`. */
const sumsSql = (name: IndicatorName): Sql =>
  sql.raw(indicatorRules[name].parts.map((p) => `sum(x."${p}")::float8 as "${p}"`).join(", "));

/** Joins the organization (alias `o`) whose name the groups have. */
function joinOrg({ ctx, by }: SumsRequest): Sql {
  if (by === "project" || by === "mold") return sql.empty;
  const [key] = keys[by];
  return sql`left join organization o on o.tenant_id = ${ctx.who.tenantId} and o.org_id = ${sql.raw(key)}`;
}

/** Selects the sums of an indicator per bucket of the chart and per group. `base`: rows of the molds. */
function sumsOfMolds(a: SumsRequest, base: Sql): Sql<Sums> {
  const sums = sumsSql(a.name);
  const [key, label] = keys[a.by];
  // `offset 0` makes PostgreSQL join by hash. Without it, PostgreSQL would look up the mold of each row separately,
  // because it expects far too few rows.
  const groupOfMold = sql`select m.mold_id, coalesce(${sql.raw(key)}, '') as key, ${sql.raw(label)} as name
    from mold m ${joinOrg(a)} where ${a.where} offset 0`;
  return sql<Sums>`with x as materialized (select x.mold_id, x.n, ${sums} from (${base}) x group by 1, 2)
    select x.n, null as key, null as name, true as whole, ${sums} from x group by x.n
    union all select least(x.n, 2), m.key, max(m.name), false, ${sums}
      from x join (${groupOfMold}) m on m.mold_id = x.mold_id group by 1, 2`;
}

/** Selects the sums of an indicator from the rows of its molds (`indicatorRows`). */
export function sumsOfRows(a: SumsRequest): Sql<Sums> {
  const { ctx, name, span, starts, where } = a;
  const molds = sql`(select m.tenant_id, m.mold_id, m.mold_no from mold m where ${where})`;
  const rows = indicatorRows[name]({ ctx, span, starts, molds });
  return sumsOfMolds(a, sql`select x.*, width_bucket(x.at, ${times(starts)}) as n from (${rows}) x`);
}

/** Columns of stored days (alias `m`): the number of their bucket, and the sums of the indicator. */
function storedColumns({ ctx, name, span, starts }: SumsRequest): Sql {
  const days = starts.map((ms) => dayText(ctx.who.zone, ms));
  return sql`width_bucket(m.day, ${days}::date[]) as n, ${storedParts(ctx, name, span.to)}`;
}

/**
 * Selects the sums of an indicator from the stored days: those of the owners of molds, or those of the molds if they
 * are the groups.
 */
export function storedSums(a: SumsRequest): Sql<Sums> {
  const { ctx, name, by, span, where } = a;
  const id = ctx.who.tenantId;
  const { zone } = ctx.who;
  // Only whole days count as idle.
  const to = name === "idle" ? Math.min(span.to, startOfDay(zone, ctx.now)) : span.to;
  const inSpan = sql`m.tenant_id = ${id} and m.day >= ${dayText(zone, span.from)}::date
    and m.day < ${dayText(zone, to)}::date`;
  if (by === "mold")
    return sumsOfMolds(
      a,
      sql`select m.mold_id, ${storedColumns(a)} from mold_day m
        where ${inSpan} and m.mold_id in (select m.mold_id from mold m where ${where})`,
    );
  const sums = sumsSql(name);
  const [key, label] = keys[by];
  const dayOfKey = sql.raw(`${key} as key, m.day, max(m.project_name) as project_name`);
  const added = sql.raw([...columnsOf(name)].map((c) => `sum(m.${c}) as ${c}`).join(", "));
  // Adds up the owners of each day first, so that times that still run are computed only once for each day and group.
  // The condition on a mold also works on owner_day, which has all columns that it compares. Only the number of a mold
  // is missing, and a request for one mold is not computed here.
  return sql<Sums>`with x as materialized (
      select x.n, x.key, max(x.project_name) as project_name, ${sums}
      from (
        select m.key, m.project_name, ${storedColumns(a)}
        from (select ${dayOfKey}, ${added} from owner_day m where ${inSpan} and ${where} group by 1, 2) m
      ) x
      group by 1, 2
    )
    select x.n, null as key, null as name, true as whole, ${sums} from x group by x.n
    union all select least(x.n, 2), x.key, nullif(max(${sql.raw(by === "project" ? "x.project_name" : label)}), ''),
        false, ${sums}
      from x ${by === "project" ? sql.empty : sql`left join organization o on o.tenant_id = ${id} and o.org_id = x.key`}
      group by 1, 2`;
}
