import { counterLog } from "@shotkeeper/contract/counter";
import type { Condition } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import type { PageQuery } from "../../kernel/page-request.ts";
import { conditionSql } from "../../kernel/select.ts";

/** Maximum number of counters whose latest readings show how recent the readings of a page are. */
const sampleSize = 2000;
/** Last row of a page, up to which the page is found by `newestSince`. */
const deepestRow = 10_000;

const isOfTime = (c: Condition) =>
  c.field === "at" && c.value !== "" && ["GT", "EGT", "LT", "ELT"].includes(c.operator);

/** Returns the conditions on the time of a reading (alias `r`), if there are no other conditions. */
export function timeConditions(conditions: readonly Condition[]): Sql | undefined {
  if (!conditions.every(isOfTime)) return undefined;
  const times = conditions.map((c) => conditionSql(c, counterLog.columns.at, sql.raw("r.at")));
  return sql.join([sql.raw("true"), ...times], " and ");
}

/**
 * Returns a time since which the tenant has at least as many readings as the pages up to the requested one need. So a
 * page in descending order of time needs no older readings. The time comes from the latest readings of some counters,
 * evenly distributed over all counters, so that few readings are newer.
 *
 * Undefined if the page is in another order or has other conditions, or if these counters have too few readings.
 */
export async function newestSince(
  ctx: Ctx,
  { where, sort, paging }: PageQuery,
  archiveEnd: Sql,
): Promise<Date | undefined> {
  const id = ctx.who.tenantId;
  const times = timeConditions(where);
  const isNewestFirst = sort.every((k) => k.field === "at" && k.direction === "desc");
  const needed = paging.page * paging.limit;
  if (ctx.who.scope.kind !== "tenant" || !times || !isNewestFirst || needed > deepestRow) return undefined;
  // `starts` is materialized, because with row-level security an index searches for plain values only, not for
  // expressions.
  const [[found]] = await ctx.db.run(id, [
    sql<{ since: string | null }>`
      with ends as (
          select
            min(counter_id) as first, max(counter_id) as last,
            least(${sampleSize}::bigint, max(counter_id) - min(counter_id) + 1) as n
          from counter
          where tenant_id = ${id}
        ),
        starts as materialized (
          select ends.first + ((ends.last - ends.first)::numeric * i / ends.n)::bigint as counter_id
          from ends
          cross join generate_series(0, ends.n - 1) i
        ),
        sampled as (
          select distinct c.counter_id
          from starts
          cross join lateral (
            select n.counter_id
            from counter n
            where n.tenant_id = ${id} and n.counter_id >= starts.counter_id
            order by n.counter_id
            limit 1
          ) c
        )
      select min(x.at) as since
      from (
        select l.at
        from sampled
        cross join lateral (
          select r.at
          from reading r
          where r.tenant_id = ${id} and r.counter_id = sampled.counter_id and r.at >= ${archiveEnd} and ${times}
          order by r.at desc
          limit (select least(${needed}::int, ceil(${needed}::int * 10.0 / greatest(1, count(*)))) from sampled)
        ) l
        order by l.at desc
        limit ${needed}::int
      ) x
      having count(*) = ${needed}::int
    `,
  ]);
  return found?.since == null ? undefined : new Date(found.since);
}
