import { snake } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { joinsOf } from "../../kernel/joins.ts";
import type { PageQuery } from "../../kernel/page-request.ts";
import type { Source } from "../../kernel/registry.ts";
import { largestStoredPage, moldScope, usesStoredFacts } from "../mold/index.ts";
import { factsSql } from "./mold-causes.ts";

/** Fields that the table mold_now has. */
const storedFields: ReadonlySet<string> = new Set(["moldNo", "liveState", "symptom", "moldCause"]);
/** Fields that the table mold has. */
const moldFields: ReadonlySet<string> = new Set([
  "moldName",
  "oemId",
  "plantId",
  "makerId",
  "projectNo",
  "projectName",
  "serviceState",
]);

/** FROM clause: molds with a stored symptom (alias `t`), with their columns for the fields `used`. */
function withSymptom(ctx: Ctx, used: ReadonlySet<string>): Sql {
  const id = ctx.who.tenantId;
  const ofMold = [...used].filter((f) => moldFields.has(f));
  const isJoined = ofMold.length > 0 || ctx.who.scope.kind !== "tenant";
  const join = sql`join mold m on m.tenant_id = ${id} and m.mold_id = n.mold_id and ${moldScope(ctx, "m")}`;
  return sql`(
    select n.tenant_id, n.mold_id, n.mold_no, n.live_state as now_live_state, n.symptom, n.mold_cause
      ${sql.raw(ofMold.map((f) => `, m.${snake(f)}`).join(""))}
    from mold_now n
    ${isJoined ? join : sql.empty}
    where n.tenant_id = ${id} and n.symptom is not null
  ) t`;
}

/** Selects the molds of a page (the CTE `page_mold`) with present facts and stored live state, symptom and cause. */
const pageSql = (ctx: Ctx): Sql => sql`
  select a.*, n.live_state as now_live_state, n.symptom, n.mold_cause
  from (${factsSql(ctx, sql`true`, sql`page_mold`)}) a
  join mold_now n on n.tenant_id = ${ctx.who.tenantId} and n.tenant_id = a.tenant_id and n.mold_id = a.mold_id`;

/**
 * Source of a page of molds that is found by stored symptoms and causes. The page shows the stored live state, symptom
 * and cause, so that they agree with the condition. All other columns, such as the evidence, show the present facts.
 */
function storedCauses(live: Source, used: ReadonlySet<string>): Source {
  return {
    ...live,
    columns: { ...live.columns, liveState: sql.raw("t.now_live_state") },
    page: (ctx, { where, orderAndLimit }) => ({
      counted: withSymptom(ctx, used),
      rows: sql`(
        with page_mold as materialized (
          select t.mold_id, t.mold_no from ${withSymptom(ctx, used)} where ${where} ${orderAndLimit}
        )
        ${pageSql(ctx)}
      ) t ${joinsOf(live.joins?.(ctx) ?? sql.empty)}`,
    }),
  };
}

/**
 * Returns the source of a page of `moldCauses` that is found by stored causes, or undefined if the page must be
 * computed from the present facts (`usesStoredFacts`), is large, or uses other fields.
 */
export async function withStoredCauses(
  ctx: Ctx,
  live: Source,
  { where, sort, paging }: PageQuery,
): Promise<Source | undefined> {
  const used = new Set([...where, ...sort].map(({ field }) => field));
  if (paging.limit > largestStoredPage || [...used].some((f) => !storedFields.has(f) && !moldFields.has(f)))
    return undefined;
  return (await usesStoredFacts(ctx)) ? storedCauses(live, used) : undefined;
}

/** Selects the molds in the caller's scope with a stored symptom, with the columns by which `causeCounts` groups. */
export const storedCausesSql = (ctx: Ctx): Sql => sql`
  select m.plant_id, m.maker_id, m.project_no, m.project_name, n.symptom, n.mold_cause
  from mold_now n
  join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_id = n.mold_id
  where n.tenant_id = ${ctx.who.tenantId} and n.symptom is not null and ${moldScope(ctx, "m")}`;
