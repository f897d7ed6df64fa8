import { repairLists, taskSource, taskState } from "@shotkeeper/contract/maintenance";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";

const breakdown = sql.constant(taskSource.values.breakdown);
const [done, removed] = [sql.constant(taskState.values.done), sql.constant(taskState.values.removed)];

/** SQL condition: the task (alias `k`) is a repair: its source is a breakdown, and no user has removed the task. */
export const isRepair: Sql = sql`k.task_source = ${breakdown} and k.state <> ${removed}`;

/** SQL condition: the repair (alias `k`) ended in the period after `from` up to `to`. */
export const endedIn = (from: Date, to: Date): Sql =>
  sql`${isRepair} and k.state = ${done} and k.done_at > ${from} and k.done_at <= ${to}`;

/** SQL expression: hours of the repair (alias `k`) from its start, or from its report if no start was entered. */
export const repairHours: Sql = sql.raw(
  "(extract(epoch from k.done_at - coalesce(k.started_at, k.raised_at)) / 3600)",
);

/**
 * SQL expression: name of a code, such as a fault, in the tenant's dictionary. `column` has the code. If the dictionary
 * does not contain the code, the expression returns the code itself.
 */
export const nameOfCode = (ctx: Ctx, column: string, code: keyof typeof repairLists): Sql => sql`coalesce(
  (
    select i.item_name
    from dictionary_item i
    where i.tenant_id = ${ctx.who.tenantId}
      and i.dict_code = ${repairLists[code]}
      and i.item_value = ${sql.raw(column)}
  ),
  ${sql.raw(column)}
)`;
