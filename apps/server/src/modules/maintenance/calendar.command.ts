import {
  type CalendarForecast,
  type CalendarLoad,
  type CalendarOrder,
  type CalendarPerson,
  type CalendarTask,
  calendarDays,
  calendarLimit,
  maintenanceCalendar,
  taskKind,
  taskState,
} from "@shotkeeper/contract/maintenance";
import { menus } from "@shotkeeper/contract/menus";
import { serviceState } from "@shotkeeper/contract/mold";
import { orderState } from "@shotkeeper/contract/production";
import { standardOf } from "@shotkeeper/contract/system";
import { type Ctx, may } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";
import { ofVisibleOrg } from "./people.ts";
import { menuOf } from "./run-hours.ts";
import { isOpenMaintenance } from "./task-facts.ts";

const dayMs = 86_400_000;
/** Number of a mold's last finished tasks. Their mean time is the estimated time of the next task. */
const ownTasks = 5;
/**
 * Number of past days from which the mean time of a kind of maintenance is computed, over all molds. This mean is the
 * estimate for a mold that has no finished task of the kind.
 */
const kindDays = 180;
/**
 * A user gets a row in the calendar as the assignee or finisher of a task that was raised within this number of past
 * days.
 */
const activeDays = 90;
/** Maximum number of people in the calendar, unless more people have tasks in it. */
const peopleLimit = 300;

const { comingUp, due, deferred, overdue, done, working, submitted } = taskState.values;
const notStarted = [comingUp, due, deferred, overdue];
const open = [...notStarted, working, submitted];
const isDone = sql.constant(done);
const { daily, major } = taskKind.values;

/** Selection for the calendar: kinds of maintenance, plant (null: all plants), and the first and last day. */
interface Range {
  readonly kinds: readonly number[];
  readonly plantId: string | null;
  readonly first: Sql;
  readonly last: Sql;
  readonly today: Sql;
}

/** SQL columns of a mold (alias `m`) that the calendar shows. */
const moldColumns = sql`m.mold_no as "moldNo", m.mold_name as "moldName", plant.org_name as "plantName",
  array_remove(array[m.plant_id, m.oem_id, m.maker_id], null) as "orgIds"`;

const plantJoin = (ctx: Ctx): Sql =>
  sql`left join organization plant on plant.tenant_id = ${ctx.who.tenantId} and plant.org_id = m.plant_id`;

const ofPlant = ({ plantId }: Range): Sql => sql`(${plantId}::text is null or m.plant_id = ${plantId})`;

/**
 * Joins two estimates of the time that a task takes. Alias `own`: mean of the mold's last finished tasks of the same
 * kind of maintenance. Alias `usual`: mean of the tasks of this kind for all molds. The joins need a row with the alias
 * `x` and the columns "moldNo" and kind.
 */
const estimateJoins = (ctx: Ctx): Sql =>
  sql`left join lateral (
      select round(avg(l.minutes))::int as minutes
      from (
        select d.minutes
        from maintenance_task d
        where d.tenant_id = ${ctx.who.tenantId} and d.mold_no = x."moldNo" and d.kind = x.kind
          and d.state = ${isDone} and d.minutes is not null
        order by d.done_at desc
        limit ${ownTasks}
      ) l
    ) own on true
    left join (
      select d.kind, round(avg(d.minutes))::int as minutes
      from maintenance_task d
      where d.tenant_id = ${ctx.who.tenantId} and d.state = ${isDone} and d.minutes is not null
        and d.raised_at > ${new Date(ctx.now - kindDays * dayMs)}
      group by d.kind
    ) usual on usual.kind = x.kind`;

const estimateColumns = sql`coalesce(own.minutes, usual.minutes) as "estimateMinutes",
  own.minutes is not null as "isOwnEstimate"`;

type Counted<T> = T & { readonly total: number };

/**
 * Selects the tasks that are planned for the days of the calendar. Also selects tasks without a planned day, and tasks
 * whose planned day has passed.
 */
function tasksSql(ctx: Ctx, r: Range): Sql<Counted<CalendarTask>> {
  const { tenantId } = ctx.who;
  return sql<Counted<CalendarTask>>`select x.*, ${estimateColumns}
    from (
      select t.task_id as "taskId", t.kind, ${moldColumns}, t.state, t.task_source as "taskSource",
        m.service_state as "serviceState", t.task_reason as "taskReason", t.plan_date as "planDate",
        t.assignee, coalesce(person.user_name, t.assignee) as "assigneeName",
        case t.state
          when ${comingUp} then case when t.kind = ${major} then f.major_due else f.daily_due end
          when ${deferred} then t.deferred_until
        end as "dueAt",
        t.defer_count as "deferCount", t.defer_limit as "deferLimit", t.updated_date as "updatedDate",
        count(*) over () as total
      from maintenance_task t
      join mold m on m.tenant_id = ${tenantId} and m.mold_no = t.mold_no
      ${plantJoin(ctx)}
      left join "user" person on person.tenant_id = ${tenantId} and person.user_id = t.assignee
      left join mold_forecast f on f.tenant_id = ${tenantId} and f.mold_id = m.mold_id
      where t.tenant_id = ${tenantId} and t.kind = any(${r.kinds}::int[])
        and t.state = any(${open}::int[])
        and ${moldScope(ctx, "m")} and ${ofPlant(r)}
        and (
          t.plan_date between ${r.first} and ${r.last}
          or t.state = any(${notStarted}::int[])
            and (t.plan_date is null or t.plan_date < least(${r.first}, ${r.today}))
        )
      order by (t.plan_date between ${r.first} and ${r.last}) desc nulls last, t.raised_at, t.task_id
      limit ${calendarLimit}
    ) x
    ${estimateJoins(ctx)}
    order by x."planDate" nulls first, x."moldNo", x."taskId"`;
}

/**
 * Selects the molds that have no open task of a kind, and whose maintenance interval is expected to end within the days
 * of the calendar.
 */
function forecastsSql(ctx: Ctx, r: Range): Sql<Counted<CalendarForecast>> {
  const { tenantId, zone } = ctx.who;
  const { scrapped, inStorage } = serviceState.values;
  const unused = sql`m.service_state in (${sql.constant(scrapped)}, ${sql.constant(inStorage)})`;
  return sql<Counted<CalendarForecast>>`select x.*, ${estimateColumns}
    from (
      select k.kind, ${moldColumns}, k.due as "dueAt", k.earliest, k.latest, count(*) over () as total
      from mold_forecast f
      join mold m on m.tenant_id = ${tenantId} and m.mold_id = f.mold_id
      ${plantJoin(ctx)}
      cross join lateral (
        values (${daily}::int, f.daily_due, f.daily_earliest, f.daily_latest),
          (${major}::int, f.major_due, f.major_earliest, f.major_latest)
      ) k (kind, due, earliest, latest)
      where f.tenant_id = ${tenantId} and k.kind = any(${r.kinds}::int[])
        and (k.due at time zone ${zone})::date between ${r.first} and ${r.last}
        and not ${unused} and m.archived_date is null
        and ${moldScope(ctx, "m")} and ${ofPlant(r)}
        and not exists (
          select
          from maintenance_task o
          where o.tenant_id = ${tenantId} and o.mold_no = m.mold_no and o.kind = k.kind and ${isOpenMaintenance("o")}
        )
      order by k.due, m.mold_no
      limit ${calendarLimit}
    ) x
    ${estimateJoins(ctx)}
    order by x."dueAt", x."moldNo", x.kind`;
}

/**
 * Selects the assignees of the tasks, and the visible users (`ofVisibleOrg`) to whom recent tasks were assigned or who
 * finished them. The limit never leaves out an assignee of the tasks, because the calendar shows each task in the row
 * of its assignee.
 */
function peopleSql(ctx: Ctx, r: Range, assignees: readonly string[]): Sql<CalendarPerson> {
  const { tenantId } = ctx.who;
  const isAssignee = sql`t.user_id = any(${assignees}::text[])`;
  return sql<CalendarPerson>`select x.*
    from (
      select t.user_id as "userId", t.user_name as "userName", t.org_id as "orgId", o.org_name as "orgName",
        coalesce(role.data_scope = 'tenant', false) as "seesAll", ${ofVisibleOrg(ctx)} as "isEnabled"
      from "user" t
      left join role on role.tenant_id = ${tenantId} and role.role_code = t.role_code
      left join organization o on o.tenant_id = ${tenantId} and o.org_id = t.org_id
      where t.tenant_id = ${tenantId}
        and (
          ${isAssignee}
          or ${ofVisibleOrg(ctx)} and t.user_id in (
            select p.user_id
            from maintenance_task k
            join mold m on m.tenant_id = ${tenantId} and m.mold_no = k.mold_no
            cross join lateral unnest(array[k.assignee, k.done_by]) p (user_id)
            where k.tenant_id = ${tenantId} and k.raised_at > ${new Date(ctx.now - activeDays * dayMs)}
              and k.kind = any(${r.kinds}::int[]) and ${moldScope(ctx, "m")} and ${ofPlant(r)}
          )
        )
      order by ${isAssignee} desc, o.org_name nulls last, t.user_name, t.user_id
      limit ${Math.max(peopleLimit, assignees.length)}
    ) x
    order by x."orgName" nulls last, x."userName", x."userId"`;
}

/**
 * Selects how much work is planned on each day for the assignees and for all visible users (`ofVisibleOrg`). Counts
 * every open task of the tenant, because a person's day may be full of tasks that the caller does not see.
 */
function loadsSql(ctx: Ctx, r: Range, assignees: readonly string[]): Sql<CalendarLoad> {
  const { tenantId } = ctx.who;
  return sql<CalendarLoad>`select x.assignee as "userId", x.plan_date as day, count(*)::int as tasks,
      coalesce(sum(x.minutes), 0)::int as minutes, (count(*) - count(x.minutes))::int as unknown
    from (
      select x.assignee, x.plan_date, coalesce(own.minutes, usual.minutes) as minutes
      from (
        select k.kind, k.mold_no as "moldNo", k.assignee, k.plan_date
        from maintenance_task k
        where k.tenant_id = ${tenantId} and k.state = any(${open}::int[])
          and k.plan_date between ${r.first} and ${r.last}
          and (
            k.assignee = any(${assignees}::text[])
            or k.assignee in (
              select t.user_id
              from "user" t
              where t.tenant_id = ${tenantId} and ${ofVisibleOrg(ctx)}
            )
          )
      ) x
      ${estimateJoins(ctx)}
    ) x
    group by x.assignee, x.plan_date`;
}

/**
 * Selects the orders that occupy molds on the days of the calendar. A running order that is late occupies its mold
 * until today.
 */
function ordersSql(ctx: Ctx, r: Range, moldNos: readonly string[]): Sql<CalendarOrder> {
  const { tenantId, zone } = ctx.who;
  const { submitted, audited, running } = orderState.values;
  const dayOf = (at: Sql) => sql`(${at} at time zone ${zone})::date`;
  return sql<CalendarOrder>`select x.*
    from (
      select p.order_id as "orderId", p.mold_no as "moldNo", p.order_state as "orderState",
        ${dayOf(sql`coalesce(p.started_at, p.planned_start, p.planned_end)`)} as "fromDay",
        greatest(
          ${dayOf(sql`p.planned_end`)},
          case when p.order_state = ${running} then ${r.today} end
        ) as "toDay"
      from production_order p
      where p.tenant_id = ${tenantId} and p.mold_no = any(${moldNos}::text[])
        and p.order_state in (${sql.constant(submitted)}, ${sql.constant(audited)}, ${sql.constant(running)})
    ) x
    where x."fromDay" <= ${r.last} and x."toDay" >= ${r.first}
    order by x."fromDay", x."orderId"`;
}

/** SQL expression: value of a numeric parameter of the tenant, or its default. */
const parameter = (ctx: Ctx, id: "MAINTAIN_DAY_HOURS" | "MAINTAIN_DAY_TASKS"): Sql =>
  sql`coalesce((
    select max(prm_value::numeric)
    from parameter
    where tenant_id = ${ctx.who.tenantId} and prm_id = ${id} and prm_value ~ '^[0-9]{1,3}(\\.[0-9])?$'
  ), ${standardOf(id)}::numeric)`;

/** Returns the maintenance calendar in two round trips: tasks and forecasts, and then people, loads and orders. */
export const calendarImpl = handle(maintenanceCalendar, async (ctx, { firstDay, kind, plantId }) => {
  const { tenantId, zone } = ctx.who;
  const today = sql`(${new Date(ctx.now)}::timestamptz at time zone ${zone})::date`;
  const r: Range = {
    kinds: [daily, major].filter((k) => (kind === null || k === kind) && may(ctx.who, menuOf[k], "Q")),
    plantId,
    first: sql`${firstDay}::date`,
    last: sql`(${firstDay}::date + ${calendarDays - 1}::int)`,
    today,
  };
  const [[settings], tasks, forecasts] = await ctx.db.run(tenantId, [
    sql<{ today: string; hours: number; tasks: number }>`select ${today} as today,
      ${parameter(ctx, "MAINTAIN_DAY_HOURS")}::float8 as hours, ${parameter(ctx, "MAINTAIN_DAY_TASKS")}::int as tasks`,
    tasksSql(ctx, r),
    forecastsSql(ctx, r),
  ]);
  const seesOrders = may(ctx.who, menus.productionOrder, "Q");
  const moldNos = [...new Set([...tasks, ...forecasts].map((t) => t.moldNo))];
  const assignees = [...new Set(tasks.flatMap((t) => t.assignee ?? []))];
  const [people, loads, orders] = await ctx.db.run(tenantId, [
    peopleSql(ctx, r, assignees),
    loadsSql(ctx, r, assignees),
    ordersSql(ctx, r, seesOrders ? moldNos : []),
  ]);
  return {
    today: settings?.today ?? firstDay,
    dayHours: settings?.hours ?? 0,
    dayTasks: settings?.tasks ?? 0,
    people,
    loads,
    tasks,
    taskCount: tasks[0]?.total ?? 0,
    forecasts,
    forecastCount: forecasts[0]?.total ?? 0,
    orders,
    seesOrders,
  };
});
