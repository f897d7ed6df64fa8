import { taskKind, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import { serviceState } from "@shotkeeper/contract/mold";
import { moldDocumentKind } from "@shotkeeper/contract/mold-document";
import { orderState } from "@shotkeeper/contract/production";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { liveColumns, liveStateSql, moldFrom, moldScope } from "../mold/index.ts";

const { audited, running } = orderState.values;
const { done, removed, working, submitted, overdue } = taskState.values;

const number = (n: number) => sql.constant(n);
const numbers = (list: readonly number[]) => sql.join(list.map(number));
const now = (ctx: Ctx) => sql`${new Date(ctx.now)}::timestamptz`;

/**
 * SQL condition: the column mold_id or mold_no is one of `molds`, a table or CTE with both columns. Reads the few molds
 * of a page first, so that the other tables are read by index. True without `molds`.
 */
const among = (column: `${string}.mold_${"id" | "no"}`, molds: Sql | undefined): Sql =>
  molds
    ? sql`${sql.raw(column)} = any(array(select p.${sql.raw(column.split(".")[1] ?? "")} from ${molds} p))`
    : sql`true`;

/**
 * Selects for each mold three orders: its running order, its next audited order, and its late order. The late order is
 * the order with the earliest planned end in the past.
 */
const ordersSql = (ctx: Ctx, molds: Sql | undefined): Sql => sql`
  select o.mold_no,
    max(o.order_id) filter (where o.order_state = ${number(running)}) as running_id,
    max(o.started_at) filter (where o.order_state = ${number(running)}) as running_at,
    (array_agg(o.order_id order by coalesce(o.planned_start, o.planned_end), o.order_id)
      filter (where o.order_state = ${number(audited)}))[1] as next_id,
    min(coalesce(o.planned_start, o.planned_end)) filter (where o.order_state = ${number(audited)}) as next_at,
    (array_agg(o.order_id order by o.planned_end, o.order_id) filter (where o.planned_end < ${now(ctx)}))[1] as late_id,
    min(o.planned_end) filter (where o.planned_end < ${now(ctx)}) as late_at
  from production_order o
  where o.tenant_id = ${ctx.who.tenantId} and o.order_state in (${numbers([audited, running])})
    and ${among("o.mold_no", molds)}
  group by o.mold_no`;

/**
 * Selects for each mold its oldest major task in progress (the repair), and its oldest task that keeps the mold waiting
 * for a repair: a reported breakdown or an overdue major maintenance that has not been started.
 */
function tasksSql(ctx: Ctx, molds: Sql | undefined): Sql {
  const inProgress = sql`k.state in (${numbers([working, submitted])})`;
  const isWaiting = sql`k.state not in (${numbers([working, submitted])})
    and (k.task_source = ${number(taskSource.values.breakdown)} or k.state = ${number(overdue)})`;
  const first = (column: string, order: string, which: Sql) =>
    sql`(array_agg(${sql.raw(column)} order by ${sql.raw(order)}, k.task_id) filter (where ${which}))[1]`;
  return sql`
    select k.mold_no,
      ${first("k.task_id", "k.started_at", inProgress)} as repair_id,
      ${first("k.started_at", "k.started_at", inProgress)} as repair_at,
      ${first("k.task_id", "k.raised_at", isWaiting)} as waiting_id,
      ${first("k.raised_at", "k.raised_at", isWaiting)} as waiting_at
    from maintenance_task k
    where k.tenant_id = ${ctx.who.tenantId}
      and k.kind = ${number(taskKind.values.major)}
      and k.state not in (${numbers([done, removed])})
      and ${among("k.mold_no", molds)}
    group by k.mold_no`;
}

/**
 * Selects for each mold the oldest open warning of each of three kinds (removal, position, slow cycle) whose cause
 * still exists. If a warning about a counter stores no mold, it is assigned to the mold to which the counter is bound
 * now.
 */
function warningsSql(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  const kind = (name: string, kindName: string) => sql`
    min(w.warning_id) filter (where w.kind = ${kindName}) as ${sql.raw(name)}_id,
    min(w.opened_at) filter (where w.kind = ${kindName}) as ${sql.raw(name)}_at`;
  return sql`
    select greatest(w.mold_id, wb.mold_id) as mold_id, ${kind("removal", "removal")}, ${kind("position", "position")},
      ${kind("slow", "cycleSlow")}
    from warning w
    left join binding wb on w.mold_id is null
      and wb.tenant_id = ${id}
      and wb.counter_id = w.counter_id
      and wb.unbound_at is null
    where w.tenant_id = ${id}
      and w.kind in ('removal', 'position', 'cycleSlow')
      and w.ended_at is null
      and w.cleared_at is null
      and w.withdrawn_at is null
    group by 1`;
}

/**
 * Selects the facts that decide about symptom and cause, for the molds (alias `t`) that meet `where`. `molds`: table or
 * CTE to which the molds are limited; default: all molds. Facts from other tables are materialized, so that they are
 * read once even if the planner's row estimates are wrong.
 */
export function factsSql(ctx: Ctx, where: Sql, molds?: Sql): Sql {
  const id = ctx.who.tenantId;
  return sql`
    with o as materialized (${ordersSql(ctx, molds)}),
      k as materialized (${tasksSql(ctx, molds)}),
      w as materialized (${warningsSql(ctx)})
    select t.tenant_id, t.mold_id, t.mold_no, t.archived_date, t.mold_name,
      t.oem_id, t.plant_id, t.maker_id, t.project_no,
      t.project_name, t.service_state, t.created_date, c.writer_id as counter_no, s.rssi, s.battery,
      b.counter_id, ${sql.raw(liveColumns.countTimes)} as count_times, ${sql.raw(liveColumns.lifeUsed)} as life_used,
      ${liveColumns.lastReportAt(ctx)} as last_report_at, ${liveColumns.lastShotAt(ctx)} as last_shot_at,
      greatest(s.last_shot_at, b.bound_at) as quiet_since, greatest(s.last_at, b.bound_at) as heard_at,
      ${liveStateSql(ctx)} as live_state,
      o.running_id, o.running_at, o.next_id, o.next_at, o.late_id, o.late_at,
      k.repair_id, k.repair_at, k.waiting_id, k.waiting_at, r.trial_id, r.started_at as trial_at,
      w.removal_at, w.position_id, w.position_at, w.slow_id, w.slow_at,
      f.cycle_changed_at, f.cycle_before, f.cycle_after
    from ${moldFrom(ctx)}
    left join o on o.mold_no = t.mold_no
    left join k on k.mold_no = t.mold_no
    left join mold_trial r on r.tenant_id = ${id}
      and r.mold_no = t.mold_no
      and r.started_at is not null
      and r.ended_at is null
    left join w on w.mold_id = t.mold_id
    left join mold_forecast f on f.tenant_id = ${id}
      and f.mold_id = t.mold_id
      and f.is_drifting
      and f.cycle_drift > 0
      and f.cycle_after > f.cycle_before
    where t.tenant_id = ${id} and ${where} and ${among("t.mold_id", molds)}`;
}

/**
 * SQL expression: symptom of a mold (`moldSymptom`), null if it has none. `a` is the alias of the mold's facts
 * (`factsSql`).
 */
const symptomSql = sql`case
  when a.live_state in ('silent', 'removed') then 'noReadings'
  when a.live_state = 'idle' then 'idle'
  when a.live_state in ('inRepair', 'inTrial') then 'outOfUse'
  when a.live_state = 'scrapped' then null
  when a.late_id is not null then 'late'
  when a.slow_id is not null or a.cycle_changed_at is not null then 'slow' end`;

/**
 * SQL expression: cause of a mold's symptom (`moldCause`). `x` is the alias of the mold's facts (`factsSql`) and
 * symptom.
 */
const causeSql = sql`case
  when x.live_state in ('inRepair', 'inTrial') then x.live_state
  when x.service_state = ${number(serviceState.values.inStorage)} then 'inStorage'
  when x.live_state = 'removed' then 'counterRemoved'
  when x.live_state = 'silent' then 'noSignal'
  when x.live_state = 'unbound' then 'noCounter'
  when x.position_id is not null then 'wrongPlace'
  when x.waiting_id is not null then 'waitingRepair'
  when x.symptom <> 'slow' and x.running_id is null
    then case when x.next_id is null then 'noOrder' else 'orderNotStarted' end
  when x.symptom <> 'idle' and x.cycle_changed_at is not null then 'slowerSinceChange'
  when x.symptom <> 'idle' and x.slow_id is not null then 'slowerThanStandard'
  else 'unknown' end`;

/** Adds symptom and cause to the facts of molds (`factsSql`). Both are null for molds without a symptom. */
export const judgedSql = (facts: Sql): Sql => sql`
  select x.*, case when x.symptom is not null then ${causeSql} end as mold_cause
  from (select a.*, case when a.archived_date is null then ${symptomSql} end as symptom from (${facts}) a) x`;

/**
 * Selects the molds in the caller's scope that have a symptom, one row per mold, with symptom, cause and the facts
 * behind them. `molds`: table or CTE with mold_id and mold_no of the molds to consider. Default: all.
 */
export const causesSql = (ctx: Ctx, molds?: Sql): Sql => sql`
  select j.*
  from (${judgedSql(factsSql(ctx, sql`t.archived_date is null and ${moldScope(ctx)}`, molds))}) j
  where j.symptom is not null`;

/**
 * Adds the column `mold_cause` to rows with a mold_id: why the mold has a symptom (`moldCause`), or null. `molds`:
 * table or CTE with mold_id and mold_no of these molds, default all. PostgreSQL computes the causes once, because the
 * sub-select does not depend on the row.
 */
export const withCause = (ctx: Ctx, rows: Sql, molds?: Sql): Sql => sql`
  select r.*,
    (select jsonb_object_agg(y.mold_id, y.mold_cause) from (${causesSql(ctx, molds)}) y)
      ->> r.mold_id::text as mold_cause
  from (${rows}) r`;

/**
 * SQL expression: `column` of the last document that set the mold's present service state. `t` is the alias of a row
 * with the number and the service state of the mold.
 */
const lastDocument = (ctx: Ctx, column: string): Sql => sql`(
  select ${sql.raw(column)}
  from mold_document d
  where d.tenant_id = ${ctx.who.tenantId}
    and d.mold_no = t.mold_no
    and d.document_kind = ${number(moldDocumentKind.values.stateChange)}
    and d.to_state = t.service_state
  order by d.document_time desc, d.document_no desc
  limit 1)`;

const lastOrder = (ctx: Ctx, column: string): Sql => sql`(
  select ${sql.raw(column)}
  from production_order e
  where e.tenant_id = ${ctx.who.tenantId} and e.mold_no = t.mold_no and e.ended_at is not null
  order by e.ended_at desc, e.order_id desc
  limit 1)`;

const lastBinding = (ctx: Ctx, column: string): Sql => sql`(
  select ${sql.raw(column)}
  from binding h
  join counter hc on hc.tenant_id = ${ctx.who.tenantId} and hc.counter_id = h.counter_id
  where h.tenant_id = ${ctx.who.tenantId} and h.mold_id = t.mold_id
  order by h.unbound_at desc, h.binding_id desc
  limit 1)`;

/**
 * SQL expressions of those columns of the query `moldCauses` that give the evidence for a mold's cause, for example
 * since when the cause exists. `t` is the alias of a row of `causesSql`.
 */
export const evidence = {
  causeSince: (ctx: Ctx) => sql`case t.mold_cause
    when 'inRepair' then coalesce(t.repair_at, ${lastDocument(ctx, "d.document_time")})
    when 'inTrial' then coalesce(t.trial_at, ${lastDocument(ctx, "d.document_time")})
    when 'inStorage' then ${lastDocument(ctx, "d.document_time")}
    when 'counterRemoved' then coalesce(t.removal_at, t.last_report_at)
    when 'noSignal' then t.heard_at
    when 'noCounter' then coalesce(${lastBinding(ctx, "h.unbound_at")}, t.created_date)
    when 'wrongPlace' then t.position_at
    when 'waitingRepair' then t.waiting_at
    when 'noOrder' then ${lastOrder(ctx, "e.ended_at")}
    when 'orderNotStarted' then t.next_at
    when 'slowerSinceChange' then t.cycle_changed_at
    when 'slowerThanStandard' then t.slow_at
    else case t.symptom when 'late' then t.late_at else t.quiet_since end end`,
  causeReference: (ctx: Ctx) => sql`case t.mold_cause
    when 'inRepair' then coalesce(t.repair_id, ${lastDocument(ctx, "d.document_no")})
    when 'inTrial' then coalesce(t.trial_id, ${lastDocument(ctx, "d.document_no")})
    when 'inStorage' then ${lastDocument(ctx, "d.document_no")}
    when 'counterRemoved' then t.counter_no
    when 'noSignal' then t.counter_no
    when 'noCounter' then ${lastBinding(ctx, "hc.writer_id")}
    when 'wrongPlace' then t.position_id::text
    when 'waitingRepair' then t.waiting_id
    when 'noOrder' then ${lastOrder(ctx, "e.order_id")}
    when 'orderNotStarted' then t.next_id
    when 'slowerThanStandard' then t.slow_id::text
    else t.running_id end`,
  lateOrder: "t.late_id",
  idleForDays: (ctx: Ctx) => sql`floor(extract(epoch from ${now(ctx)} - t.quiet_since) / 86400)::bigint`,
} as const;
