import { type Condition, snake } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { ranLately } from "../../kernel/job-mark.ts";
import { joinsOf } from "../../kernel/joins.ts";
import type { PageQuery } from "../../kernel/page-request.ts";
import type { Source } from "../../kernel/registry.ts";

/**
 * Name of the job that stores the facts, in the table job_mark. It changes when further facts are stored: lists then do
 * not use the stored facts until the job has stored the new ones.
 */
export const moldFactsJob = "mold-facts-2";
/** Largest page that is found by stored facts. Larger ones, such as exports, show the present facts. */
export const largestStoredPage = 1000;

/** Columns of the table mold_now with facts, besides mold_id. */
export const moldFacts = [
  "mold_no",
  "archived_date",
  "live_state",
  "count_times",
  "life_used",
  "last_report_at",
  "last_shot_at",
  "open_warnings",
  "symptom",
  "mold_cause",
] as const;

/** Fields of lists of molds whose values are stored, with their columns in the table mold_now (alias `t`). */
const storedColumns: Readonly<Record<string, Sql>> = {
  liveState: sql.raw("t.now_live_state"),
  countTimes: sql.raw("t.now_count_times"),
  lifeUsed: sql.raw("t.now_life_used"),
  lastReportAt: sql.raw("t.now_last_report_at"),
  lastShotAt: sql.raw("t.now_last_shot_at"),
  openWarnings: sql.raw("t.now_open_warnings"),
};
/** Other fields that mold_now has. Conditions and order may use them without the table mold. */
const ownFields: ReadonlySet<string> = new Set(["moldNo", "archivedDate"]);
/** Columns by which `moldScope` decides. */
const ownerColumns = ["oem_id", "plant_id", "maker_id"];
const nowColumns = sql.raw(
  Object.keys(storedColumns)
    .map((f) => `n.${snake(f)} as now_${snake(f)}`)
    .join(", "),
);

interface Named {
  readonly field: string;
}

/**
 * Source of a page of molds that is filtered or sorted by stored facts (`storedColumns`). The page shows the stored
 * values of these fields, so that they agree with the condition and the order. All other columns are those of `live`.
 */
function storedMolds(live: Source, conditions: readonly Condition[], order: readonly Named[]): Source {
  const used = new Set([...conditions, ...order].map((x) => x.field));
  const isStored = (field: string) => field in storedColumns;
  const plain = [...used].filter((f) => !isStored(f) && !ownFields.has(f));
  const columns = { ...live.columns };
  for (const f of used) if (storedColumns[f]) columns[f] = storedColumns[f];
  const found = (ctx: Ctx) => {
    const id = ctx.who.tenantId;
    // Joins the molds only if conditions, order or the caller's scope use their columns.
    const ofMold = [...(ctx.who.scope.kind === "tenant" ? [] : ownerColumns), ...plain.map(snake)];
    return sql`(
      select n.tenant_id, n.mold_id, n.mold_no, n.archived_date, ${nowColumns}
        ${sql.raw([...new Set(ofMold)].map((c) => `, m.${c}`).join(""))}
      from mold_now n
      ${ofMold.length > 0 ? sql`join mold m on m.tenant_id = ${id} and m.mold_id = n.mold_id` : sql.empty}
      where n.tenant_id = ${id}
    ) t`;
  };
  return {
    ...live,
    columns,
    neverNull: ["countTimes", "openWarnings", "liveState"],
    page: (ctx, { where, orderAndLimit }) => {
      const id = ctx.who.tenantId;
      return {
        // Without a condition on a stored field, counts the table mold, which needs no join.
        counted: conditions.some((c) => isStored(c.field)) ? found(ctx) : sql`mold t`,
        rows: sql`(
          select m.*, ${nowColumns}
          from (select t.mold_id from ${found(ctx)} where ${where} ${orderAndLimit}) k
          join mold m on m.tenant_id = ${id} and m.mold_id = k.mold_id
          join mold_now n on n.tenant_id = ${id} and n.mold_id = k.mold_id
        ) t ${joinsOf(live.joins?.(ctx) ?? sql.empty)}`,
      };
    },
  };
}

/** Returns whether lists of the tenant use stored facts: the job has stored them in the last ten minutes. */
export const usesStoredFacts = (ctx: Ctx): Promise<boolean> => ranLately(ctx, moldFactsJob);

/**
 * Returns the source of a page of molds that is found by stored facts, or undefined if the page must be computed from
 * the present facts: the request uses no stored field or needs other joins, the page is large, the tenant is small, or
 * the job has not run for ten minutes.
 */
export async function withStoredFacts(
  ctx: Ctx,
  live: Source,
  { where, sort, paging }: PageQuery,
): Promise<Source | undefined> {
  const used = [...where, ...sort];
  if (!used.some(({ field }) => field in storedColumns) || paging.limit > largestStoredPage) return undefined;
  if (used.some(({ field }) => !(field in storedColumns) && live.columns[field] !== undefined))
    return undefined;
  return (await usesStoredFacts(ctx)) ? storedMolds(live, where, sort) : undefined;
}
