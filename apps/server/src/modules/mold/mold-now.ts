import { type Condition, snake } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { seenUntil } from "../../kernel/job-mark.ts";
import { joinsOf } from "../../kernel/joins.ts";
import type { PageQuery } from "../../kernel/page-request.ts";
import type { Source } from "../../kernel/registry.ts";
import { liveColumns, moldJoins } from "./mold-facts.ts";

/** Name of the job in the table job_mark. */
const jobName = "mold-facts";
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
/** Number of changed rows of a run after which the database's statistics about them are updated. */
const manyChanges = 5_000;
/** Largest page that is found by stored facts. Larger ones, such as exports, show the present facts. */
const largestPage = 1000;
/**
 * Lists use the stored facts if the job has run within this time, ms. It is much longer than the rest of the job,
 * because a busy server would become busier if all lists computed the facts.
 */
const maxAgeMs = 600_000;

/** Columns of the table mold_now with facts, besides mold_id. */
const facts = [
  "mold_no",
  "archived_date",
  "live_state",
  "count_times",
  "life_used",
  "last_report_at",
  "last_shot_at",
  "open_warnings",
] as const;
const list = (alias: string) => sql.raw(facts.map((f) => `${alias}.${f}`).join(", "));

/** Selects the present facts of all molds of the tenant, with the columns of mold_now. */
function presentFacts(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  // Counts the warnings of all molds at once. The expression of the list looks them up mold by mold.
  const open = sql`w.tenant_id = ${id} and w.cleared_at is null and w.withdrawn_at is null`;
  return sql`
    select
      t.tenant_id, t.mold_id, t.mold_no, t.archived_date, ${liveColumns.liveState(ctx)} as live_state,
      ${sql.raw(liveColumns.countTimes)} as count_times, ${sql.raw(liveColumns.lifeUsed)} as life_used,
      ${liveColumns.lastReportAt(ctx)} as last_report_at, ${liveColumns.lastShotAt(ctx)} as last_shot_at,
      (coalesce(ofMold.n, 0) + coalesce(ofCounter.n, 0))::int as open_warnings
    from mold t
    ${
      // Names the aliases s and c, so that the result has their joins, and the join b on which they depend.
      joinsOf(moldJoins(ctx), [sql.raw("s.x, c.x")])
    }
    left join (
      select w.mold_id, count(*) as n from warning w where ${open} and w.mold_id is not null group by w.mold_id
    ) ofMold on ofMold.mold_id = t.mold_id
    left join (
      select w.counter_id, count(*) as n from warning w where ${open} and w.mold_id is null group by w.counter_id
    ) ofCounter on ofCounter.counter_id = b.counter_id
    where t.tenant_id = ${id}
  `;
}

/** Writes the present facts of the molds whose stored facts differ. Returns the number of changed rows. */
export async function storeFacts(ctx: Ctx): Promise<number> {
  const id = ctx.who.tenantId;
  const [gone, changed] = await ctx.db.run(id, [
    sql`
      delete from mold_now n
      where n.tenant_id = ${id}
        and not exists (select from mold m where m.tenant_id = ${id} and m.mold_id = n.mold_id)
      returning 1
    `,
    sql`
      insert into mold_now (tenant_id, mold_id, ${sql.raw(facts.join(", "))})
      select ${id}::int, x.mold_id, ${list("x")}
      from (${presentFacts(ctx)}) x
      left join mold_now n on n.tenant_id = ${id} and n.tenant_id = x.tenant_id and n.mold_id = x.mold_id
      where n.mold_id is null or (${list("n")}) is distinct from (${list("x")})
      on conflict (tenant_id, mold_id) do update
      set ${sql.raw(facts.map((f) => `${f} = excluded.${f}`).join(", "))}
      returning 1
    `,
    sql`
      insert into job_mark (tenant_id, job, seen_until)
      values (${id}, ${jobName}, ${new Date(ctx.now)})
      on conflict (tenant_id, job) do update set seen_until = excluded.seen_until
    `,
  ]);
  return gone.length + changed.length;
}

/** Time of the next run for each tenant, ms of `performance.now()`. */
const nextRun = new Map<number, number>();

/**
 * Job: stores the present facts of the molds of a large tenant. It computes them for all molds in one statement and
 * writes those that changed. It compares all molds, so it needs no notice of changes: readings, documents, other
 * servers and passing time.
 */
export async function storeMoldFacts(ctx: Ctx): Promise<void> {
  const { tenantId } = ctx.who;
  const began = performance.now();
  if (began < (nextRun.get(tenantId) ?? 0)) return;
  const [[molds]] = await ctx.db.run(tenantId, [
    sql<{ n: number }>`select count(*) as n
      from (select from mold where tenant_id = ${tenantId} limit ${minMolds}) m`,
  ]);
  if ((molds?.n ?? 0) < minMolds) {
    nextRun.set(tenantId, began + smallRestMs);
    return;
  }
  const changed = await storeFacts(ctx);
  if (changed >= manyChanges)
    // Not in a transaction of the tenant: a node of a cluster refuses ANALYZE after it has read rows.
    await ctx.db.platform(sql`select app_analyze_table('mold_now') is null as done`);
  const tookMs = performance.now() - began;
  nextRun.set(tenantId, began + Math.min(tookMs * restFactor, longestRestMs));
}

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
  facts
    .slice(2)
    .map((f) => `n.${f} as now_${f}`)
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

/** Time until which the stored facts of a tenant may be used, and when it was read, epoch ms. */
interface Known {
  readonly usableUntil: number;
  readonly readAt: number;
}
const known = new Map<number, Known>();
/** Time after which a process reads again whether a tenant's facts are stored, ms. */
const knownMs = 10_000;

async function isUsable(ctx: Ctx): Promise<boolean> {
  const { tenantId } = ctx.who;
  let k = known.get(tenantId);
  if (!k || Math.abs(ctx.now - k.readAt) > knownMs) {
    const seen = await seenUntil(ctx, jobName);
    k = { usableUntil: seen === undefined ? 0 : Date.parse(seen) + maxAgeMs, readAt: ctx.now };
    known.set(tenantId, k);
  }
  return ctx.now <= k.usableUntil;
}

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
  if (!used.some(({ field }) => field in storedColumns) || paging.limit > largestPage) return undefined;
  if (used.some(({ field }) => !(field in storedColumns) && live.columns[field] !== undefined))
    return undefined;
  return (await isUsable(ctx)) ? storedMolds(live, where, sort) : undefined;
}
