import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { seenUntil } from "../../kernel/job-mark.ts";
import { dayText } from "../../kernel/zone.ts";
import { moldDaysJob, noteChanges } from "../mold/index.ts";
import { at, majorTask } from "./rows-request.ts";

/** Number of changed counters, or changed molds, that one statement finds. */
const findSize = 20_000;

/** SQL expressions of the facts of a mold (alias `m`) by which its days are counted, after the id of the mold. */
export const moldFacts = [
  ["mold_no", "m.mold_no"],
  ["oem_id", "coalesce(m.oem_id, '')"],
  ["plant_id", "coalesce(m.plant_id, '')"],
  ["maker_id", "coalesce(m.maker_id, '')"],
  ["project_no", "coalesce(m.project_no, '')"],
  ["project_name", "coalesce(m.project_name, '')"],
  ["cavities", "m.cavities"],
  ["product_weight", "m.product_weight"],
] as const;
export const factNames = sql.raw(`zone, ${moldFacts.map(([name]) => name).join(", ")}`);
export const factsOf = (zone: string) =>
  sql`${zone}::text, ${sql.raw(moldFacts.map(([, x]) => x).join(", "))}`;

/**
 * Notes the molds of counters with new readings. New readings in order change hours from the hour of the latest counted
 * reading on. The ledger itself notes all other changes. Returns the number of changed counters.
 */
async function noteCounters(ctx: Ctx): Promise<number> {
  const id = ctx.who.tenantId;
  const [seen] = await ctx.db.run(id, [
    sql`
      with c as materialized (
        select s.tenant_id, s.counter_id, s.rev, s.count_at, k.rev as seen_rev,
          coalesce(date_trunc('hour', k.count_at) - interval '1 hour', '-infinity') as changed_from
        from counter_state s
        left join counter_seen k on k.tenant_id = s.tenant_id and k.counter_id = s.counter_id
        where s.tenant_id = ${id} and k.rev is distinct from s.rev
        limit ${findSize}
      ),
      noted as (
        insert into mold_changed (tenant_id, mold_id, changed_from)
        select c.tenant_id, b.mold_id, min(c.changed_from)
        from c
        join binding b on b.tenant_id = c.tenant_id and b.counter_id = c.counter_id
        -- The days of a mold without facts are added up completely anyway.
        join mold_day_fact f on f.tenant_id = c.tenant_id and f.mold_id = b.mold_id
        where b.tenant_id = ${id} and f.tenant_id = ${id} and coalesce(b.unbound_at, 'infinity') > c.changed_from
        group by 1, 2
      )
      insert into counter_seen (tenant_id, counter_id, rev, count_at)
      select tenant_id, counter_id, rev, count_at
      from c
      on conflict (tenant_id, counter_id) do update set rev = excluded.rev, count_at = excluded.count_at
      returning 1
    `,
  ]);
  return seen?.length ?? 0;
}

/** Notes molds that are new, deleted or count with other facts than before, such as another plant. */
export const noteMolds = ({ who: { tenantId: id, zone } }: Ctx): Sql =>
  noteChanges(
    id,
    sql`
      select coalesce(m.mold_id, f.mold_id), '-infinity'::timestamptz
      from (select * from mold where tenant_id = ${id}) m
      full join (select * from mold_day_fact where tenant_id = ${id}) f
        on f.tenant_id = m.tenant_id and f.mold_id = m.mold_id
      where f.mold_id is null or m.mold_id is null
        or (f.zone, ${sql.raw(moldFacts.map(([name]) => `f.${name}`).join(", "))}) is distinct from (${factsOf(zone)})
      limit ${findSize}
    `,
  );

/**
 * Changes of tasks and trials are noted again in each run until they are this old, ms. A mold stays out of production
 * until the end of the hour in which its task ended. And a transaction may write the time of a change some minutes
 * before it ends.
 */
const outMarginMs = 75 * 60_000;

/**
 * Notes molds whose time in maintenance or trials has changed since the last run. On a new day, also notes the molds
 * whose present time in maintenance, in a trial or at a place runs on without any reading.
 */
function noteOuts({ now, who: { tenantId: id, zone } }: Ctx, lastRun: number): Sql {
  const outs = [
    {
      begun: sql`maintenance_task x where x.tenant_id = ${id} and x.kind = ${majorTask} and x.started_at is not null`,
      end: sql`coalesce(x.accepted_at, x.done_at, x.removed_at)`,
    },
    { begun: sql`mold_trial x where x.tenant_id = ${id} and x.started_at is not null`, end: sql`x.ended_at` },
  ];
  const changed = outs.map(
    ({ begun }) => sql`
      select x.mold_no, date_trunc('hour', x.started_at) from ${begun}
        and x.updated_date > ${at(lastRun - outMarginMs)}
    `,
  );
  // A run at the beginning of a day has counted nothing of this day yet.
  const isNewDay = dayText(zone, now) !== dayText(zone, lastRun - 1);
  const open = outs.map(
    ({ begun, end }) => sql`select x.mold_no, ${at(lastRun)} from ${begun} and ${end} is null`,
  );
  return noteChanges(
    id,
    sql`
      select m.mold_id, min(x.changed_from)
      from (${sql.join([...changed, ...(isNewDay ? open : [])], " union all ")}) x (mold_no, changed_from)
      join mold m on m.mold_no = x.mold_no
      where m.tenant_id = ${id}
      group by 1
      ${
        isNewDay
          ? sql`union all select s.mold_id, ${at(lastRun)} from mold_visit s
            where s.tenant_id = ${id} and s.visit_source = 'document' and s.visit_to is null`
          : sql.empty
      }
    `,
  );
}

/**
 * Notes everything that has changed. Returns undefined if the time budget is used up before. Changes that arrive later
 * are left to the next time. Otherwise the job would never end while readings arrive.
 */
export async function noteAll(ctx: Ctx, isUsedUp: () => boolean) {
  const id = ctx.who.tenantId;
  while ((await noteCounters(ctx)) === findSize) if (isUsedUp()) return undefined;
  const lastRun = await seenUntil(ctx, moldDaysJob(ctx.who.zone));
  if (lastRun !== undefined) await ctx.db.run(id, [noteOuts(ctx, Date.parse(lastRun))]);
  const [[latest]] = await ctx.db.run(id, [
    sql<{ change_id: number }>`
      select coalesce(max(change_id), 0) as change_id from mold_changed where tenant_id = ${id}
    `,
  ]);
  return { lastNote: latest?.change_id ?? 0, at: ctx.now };
}
