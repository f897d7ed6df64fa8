import { counterLog, quarantineList } from "@shotkeeper/contract/counter";
import type { Condition } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement } from "../../kernel/registry.ts";
import { conditionSql } from "../../kernel/select.ts";
import { DEFAULT_COUNTER_TYPE } from "../../telemetry/core/index.ts";
import { moldScope } from "../mold/index.ts";

/**
 * Approximate number of rows in a log that is not filtered by counter or quarantine. The log then shows the newest
 * readings of each counter within the period. Small tenants see their whole log. In large tenants, this limit keeps
 * the cost of a page the same for fifty thousand and for fifty million readings.
 */
const rowBudget = 25_000;
const minRowsPerCounter = 5;

/** Returns whether the condition names exact values, so that their ids can be looked up. */
const namesValues = (c: Condition) => (c.operator === "EQ" || c.operator === "IN") && c.value !== "";
const values = (c: Condition) => (Array.isArray(c.value) ? c.value : [c.value]);

/** JOIN condition of the reading (alias `t`) with its quarantine row (alias `q`). */
const quarantineOf = (ctx: Ctx) =>
  sql`
    q.tenant_id = ${ctx.who.tenantId}
      and q.counter_id = t.counter_id
      and q.at = t.at
      and q.count = t.count
      and q.payload is null
  `;

/**
 * Selects the visible counters with the periods in which they were bound to molds in the caller's scope. With tenant
 * scope the period is all time. The periods of a counter form one multirange. With an `exists` over bindings instead,
 * the planner read the log once per binding.
 */
function visibleCounters(ctx: Ctx): Sql {
  const { tenantId } = ctx.who;
  if (ctx.who.scope.kind === "tenant")
    return sql`
      select n.counter_id, n.writer_id, n.chip_code, '{(,)}'::tstzmultirange as seen
      from counter n
      where n.tenant_id = ${tenantId}
    `;
  return sql`
    select
      n.counter_id, n.writer_id, n.chip_code,
      range_agg(tstzrange(b.bound_at, b.unbound_at, '[]')) as seen
    from counter n
    join binding b on b.tenant_id = ${tenantId} and b.counter_id = n.counter_id
    join mold m on m.tenant_id = ${tenantId} and m.mold_id = b.mold_id and ${moldScope(ctx, "m")}
    where n.tenant_id = ${tenantId}
    group by n.counter_id, n.writer_id, n.chip_code
  `;
}

/** Returns a FROM clause. Aliases: `t` reading, `c` its counter, `q` its quarantine row. */
function logFrom(ctx: Ctx, conditions: readonly Condition[]): Sql {
  const id = ctx.who.tenantId;
  // PostgreSQL evaluates a sub-select without a reference to the main query only once. The main query can then scan
  // the primary key from the newest reading on.
  const only: Sql[] = [];
  for (const c of conditions.filter(namesValues)) {
    if (c.field === "writerId" || c.field === "chipCode") {
      const column = sql.raw(c.field === "writerId" ? "writer_id" : "chip_code");
      const counter = sql`select n.counter_id from counter n where n.tenant_id = ${id} and n.${column}`;
      only.push(
        c.operator === "EQ"
          ? sql` and t.counter_id = (${counter} = ${c.value})`
          : sql` and t.counter_id = any(array(${counter} = any(${values(c)})))`,
      );
    }
    if (c.field === "moldNo")
      only.push(
        sql`
          and t.counter_id = any(
            array(
              select b.counter_id
              from binding b
              join mold n on n.tenant_id = ${id} and n.mold_id = b.mold_id
              where b.tenant_id = ${id} and n.mold_no = any(${values(c)})
            )
          )
        `,
      );
  }
  const inQuarantine = conditions.some(
    (c) => namesValues(c) && (c.field === "quarantine" || c.field === "quarantineId"),
  );
  const quarantine = sql`left join quarantine q on ${quarantineOf(ctx)}`;
  // Quarantined readings are few. The lateral join makes the planner start with them and not with all readings.
  if (inQuarantine)
    return sql`
      (select * from quarantine where tenant_id = ${id} and payload is null) q
      cross join lateral (
        select r.*
        from reading r
        where r.tenant_id = ${id}
          and r.counter_id = q.counter_id
          and r.at = q.at
          and r.count = q.count
        limit 1
      ) t
      join (${visibleCounters(ctx)}) c on c.counter_id = t.counter_id${sql.join(only, "")}
    `;
  if (only.length > 0)
    return sql`
      reading t
      join (
        ${visibleCounters(ctx)}
      ) c on c.counter_id = t.counter_id${sql.join(only, "")} ${quarantine}
    `;
  const period = conditions
    .filter((c) => c.field === "at")
    .map((c) => sql`and ${conditionSql(c, counterLog.columns.at, sql.raw("r.at"))}`);
  return sql`
    (${visibleCounters(ctx)}) c
    cross join lateral (
      select r.*
      from reading r
      where r.tenant_id = ${id}
        and r.counter_id = c.counter_id
        and c.seen @> r.at ${sql.join(period, " ")}
      order by r.at desc, r.count desc
      limit (
        select greatest(${minRowsPerCounter}, ${rowBudget} / greatest(count(*), 1))
        from counter n
        where n.tenant_id = ${id}
      )
    ) t ${quarantine}
  `;
}

const { maxCount, minMsPerShot } = DEFAULT_COUNTER_TYPE;
const counted = "(q.quarantine_id is null or not q.quarantined)";
const isBackstep = "(p.count - t.count) * 100 <= p.count";
const wrapped = `(${maxCount} - p.count + t.count + 1)`;
const isWrap = `(p.count <= ${maxCount} and (${maxCount} - p.count) * 100 <= ${maxCount}
  and (q.released_at is not null or extract(epoch from t.at - p.at) * 1000 >= ${minMsPerShot} * ${wrapped}))`;

/**
 * Returns an SQL expression over a reading (alias `t`) and the counted reading before it (alias `p`). The rules are
 * those of telemetry/core/chain.ts. A sub-select with a limit is computed for the rows of the page only; a window
 * function would read all readings.
 */
function withPrevious(ctx: Ctx, expression: string): Sql {
  const id = ctx.who.tenantId;
  return sql`
    (
      select ${sql.raw(expression)}
      from reading p
      where p.tenant_id = ${id}
        and p.counter_id = t.counter_id
        and p.at <= t.at
        and (p.at, p.count) < (t.at, t.count)
        and not exists (
          select
          from quarantine pq
          where pq.tenant_id = ${id}
            and pq.counter_id = p.counter_id
            and pq.at = p.at
            and pq.count = p.count
            and pq.payload is null
            and pq.quarantined
        )
      order by p.at desc, p.count desc
      limit 1
    )
  `;
}

export const counterLogImpl = implement(counterLog, {
  from: logFrom,
  where: () => sql.raw("c.seen @> t.at"),
  order: [{ field: "at", direction: "desc" }],
  columns: {
    writerId: "c.writer_id",
    chipCode: "c.chip_code",
    moldNo: (ctx) =>
      sql`
        (
          select m.mold_no
          from binding b
          join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_id = b.mold_id
          where b.tenant_id = ${ctx.who.tenantId}
            and b.counter_id = t.counter_id
            and b.bound_at <= t.at
            and (b.unbound_at is null or t.at <= b.unbound_at)
          order by b.bound_at desc
          limit 1
        )
      `,
    countTimes: "t.count",
    // The first counted reading of a counter adds 0 shots. A quarantined reading has null shots.
    shots: (ctx) =>
      sql`
        case
          when ${sql.raw(counted)} then coalesce(
            ${withPrevious(
              ctx,
              `case
                when t.count >= p.count then t.count - p.count
                when ${isBackstep} then 0
                when ${isWrap} then ${wrapped}
                else t.count
              end`,
            )},
            0
          )
        end
      `,
    shotsSince: (ctx) => sql`case when ${sql.raw(counted)} then ${withPrevious(ctx, "p.at")} end`,
    coordinate: "case when t.lng is not null then t.lng || ',' || t.lat end",
    removeSign: "t.removed",
    isLate: "t.flags & 1 = 1",
    clockUnset: "t.device_at is not null",
    isReset: (ctx) =>
      sql`
        ${sql.raw(counted)}
          and coalesce(
            ${withPrevious(ctx, `t.count < p.count and not ${isBackstep} and not ${isWrap}`)},
            false
          )
      `,
    quarantine: "q.reason",
    quarantineId: "q.quarantine_id",
    released: "q.released_at is not null",
  },
});

/** Input that could not be read as a reading belongs to no mold. Only callers with tenant scope see it. */
export const quarantineListImpl = implement(quarantineList, {
  from: (ctx) =>
    sql`
      quarantine t
      left join counter c on c.tenant_id = ${ctx.who.tenantId} and c.counter_id = t.counter_id
    `,
  where: (ctx) => sql`t.payload is not null and ${sql.raw(String(ctx.who.scope.kind === "tenant"))}`,
  order: [{ field: "receivedAt", direction: "desc" }],
  columns: { writerId: "c.writer_id", countTimes: "t.count", chipCode: "coalesce(t.chip_code, c.chip_code)" },
});
