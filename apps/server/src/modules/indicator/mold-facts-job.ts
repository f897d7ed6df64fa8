import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { markRun } from "../../kernel/job-mark.ts";
import { type JobResult, unfinished } from "../../kernel/time-budget.ts";
import { moldFacts, moldFactsJob } from "../mold/index.ts";
import { factsSql, judgedSql } from "./mold-causes.ts";

/**
 * Minimum number of molds of a tenant whose facts are stored. Lists of smaller tenants are computed fast enough when
 * they are requested, and then show the facts of this moment.
 */
const minMolds = 10_000;
/**
 * Factor between the duration of a run of the job and the time until the next run. So the job of a tenant uses about
 * 5 % of one processor of the database, more if a run takes over 3 s.
 */
const restFactor = 20;
/** Longest rest of the job for a large tenant, ms. */
const longestRestMs = 60_000;
/** Time after which the job counts the molds of a small tenant again, ms. */
const smallRestMs = 300_000;
/** Maximum number of molds without stored facts whose facts one run stores. 50,000 at once took 2.7 s. */
const maxNew = 20_000;
/** Number of changed rows of a run after which the database's statistics about them are updated. */
const manyChanges = 5_000;
const list = (alias: string) => sql.raw(moldFacts.map((f) => `${alias}.${f}`).join(", "));

/** Selects the present facts of the tenant's molds (alias `t`) that meet `where`, with the columns of mold_now. */
function presentFacts(ctx: Ctx, where: Sql): Sql {
  const id = ctx.who.tenantId;
  // Counts the warnings of all molds at once. The expression of the list looks them up mold by mold.
  const open = sql`w.tenant_id = ${id} and w.cleared_at is null and w.withdrawn_at is null`;
  return sql`
    select j.*, (coalesce(ofMold.n, 0) + coalesce(ofCounter.n, 0))::int as open_warnings
    from (${judgedSql(factsSql(ctx, where))}) j
    left join (
      select w.mold_id, count(*) as n from warning w where ${open} and w.mold_id is not null group by w.mold_id
    ) ofMold on ofMold.mold_id = j.mold_id
    left join (
      select w.counter_id, count(*) as n from warning w where ${open} and w.mold_id is null group by w.counter_id
    ) ofCounter on ofCounter.counter_id = j.counter_id
  `;
}

/**
 * Writes the present facts of the molds whose stored facts differ, up to the first `most` molds without stored facts.
 * Returns the number of changed rows, and whether all molds have stored facts now.
 */
async function storeSome(
  ctx: Ctx,
  most: number,
): Promise<{ readonly changed: number; readonly isDone: boolean }> {
  const id = ctx.who.tenantId;
  // The first new mold that must wait for the next run, if there are more than `most`.
  const [[waiting]] = await ctx.db.run(id, [
    sql<{ mold_id: number }>`
      select m.mold_id
      from mold m
      where m.tenant_id = ${id}
        and not exists (select from mold_now n where n.tenant_id = ${id} and n.mold_id = m.mold_id)
      order by m.mold_id
      limit 1 offset ${most}
    `,
  ]);
  const [gone, changed] = await ctx.db.run(id, [
    sql`
      delete from mold_now n
      where n.tenant_id = ${id}
        and not exists (select from mold m where m.tenant_id = ${id} and m.mold_id = n.mold_id)
      returning 1
    `,
    sql`
      insert into mold_now (tenant_id, mold_id, ${sql.raw(moldFacts.join(", "))})
      select ${id}::int, x.mold_id, ${list("x")}
      from (${presentFacts(ctx, waiting ? sql`t.mold_id < ${waiting.mold_id}::bigint` : sql`true`)}) x
      left join mold_now n on n.tenant_id = ${id} and n.tenant_id = x.tenant_id and n.mold_id = x.mold_id
      where n.mold_id is null or (${list("n")}) is distinct from (${list("x")})
      on conflict (tenant_id, mold_id) do update
      set ${sql.raw(moldFacts.map((f) => `${f} = excluded.${f}`).join(", "))}
      returning 1
    `,
    ...(waiting ? [] : [markRun(ctx, moldFactsJob)]),
  ]);
  return { changed: gone.length + changed.length, isDone: !waiting };
}

/** Writes the present facts of all molds whose stored facts differ. Returns the number of changed rows. */
export async function storeFacts(ctx: Ctx, most = maxNew): Promise<number> {
  for (let changed = 0; ; ) {
    const some = await storeSome(ctx, most);
    changed += some.changed;
    if (some.isDone) return changed;
  }
}

/** Time of the next run for each tenant, ms of `performance.now()`. */
const nextRun = new Map<number, number>();

/**
 * Job: stores the present facts of the molds of a large tenant. It computes them for all molds in one statement and
 * writes those that changed. It compares all molds, so it needs no notice of changes: readings, documents, other
 * servers and passing time.
 */
export async function storeMoldFacts(ctx: Ctx): Promise<JobResult> {
  const { tenantId } = ctx.who;
  const began = performance.now();
  if (began < (nextRun.get(tenantId) ?? 0)) return undefined;
  const [[molds]] = await ctx.db.run(tenantId, [
    sql<{ n: number }>`select count(*) as n
      from (select from mold where tenant_id = ${tenantId} limit ${minMolds}) m`,
  ]);
  if ((molds?.n ?? 0) < minMolds) {
    nextRun.set(tenantId, began + smallRestMs);
    return undefined;
  }
  const { changed, isDone } = await storeSome(ctx, maxNew);
  if (changed >= manyChanges)
    // Not in a transaction of the tenant: a node of a cluster refuses ANALYZE after it has read rows.
    await ctx.db.platform(sql`select app_analyze_table('mold_now') is null as done`);
  if (!isDone) return unfinished;
  const tookMs = performance.now() - began;
  nextRun.set(tenantId, began + Math.min(tookMs * restFactor, longestRestMs));
  return undefined;
}
