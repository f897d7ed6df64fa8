import { dailyTasks, maintenanceTask, taskKind } from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import { sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";
import { moldScope } from "../basic/index.ts";
import { lastDone, runHoursSince } from "./run-hours.ts";

/** t the task, m its mold. */
function taskFrom(ctx: Ctx) {
  const id = ctx.who.tenantId;
  return sql`maintenance_task t
    join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id`;
}

export const dailyTasksImpl = implement(dailyTasks, {
  from: taskFrom,
  where: (ctx) => sql`t.kind = ${taskKind.values.daily} and ${moldScope(ctx, "m")}`,
  order: [{ field: "raisedAt", direction: "desc" }],
  columns: {
    moldName: "m.mold_name",
    moldType: "m.mold_type",
    plantName: "plant.org_name",
    tab: "case t.state when 4 then 'done' when 2 then 'deferred' else 'today' end",
    // Of a task that is done: the hours at which it was done.
    runHoursNow: (ctx) =>
      sql`case when t.state = 4 then t.run_hours else (select round(${runHoursSince(ctx, "m.mold_id", "l.done_at")}, 1)
        from (select ${lastDone(ctx, sql`t.kind`)} as done_at) l) end`,
  },
});

/** Read as a table, written by commands and by the job only. */
export const taskTable = table(maintenanceTask, {
  from: taskFrom,
  where: (ctx) => moldScope(ctx, "m"),
  writes: [],
});
