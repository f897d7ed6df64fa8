import { maintenanceFigures, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import { sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";

const dayMs = 86_400_000;
/** Maintenance counts as on time if it was done within this multiple of the maintenance interval. */
const onTimeFactor = 1.1;
const done = sql.constant(taskState.values.done);
const overdue = sql.constant(taskState.values.overdue);
const removed = sql.constant(taskState.values.removed);
const hours = sql.constant(taskSource.values.hours);
const shots = sql.constant(taskSource.values.shots);
const breakdown = sql.constant(taskSource.values.breakdown);

interface TaskSums {
  readonly done: number;
  readonly on_time: number;
  readonly overdue: number;
  readonly breakdowns: number;
  readonly repairs: number;
  readonly repair_hours: number;
  readonly cost: number;
  readonly repair_cost: number;
}
const noTasks: TaskSums = {
  done: 0,
  on_time: 0,
  overdue: 0,
  breakdowns: 0,
  repairs: 0,
  repair_hours: 0,
  cost: 0,
  repair_cost: 0,
};

const rounded = (n: number) => Number(n.toFixed(1));

/** Returns the maintenance figures. The comment of `maintenanceFigures` in the contract defines their formulas. */
export const figuresImpl: CommandImpl = handle(maintenanceFigures, async (ctx, { days, kind, moldNo }) => {
  const { tenantId, zone } = ctx.who;
  const from = new Date(ctx.now - days * dayMs);
  const to = new Date(ctx.now);
  const molds = sql`select t.mold_id, t.mold_no
      from mold t
      where t.tenant_id = ${tenantId} and ${moldScope(ctx)} and (${moldNo}::text is null or t.mold_no = ${moldNo})`;
  const finished = sql`k.state = ${done} and k.done_at > ${from} and k.done_at <= ${to}`;
  const onTime = sql`not k.is_delay and k.overdue_at is null
    and (k.plan_date is null or (k.done_at at time zone ${zone})::date <= k.plan_date)
    and (k.task_source <> ${hours} or k.run_hours <= k.interval_hours * ${onTimeFactor}::numeric)
    and (k.task_source <> ${shots} or k.run_shots <= k.interval_shots * ${onTimeFactor}::numeric)`;
  // Does not apply `isOfKind` to breakdowns, because breakdown figures cover both kinds of maintenance.
  const isBreakdown = sql`k.task_source = ${breakdown}`;
  const isOfKind = sql`(${kind}::int is null or k.kind = ${kind})`;
  const isMaintenance = sql`not ${isBreakdown} and ${isOfKind}`;
  const [[tasks = noTasks], [run]] = await ctx.db.run(tenantId, [
    sql<TaskSums>`select count(*) filter (where ${isMaintenance} and ${finished}) as done,
        count(*) filter (where ${isMaintenance} and ${finished} and ${onTime}) as on_time,
        count(*) filter (where ${isMaintenance} and k.state = ${overdue}) as overdue,
        count(*) filter (where ${isBreakdown} and k.raised_at > ${from} and k.raised_at <= ${to}) as breakdowns,
        count(*) filter (where ${isBreakdown} and ${finished}) as repairs,
        coalesce(sum(extract(epoch from k.done_at - coalesce(k.started_at, k.raised_at)) / 3600)
          filter (where ${isBreakdown} and ${finished}), 0) as repair_hours,
        coalesce(sum(k.cost) filter (where ${finished} and ${isOfKind}), 0) as cost,
        coalesce(sum(k.cost) filter (where ${isBreakdown} and ${finished}), 0) as repair_cost
      from maintenance_task k
      join (${molds}) m on m.mold_no = k.mold_no
      where k.tenant_id = ${tenantId} and k.state <> ${removed}`,
    sql<{ hours: number }>`select coalesce(sum(h.run_ms), 0) / 3600000.0 as hours
      from shot_hour h
      join (${molds}) m on m.mold_id = h.mold_id
      where h.tenant_id = ${tenantId}
        and h.hour >= date_trunc('hour', ${from}::timestamptz)
        and h.hour < ${to}`,
  ]);
  const runHours = run?.hours ?? 0;
  const due = tasks.done + tasks.overdue;
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    done: tasks.done,
    onTime: tasks.on_time,
    overdue: tasks.overdue,
    onTimeRate: due === 0 ? null : Math.floor((tasks.on_time * 1000) / due) / 10,
    runHours: rounded(runHours),
    breakdowns: tasks.breakdowns,
    mtbf: tasks.breakdowns === 0 ? null : rounded(runHours / tasks.breakdowns),
    repairs: tasks.repairs,
    repairHours: rounded(tasks.repair_hours),
    mttr: tasks.repairs === 0 ? null : rounded(tasks.repair_hours / tasks.repairs),
    cost: tasks.cost,
    repairCost: tasks.repair_cost,
  };
});
