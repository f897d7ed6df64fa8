import { maintenanceFigures, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import { sql } from "../../kernel/db/sql.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { moldScope } from "../basic/index.ts";

const dayMs = 86_400_000;
/** So much of the interval a mold may have run when its maintenance is still on time. */
const grace = 1.1;
const { done, overdue, removed } = taskState.values;
const { hours, shots, breakdown } = taskSource.values;

const rounded = (n: number | null, digits = 1) => (n === null ? null : Number(n.toFixed(digits)));

/** The formulas stand with the command in the contract. */
export const figuresImpl: CommandImpl = handle(maintenanceFigures, async (ctx, { days, kind, moldNo }) => {
  const { tenantId, zone } = ctx.who;
  const from = new Date(ctx.now - days * dayMs);
  const to = new Date(ctx.now);
  const molds = sql`select t.mold_id, t.mold_no from mold t where t.tenant_id = ${tenantId} and ${moldScope(ctx)} and (${moldNo}::text is null or t.mold_no = ${moldNo})`;
  const finished = sql`k.state = ${done} and k.done_at > ${from} and k.done_at <= ${to}`;
  const onTime = sql`not k.is_delay and k.overdue_at is null
    and (k.plan_date is null or (k.done_at at time zone ${zone})::date <= k.plan_date)
    and (k.task_source <> ${hours} or k.run_hours <= k.interval_hours * ${grace}::numeric)
    and (k.task_source <> ${shots} or k.run_shots <= k.interval_shots * ${grace}::numeric)`;
  // A mold that breaks down does so for either kind of maintenance.
  const isBreakdown = sql`k.task_source = ${breakdown}`;
  const isAsked = sql`(${kind}::int is null or k.kind = ${kind})`;
  const isUpkeep = sql`not ${isBreakdown} and ${isAsked}`;
  const [tasks, ran] = await ctx.db.run(tenantId, [
    sql`select count(*) filter (where ${isUpkeep} and ${finished}) as done,
        count(*) filter (where ${isUpkeep} and ${finished} and ${onTime}) as on_time,
        count(*) filter (where ${isUpkeep} and k.state = ${overdue}) as overdue,
        count(*) filter (where ${isBreakdown} and k.raised_at > ${from} and k.raised_at <= ${to}) as breakdowns,
        count(*) filter (where ${isBreakdown} and ${finished}) as repairs,
        coalesce(sum(extract(epoch from k.done_at - coalesce(k.started_at, k.raised_at)) / 3600) filter (where ${isBreakdown} and ${finished}), 0) as repair_hours,
        coalesce(sum(k.cost) filter (where ${finished} and ${isAsked}), 0) as cost
      from maintenance_task k join (${molds}) m on m.mold_no = k.mold_no
      where k.tenant_id = ${tenantId} and k.state <> ${removed}`,
    sql`select coalesce(sum(h.run_ms), 0) / 3600000.0 as hours from shot_hour h join (${molds}) m on m.mold_id = h.mold_id
      where h.tenant_id = ${tenantId} and h.hour >= date_trunc('hour', ${from}::timestamptz) and h.hour < ${to}`,
  ]);
  const n = (name: string) => Number(tasks?.[0]?.[name] ?? 0);
  const runHours = Number(ran?.[0]?.hours ?? 0);
  const due = n("done") + n("overdue");
  return {
    FROM: from.toISOString(),
    TO: to.toISOString(),
    DONE: n("done"),
    ON_TIME: n("on_time"),
    OVERDUE: n("overdue"),
    ON_TIME_RATE: due === 0 ? null : rounded((n("on_time") * 100) / due),
    RUN_HOURS: rounded(runHours) ?? 0,
    BREAKDOWNS: n("breakdowns"),
    MTBF: n("breakdowns") === 0 ? null : rounded(runHours / n("breakdowns")),
    REPAIRS: n("repairs"),
    REPAIR_HOURS: rounded(n("repair_hours")) ?? 0,
    MTTR: n("repairs") === 0 ? null : rounded(n("repair_hours") / n("repairs")),
    COST: n("cost"),
  };
});
