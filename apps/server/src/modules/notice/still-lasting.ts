import { taskState } from "@shotkeeper/contract/maintenance";
import { orderState } from "@shotkeeper/contract/production";
import { type Sql, sql } from "../../kernel/db/sql.ts";

/**
 * SQL condition: the cause of an outbox row (alias `x`) still exists. The column `lasting` names the cause, for example
 * "warning/12". If the cause has ended while the rule waited, the notice is not sent.
 */
export function stillLasts(tenantId: number): Sql {
  const id = sql.raw("substr(x.lasting, strpos(x.lasting, '/') + 1)");
  const { due, overdue } = taskState.values;
  const { audited, running } = orderState.values;
  const kind = sql.raw("split_part(x.lasting, '/', 1)");
  // Repeats the comparison in each WHEN, because Citus does not accept `case <value> when …` in an UPDATE.
  return sql`case
    when ${kind} = 'warning' then exists (
      select from warning w
      where w.tenant_id = ${tenantId}
        and w.warning_id::text = ${id}
        and w.ended_at is null
        and w.cleared_at is null
        and w.withdrawn_at is null)
    when ${kind} = 'maintenance' then exists (
      select from maintenance_task k
      where k.tenant_id = ${tenantId} and k.task_id = ${id} and k.state in (${due}, ${overdue}))
    when ${kind} = 'order' then exists (
      select from production_order o
      where o.tenant_id = ${tenantId} and o.order_id = ${id} and o.order_state in (${audited}, ${running}))
    else true
  end`;
}
