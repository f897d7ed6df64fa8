import { counterLog } from "@shotkeeper/contract/counter";
import type { Condition } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { joinsOf } from "../../kernel/joins.ts";
import { isInSample } from "../../kernel/page-total.ts";
import { implement, type QueryImpl, type Source } from "../../kernel/registry.ts";
import { conditionSql } from "../../kernel/select.ts";
import { DEFAULT_COUNTER_TYPE, MIN_WRAP_DISTANCE } from "../../telemetry/core/index.ts";
import { isQuarantined } from "../../telemetry/ledger/is-quarantined.ts";
import { moldScope } from "../mold/index.ts";
import { newestSince, timeConditions } from "./log-page.ts";

const { maxCount, minMsPerShot } = DEFAULT_COUNTER_TYPE;

/**
 * Returns whether a condition compares a field with exact values. If so, a query can look up the ids of the named
 * counters or molds before it reads the log.
 */
const namesValues = (c: Condition) => (c.operator === "EQ" || c.operator === "IN") && c.value !== "";
const values = (c: Condition) => (Array.isArray(c.value) ? c.value : [c.value]);

/** JOIN condition of the reading (alias `t`) with its quarantine row (alias `q`). */
const quarantineOf = (ctx: Ctx) =>
  sql`
    q.tenant_id = ${ctx.who.tenantId}
      and q.counter_id = t.counter_id
      and q.at = t.at
      and q.count = t.count_times
      and q.payload is null
  `;

/**
 * Selects the counters that a caller without tenant scope may see. `seen` has the periods in which a counter was bound
 * to molds in the caller's scope. The periods form one multirange per counter. With an `exists` over bindings instead,
 * PostgreSQL would read the log once per binding.
 */
function visibleCounters(ctx: Ctx): Sql {
  const { tenantId } = ctx.who;
  return sql`
    select
      n.counter_id, n.writer_id, n.chip_code, n.max_count,
      range_agg(tstzrange(b.bound_at, b.unbound_at, '[]')) as seen
    from counter n
    join binding b on b.tenant_id = ${tenantId} and b.counter_id = n.counter_id
    join mold m on m.tenant_id = ${tenantId} and m.mold_id = b.mold_id and ${moldScope(ctx, "m")}
    where n.tenant_id = ${tenantId}
    group by n.counter_id, n.writer_id, n.chip_code, n.max_count
  `;
}

/**
 * Returns conditions on the counter of a reading (`r.counter_id`) that follow from the caller's conditions on counter
 * or mold. They are sub-selects, which PostgreSQL evaluates only once. Then it reads only the readings of the found
 * counters, by the primary key.
 */
function countersOf(ctx: Ctx, conditions: readonly Condition[]): Sql[] {
  const id = ctx.who.tenantId;
  return conditions.flatMap((c): Sql[] => {
    if (c.value === "") return [];
    if (namesValues(c) && (c.field === "writerId" || c.field === "chipCode")) {
      const column = sql.raw(c.field === "writerId" ? "writer_id" : "chip_code");
      const counter = sql`select n.counter_id from counter n where n.tenant_id = ${id} and n.${column}`;
      return [
        c.operator === "EQ"
          ? sql`and r.counter_id = (${counter} = ${c.value})`
          : sql`and r.counter_id = any(array(${counter} = any(${values(c)})))`,
      ];
    }
    if (c.field === "moldNo" && (namesValues(c) || c.operator === "LIKE"))
      return [
        sql`
          and r.counter_id = any(
            array(
              select b.counter_id
              from binding b
              join mold n on n.tenant_id = ${id} and n.mold_id = b.mold_id
              where b.tenant_id = ${id} and ${conditionSql(c, counterLog.columns.moldNo, sql.raw("n.mold_no"))}
            )
          )
        `,
      ];
    return [];
  });
}

/**
 * SQL expression: time up to which the tenant's readings are archived. Lists leave out all readings before this time.
 * Some of them are still in the table, because figures of later readings are derived from them, but a list of these few
 * would have gaps.
 */
const archiveEnd = (ctx: Ctx) => sql`
  (
    select coalesce(max(f.until_at), '-infinity'::timestamptz)
    from reading_archive f
    where f.tenant_id = ${ctx.who.tenantId}
  )
`;

/**
 * Returns a FROM clause with all readings in the caller's scope as `t`. Each column of `t` has the name of a column of
 * the table or of a field of the query. So the kernel can select one page of readings before it computes the shots of
 * these readings. `more`: further conditions on the reading (alias `r`), beginning with "and".
 */
function logFrom(ctx: Ctx, conditions: readonly Condition[], more: Sql = sql.empty): Sql {
  const id = ctx.who.tenantId;
  const isTenant = ctx.who.scope.kind === "tenant";
  const inQuarantine = conditions.some(
    (c) => namesValues(c) && (c.field === "quarantine" || c.field === "quarantineId"),
  );
  // Starts with the quarantined readings, which are few. Without the lateral join, the planner would start with all
  // readings.
  const readings = inQuarantine
    ? sql`
        quarantine x
        cross join lateral (
          select y.*
          from reading y
          where y.tenant_id = ${id} and y.counter_id = x.counter_id and y.at = x.at and y.count = x.count
          limit 1
        ) r
      `
    : sql`reading r`;
  return sql`
    (
      select
        r.tenant_id, r.counter_id, r.at, r.received_at, r.device_at, r.count as count_times, r.battery,
        r.low_battery, r.rssi, r.lng, r.lat, r.removed as remove_sign, r.reader_id, r.channel, r.flags,
        c.writer_id, c.chip_code, coalesce(c.max_count, ${maxCount}::bigint) as max_count
      from ${readings}
      join ${isTenant ? sql`counter` : sql`(${visibleCounters(ctx)})`} c on c.counter_id = r.counter_id
        and ${isTenant ? sql`c.tenant_id = ${id}` : sql`c.seen @> r.at`}
      where r.tenant_id = ${id}
        and r.at >= ${archiveEnd(ctx)}
        ${inQuarantine ? sql`and x.tenant_id = ${id} and x.payload is null` : sql.empty}
        ${sql.join(countersOf(ctx, conditions), " ")} ${more}
    ) t
  `;
}

const isCounted = "(q.quarantine_id is null or not q.quarantined)";
// SQL rules for a count that is lower than the count before it: it fell by 1 % or less, or it passed the counter's
// maximum. They must agree with `judge` in telemetry/core/chain.ts, which decides how many shots a reading adds.
const isBackstep = "(p.count - t.count_times) * 100 <= p.count";
const wrapped = "(t.max_count - p.count + t.count_times + 1)";
const isNearMax = `(p.count <= t.max_count
  and t.max_count - p.count <= greatest(t.max_count / 100.0, ${MIN_WRAP_DISTANCE}))`;
const canWrap = `(${isNearMax} and extract(epoch from t.at - p.at) * 1000 >= ${minMsPerShot} * ${wrapped})`;
const isWrap = `(${canWrap} or (${isNearMax} and q.released_at is not null and not ${isBackstep}))`;

/**
 * Left join of a reading (alias `t`) with the counted reading before it (alias `p`). If few rows are read, each
 * previous reading is looked up in the primary key. For the whole log, one pass in time order takes a tenth of the time
 * of these look-ups.
 */
function previousReading(ctx: Ctx, asked: readonly Condition[] | undefined): Sql {
  const id = ctx.who.tenantId;
  const isNarrow =
    asked === undefined || countersOf(ctx, asked).length > 0 || asked.some((c) => c.field === "at");
  return isNarrow
    ? sql`
        left join lateral (
          select y.at, y.count
          from reading y
          where y.tenant_id = ${id}
            and y.counter_id = t.counter_id
            and y.at <= t.at
            and (y.at, y.count) < (t.at, t.count_times)
            and not ${isQuarantined(id, "y")}
          order by y.at desc, y.count desc
          limit 1
        ) p on ${sql.raw(isCounted)}
      `
    : sql`
        left join (
          select
            y.counter_id, y.at as own_at, y.count as own_count, lag(y.at) over chain as at,
            lag(y.count) over chain as count
          from reading y
          where y.tenant_id = ${id} and not ${isQuarantined(id, "y")}
          window chain as (partition by y.counter_id order by y.at, y.count)
        ) p on p.counter_id = t.counter_id and p.own_at = t.at and p.own_count = t.count_times
      `;
}

/**
 * Left join of a reading (alias `t`) with the mold (alias `m`) to which its counter was bound at the time of the
 * reading. If one binding ends and the next binding begins at the time of the reading, the reading belongs to the next
 * binding.
 */
export const moldOf = (ctx: Ctx): Sql => sql`
  left join (
    select
      b.counter_id, b.mold_id, b.bound_at, b.unbound_at,
      lead(b.bound_at) over (partition by b.counter_id order by b.bound_at) as next_at
    from binding b
    where b.tenant_id = ${ctx.who.tenantId}
  ) b on b.counter_id = t.counter_id
    and b.bound_at <= t.at
    and (b.unbound_at is null or t.at <= b.unbound_at)
    and (b.next_at is null or t.at < b.next_at)
  left join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_id = b.mold_id
`;

/**
 * Source of a page in descending order of time whose readings are all from `since` or later. The block-range index of
 * the readings finds them.
 */
const newestPage = (since: Date): Source => ({
  ...counterLogImpl,
  page: (ctx, { conditions, isFromEnd, where, orderAndLimit }) => {
    if (isFromEnd) return undefined;
    const newest = logFrom(ctx, conditions, sql`and r.at >= ${since}::timestamptz`);
    return {
      counted: logFrom(ctx, conditions),
      rows: sql`(select t.* from ${newest} where ${where} ${orderAndLimit}) t
        ${joinsOf(counterLogImpl.joins?.(ctx) ?? sql.empty)}`,
    };
  },
});

/** The same join as `moldOf`, which looks up the binding of each reading. It is faster for the readings of a page. */
const moldOfRow = (ctx: Ctx): Sql => sql`
  left join lateral (
    select x.mold_id, x.unbound_at
    from binding x
    where x.tenant_id = ${ctx.who.tenantId} and x.counter_id = t.counter_id and x.bound_at <= t.at
    order by x.bound_at desc
    limit 1
  ) b on b.unbound_at is null or t.at <= b.unbound_at
  left join mold m on m.tenant_id = ${ctx.who.tenantId} and m.mold_id = b.mold_id
`;

export const counterLogImpl: QueryImpl = implement(counterLog, {
  from: (ctx, conditions) => logFrom(ctx, conditions),
  instead: async (ctx, page) => {
    const since = await newestSince(ctx, page, archiveEnd(ctx));
    return since && newestPage(since);
  },
  sample: (ctx, conditions) => {
    const times = timeConditions(conditions);
    if (!times) return undefined;
    const id = ctx.who.tenantId;
    return {
      size: sql`select from reading r where r.tenant_id = ${id} and r.at >= ${archiveEnd(ctx)} and ${times}`,
      drawnFrom: sql`select from counter where tenant_id = ${id}`,
      rows: logFrom(
        ctx,
        conditions,
        sql`and ${isInSample("r.counter_id")} and ${isInSample("c.counter_id")}`,
      ),
    };
  },
  joins: (ctx, asked) => sql`
    left join quarantine q on ${quarantineOf(ctx)}
    ${asked ? moldOf(ctx) : moldOfRow(ctx)}
    ${previousReading(ctx, asked)}
  `,
  order: [{ field: "at", direction: "desc" }],
  columns: {
    moldNo: "m.mold_no",
    // The first counted reading of a counter adds 0 shots, because there is no count to compare it with. A quarantined
    // reading has null shots.
    shots: `case
      when not ${isCounted} then null
      when p.count is null then 0
      when t.count_times >= p.count then t.count_times - p.count
      when ${isWrap} then ${wrapped}
      when ${isBackstep} then 0
      else t.count_times
    end`,
    shotsSince: `case when ${isCounted} then p.at end`,
    coordinate: "case when t.lng is not null then t.lng || ',' || t.lat end",
    isLate: "t.flags & 1 = 1",
    clockUnset: "t.device_at is not null",
    isReset: `${isCounted}
      and coalesce(t.count_times < p.count and not ${isBackstep} and not ${isWrap}, false)`,
    quarantine: "q.reason",
    quarantineId: "q.quarantine_id",
    released: "q.released_at is not null",
  },
});
