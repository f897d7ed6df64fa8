import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { markRun } from "../../kernel/job-mark.ts";
import { type JobResult, timeBudget, unfinished } from "../../kernel/time-budget.ts";
import { dayText, startOfDay } from "../../kernel/zone.ts";
import { firstUsedDay, forgetMoldDays, lockMoldDays, moldDaysJob } from "../mold/index.ts";
import { dayFigures, dayRows } from "./mold-day-figures.ts";
import { factNames, factsOf, moldFacts, noteAll, noteMolds } from "./mold-day-notes.ts";

/**
 * Minimum number of molds of a tenant whose days are stored. Smaller tenants have few hours, which reports add up
 * themselves.
 */
const minMolds = 500;
/** Maximum number of notes that one transaction works off. */
const chunkSize = 2_000;
/**
 * Number of days of all molds together after which a transaction takes no more notes. Adding them up takes about
 * half a second.
 */
const chunkDays = 20_000;
/** Duration after which a run begins no further transaction, ms. */
const budgetMs = 800;
const dayMs = 86_400_000;
/** Factor between the duration of a run of the job and the time until the next run. */
const restFactor = 20;
/** Longest rest of the job for a large tenant, ms. */
const longestRestMs = 60_000;
/** Time after which the job counts the molds of a small tenant again, ms. */
const smallRestMs = 300_000;
/**
 * Number of notes of a tenant that are worked off before the database's statistics about the stored days are updated.
 * It begins with `fewChanges`, because the tables are empty at first, and doubles up to `manyChanges`.
 */
const fewChanges = 1_000;
const manyChanges = 100_000;
/** Number of notes of each tenant since the last update of the statistics, and until the next one. */
const changesOf = new Map<number, { n: number; limit: number }>();

/** Molds whose days are added up again from the same day on. */
interface Batch {
  readonly ids: readonly number[];
  /** Beginning of the first day that is added up again, epoch ms. 0: all days. */
  readonly since: number;
}

/** SQL condition: the row of mold_day with the alias `d` belongs to the batch. */
const isDayOf = (ctx: Ctx, batch: Batch): Sql =>
  sql`${isOf(ctx, batch, "d")} and d.day >= ${dayText(ctx.who.zone, batch.since)}::date`;

/** SQL condition: the row with this alias belongs to a mold of the batch. The ids alone make the plan an index scan. */
const isOf = (ctx: Ctx, { ids }: Batch, alias: string): Sql =>
  sql`${sql.raw(alias)}.tenant_id = ${ctx.who.tenantId} and ${sql.raw(alias)}.mold_id = any(${ids}::bigint[])`;

/** Adds some stored days of molds (alias `d`) to those of their owners, or subtracts them. */
function countDays(ctx: Ctx, where: Sql, sign: "" | "-"): Sql {
  const sums = [
    ["mold_days", "count(*)"],
    ["molds", "count(*) filter (where d.shots > 0)"],
    ["parts", "sum(d.shots * coalesce(f.cavities, 1))"],
    ["weight", "coalesce(sum(round(d.shots * coalesce(f.cavities, 1) * f.product_weight / 1000, 1)), 0)"],
    ...dayFigures.map((name) => [name, `sum(d.${name})`] as const),
  ] as const;
  const owners = `oem_id, plant_id, maker_id, project_no, project_name`;
  const ofMold = sql.raw(`f.${owners.replaceAll(", ", ", f.")}`);
  return sql`
    insert into owner_day as o (tenant_id, day, ${sql.raw(owners)}, ${sql.raw(sums.map(([name]) => name).join(", "))})
    select d.tenant_id, d.day, ${ofMold}, ${sql.raw(sums.map(([, sum]) => sign + sum).join(", "))}
    from mold_day d
    join mold_day_fact f on f.tenant_id = d.tenant_id and f.mold_id = d.mold_id
    where ${where} and f.tenant_id = ${ctx.who.tenantId}
    group by d.tenant_id, d.day, ${ofMold}
    on conflict (tenant_id, day, ${sql.raw(owners)}) do update
    set ${sql.raw(sums.map(([name]) => `${name} = o.${name} + excluded.${name}`).join(", "))}
  `;
}

/** Writes the days of molds that differ from the present figures, and deletes those without any. */
function storeDays(ctx: Ctx, batch: Batch): Sql {
  const molds = sql`(select m.tenant_id, m.mold_id, m.mold_no from mold m where ${isOf(ctx, batch, "m")})`;
  const span = { from: batch.since, to: startOfDay(ctx.who.zone, ctx.now, 1) };
  const columns = ["mold_no", ...dayFigures];
  const list = (alias: string) => sql.raw(columns.map((name) => `${alias}.${name}`).join(", "));
  return sql`
    with n as materialized (
      select c.tenant_id, c.mold_no, x.*
      from (${dayRows({ ctx, span, molds })}) x
      join ${molds} c on c.mold_id = x.mold_id
    ),
    gone as (
      delete from mold_day d
      where ${isDayOf(ctx, batch)} and (d.mold_id, d.day) not in (select n.mold_id, n.day from n)
    )
    insert into mold_day as d (tenant_id, mold_id, day, ${sql.raw(columns.join(", "))})
    select n.tenant_id, n.mold_id, n.day, ${list("n")} from n
    on conflict (tenant_id, mold_id, day) do update
    set ${sql.raw(columns.map((name) => `${name} = excluded.${name}`).join(", "))}
    where (${list("d")}) is distinct from (${list("excluded")})
  `;
}

/** Stores the present facts of molds, and deletes those of molds that no longer exist. */
const storeFacts = (ctx: Ctx, batch: Batch): Sql[] => [
  sql`
    delete from mold_day_fact f
    where ${isOf(ctx, batch, "f")} and f.mold_id not in (select m.mold_id from mold m where ${isOf(ctx, batch, "m")})
  `,
  sql`
    insert into mold_day_fact (tenant_id, mold_id, ${factNames})
    select m.tenant_id, m.mold_id, ${factsOf(ctx.who.zone)}
    from mold m
    where ${isOf(ctx, batch, "m")}
    on conflict (tenant_id, mold_id) do update
    set zone = excluded.zone, ${sql.raw(moldFacts.map(([name]) => `${name} = excluded.${name}`).join(", "))}
  `,
];

/** Adds up the days of some noted molds again, up to the note `lastNote`. Returns the number of notes. */
async function addUpSome(ctx: Ctx, lastNote: number): Promise<number> {
  const { tenantId: id, zone } = ctx.who;
  const [noted] = await ctx.db.run(id, [
    sql<{ change_id: number; mold_id: number; changed_ms: number }>`
      select change_id, mold_id, greatest(0, extract(epoch from changed_from) * 1000)::float8 as changed_ms
      from mold_changed
      where tenant_id = ${id} and change_id <= ${lastNote}::bigint
      order by change_id
      limit ${chunkSize}
    `,
  ]);
  if (noted.length === 0) return 0;
  const changes: number[] = [];
  const firstDays = new Map<number, number>();
  let days = 0;
  for (const { change_id, mold_id, changed_ms } of noted) {
    if (days >= chunkDays) break;
    const since = changed_ms === 0 ? 0 : startOfDay(zone, changed_ms);
    changes.push(change_id);
    firstDays.set(mold_id, Math.min(since, firstDays.get(mold_id) ?? since));
    days += 1 + Math.ceil((ctx.now - Math.max(since, firstUsedDay(ctx))) / dayMs);
  }
  const batches = new Map<number, number[]>();
  for (const [moldId, since] of firstDays) {
    const ids = batches.get(since);
    if (ids) ids.push(moldId);
    else batches.set(since, [moldId]);
  }
  await ctx.db.run(id, [
    lockMoldDays(ctx),
    ...[...batches].flatMap(([since, ids]) => [
      countDays(ctx, isDayOf(ctx, { ids, since }), "-"),
      storeDays(ctx, { ids, since }),
      // Facts change only together with all days of the mold. Until `noteMolds` finds the new facts of a mold, its days
      // are counted with the old ones.
      ...(since === 0 ? storeFacts(ctx, { ids, since }) : []),
      countDays(ctx, isDayOf(ctx, { ids, since }), ""),
    ]),
    sql`
      delete from mold_changed
      where tenant_id = ${id} and change_id = any(${changes}::bigint[])
    `,
  ]);
  return changes.length;
}

/**
 * Deletes the rows without shots of the next day after `done` and before `firstUsedDay`, because no report reads them
 * any more. Returns this day, or undefined if there is none.
 */
async function dropUnused(ctx: Ctx, done: string): Promise<string | undefined> {
  const { tenantId: id, zone } = ctx.who;
  const [[old]] = await ctx.db.run(id, [
    sql<{ day: string }>`
      select o.day::text as day
      from owner_day o
      where o.tenant_id = ${id}
        and o.day > ${done}::date
        and o.day < ${dayText(zone, firstUsedDay(ctx))}::date
        and o.mold_days > o.molds
      order by o.day
      limit 1
    `,
  ]);
  if (!old) return undefined;
  const unused = sql`d.tenant_id = ${id} and d.day = ${old.day}::date and d.shots <= 0`;
  await ctx.db.run(id, [
    lockMoldDays(ctx),
    countDays(ctx, unused, "-"),
    sql`delete from mold_day d where ${unused}`,
  ]);
  return old.day;
}

/** Updates the database's statistics about the stored days after many changes. */
async function gatherStatistics({ db, who }: Ctx, changes: number): Promise<void> {
  const c = changesOf.get(who.tenantId) ?? { n: 0, limit: fewChanges };
  changesOf.set(who.tenantId, c);
  c.n += changes;
  if (c.n < c.limit) return;
  c.n = 0;
  c.limit = Math.min(2 * c.limit, manyChanges);
  // Not in a transaction of the tenant: a node of a cluster refuses ANALYZE after it has read rows.
  for (const table of ["mold_day", "mold_day_fact", "owner_day"])
    await db.platform(sql`select app_analyze_table(${table}) is null as done`);
}

/**
 * Goal of the running job of a tenant: the last note to work off, and the time up to which the days are then complete,
 * epoch ms.
 */
const goals = new Map<number, { readonly lastNote: number; readonly at: number }>();

/**
 * Brings the stored days of molds (`mold_day`, `owner_day`) up to date, within the time budget. The cost of a run
 * depends on what changed: it adds up only the days of molds with changed hours, from the first changed day on.
 */
export async function storeMoldDays(ctx: Ctx, isUsedUp = () => false): Promise<JobResult> {
  const { tenantId: id, zone } = ctx.who;
  // After a change of the time zone, no report may use days of the old zone any more.
  const oldZones = sql`job like 'mold-days-%' and job <> ${moldDaysJob(zone)}`;
  await ctx.db.run(id, [sql`delete from job_mark where tenant_id = ${id} and ${oldZones}`]);
  // A run that the time budget has ended goes on with its notes.
  const goal = goals.get(id) ?? (await noteAll(ctx, isUsedUp));
  if (!goal) return unfinished;
  goals.set(id, goal);
  let { lastNote } = goal;
  for (;;) {
    const added = await addUpSome(ctx, lastNote);
    await gatherStatistics(ctx, added);
    if (added > 0 && isUsedUp()) return unfinished;
    if (added > 0) continue;
    const [noted] = await ctx.db.run(id, [noteMolds(ctx)]);
    if (noted.length === 0) break;
    lastNote = Math.max(lastNote, Number(noted.at(-1)?.change_id));
    goals.set(id, { ...goal, lastNote });
  }
  goals.delete(id);
  // Marks nothing if the stored days were deleted meanwhile (`forgetMoldDays`).
  const isThere = sql`exists (select from mold_day_fact where tenant_id = ${id})`;
  await ctx.db.run(id, [
    lockMoldDays(ctx),
    sql`delete from owner_day where tenant_id = ${id} and mold_days = 0`,
    markRun(ctx, moldDaysJob(zone), isThere, goal.at),
  ]);
  // The next run goes on with the days that remain.
  for (let day = await dropUnused(ctx, "-infinity"); day && !isUsedUp(); ) day = await dropUnused(ctx, day);
  return undefined;
}

/** Time of the next run for each tenant, ms of `performance.now()`. */
const nextRun = new Map<number, number>();

/** Job: brings the stored days of the molds of a large tenant up to date. */
export async function moldDays(ctx: Ctx): Promise<JobResult> {
  const { tenantId } = ctx.who;
  const began = performance.now();
  if (began < (nextRun.get(tenantId) ?? 0)) return undefined;
  const [[tenant]] = await ctx.db.run(tenantId, [
    sql<{ molds: number; has_rows: boolean }>`
      select (select count(*) from (select from mold where tenant_id = ${tenantId} limit ${minMolds}) m) as molds,
        exists (select from mold_changed where tenant_id = ${tenantId})
          or exists (select from mold_day_fact where tenant_id = ${tenantId}) as has_rows
    `,
  ]);
  if ((tenant?.molds ?? 0) < minMolds) {
    // Also deletes the notes of the ledger. If the tenant grows, the days of all its molds are added up.
    if (tenant?.has_rows) {
      await ctx.db.run(tenantId, forgetMoldDays(ctx));
      ctx.events.emit(tenantId, { type: "board" });
    }
    nextRun.set(tenantId, began + smallRestMs);
    return undefined;
  }
  const result = await storeMoldDays(ctx, timeBudget(budgetMs));
  if (result === undefined)
    nextRun.set(tenantId, began + Math.min((performance.now() - began) * restFactor, longestRestMs));
  return result;
}
