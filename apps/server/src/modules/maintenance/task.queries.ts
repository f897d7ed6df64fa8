import {
  dailyTasks,
  maintenanceTask,
  majorTasks,
  taskKind,
  taskState,
} from "@shotkeeper/contract/maintenance";
import { type Ctx, may } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { personName } from "../../kernel/person-name.ts";
import { implement, type QueryImpl, table } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";
import { partsOf } from "./parts.ts";
import { lastDone, menuOf, runHoursSince, shotsSince } from "./run-hours.ts";

const [daily, major] = [sql.constant(taskKind.values.daily), sql.constant(taskKind.values.major)];
const { done, deferred, submitted } = taskState.values;
const removed = sql.constant(taskState.values.removed);

/** Returns a FROM clause. Aliases: `t` task, `m` its mold. */
function taskFrom(ctx: Ctx) {
  const id = ctx.who.tenantId;
  return sql`maintenance_task t
    join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id
    left join "user" person on person.tenant_id = ${id} and person.user_id = t.assignee`;
}

const newestFirst = [{ field: "raisedAt", direction: "desc" }] as const;

const since = (ctx: Ctx, figure: typeof runHoursSince) =>
  sql`(
    select round(${figure(ctx, "m.mold_id", "l.done_at")}, 1)
    from (select ${lastDone(ctx, sql`t.kind`)} as done_at) l
  )`;

const shared = {
  moldName: "m.mold_name",
  moldType: "m.mold_type",
  plantId: "m.plant_id",
  plantName: "plant.org_name",
  serviceState: "m.service_state",
  assigneeName: "coalesce(person.user_name, t.assignee)",
  doneByName: personName("t.done_by"),
  acceptedByName: personName("t.accepted_by"),
  // A finished task shows the run hours at the time when it was done. An open task shows the run hours up to now.
  runHoursNow: (ctx: Ctx) =>
    sql`case when t.done_at is not null then t.run_hours else ${since(ctx, runHoursSince)} end`,
  checkCount: "case when jsonb_typeof(t.results) = 'array' then jsonb_array_length(t.results) end",
  notOkCount: `case when jsonb_typeof(t.results) = 'array'
    then (select count(*) from jsonb_array_elements(t.results) x where x->>'RESULT' = 'notOk') end`,
  partsUsed: (ctx: Ctx) =>
    sql`(
      select string_agg(p.part_name || ' × ' || x.qty, '; ' order by p.part_name)
      from (${partsOf(ctx, sql.raw("t.task_id"))}) x
      join spare_part p on p.tenant_id = ${ctx.who.tenantId} and p.part_no = x.part_no
    )`,
} as const;

export const taskQueries: readonly QueryImpl[] = [
  implement(dailyTasks, {
    from: taskFrom,
    where: (ctx) => sql`t.kind = ${daily} and t.state <> ${removed} and ${moldScope(ctx, "m")}`,
    order: newestFirst,
    columns: {
      ...shared,
      tab: `case t.state when ${done} then 'done' when ${deferred} then 'deferred' else 'today' end`,
    },
  }),
  implement(majorTasks, {
    from: taskFrom,
    where: (ctx) => sql`t.kind = ${major} and t.state <> ${removed} and ${moldScope(ctx, "m")}`,
    order: newestFirst,
    columns: {
      ...shared,
      majorTab: `case t.state when ${done} then 'done' when ${submitted} then 'acceptance' else 'open' end`,
      takenParts: (ctx) =>
        sql`(
          select jsonb_agg(jsonb_build_object('PART_NO', x.part_no, 'QTY', x.qty) order by x.part_no)
          from (${partsOf(ctx, sql.raw("t.task_id"))}) x
        )`,
      runShotsNow: (ctx) =>
        sql`case
          when t.interval_shots is null then null
          when t.done_at is not null then t.run_shots
          else ${since(ctx, shotsSince)} end`,
    },
  }),
];

const kinds = Object.values(taskKind.values);

/**
 * Table of tasks. Users can read the tasks of those kinds of maintenance whose screen they may open. Only commands
 * and the job write tasks.
 */
export const taskTable = table(maintenanceTask, {
  from: taskFrom,
  where: (ctx) =>
    sql`t.kind = any(${kinds.filter((k) => may(ctx.who, menuOf[k], "Q"))}::int[]) and ${moldScope(ctx, "m")}`,
  writes: [],
});
