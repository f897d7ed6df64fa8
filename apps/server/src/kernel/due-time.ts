import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";

interface DueRows {
  readonly table: "counter_state" | "maintenance_check" | "production_order";
  /** Column with the time at which a job looks at the row again. */
  readonly time: "clock_at" | "check_at";
  /**
   * Maximum distance into the future of the times that the job stores in the column, ms. A row with a later time is due
   * at once, because the clock was set back after the time was stored.
   */
  readonly longestMs: number;
  readonly limit: number;
  /** Further condition on the row, alias `t`. */
  readonly where?: Sql;
}

/**
 * Selects the rows that are due, the oldest first. Also selects rows whose time is further in the future than any time
 * that the job stores: such a time was stored before the clock was set back. Each of the two conditions has a select of
 * its own, because one select with both conditions would read the whole index.
 */
export function dueRows(ctx: Ctx, { table, time, longestMs, limit, where = sql`true` }: DueRows): Sql {
  const at = sql.raw(`t.${time}`);
  const some = (condition: Sql) => sql`(
    select t.*
    from ${sql.raw(table)} t
    where t.tenant_id = ${ctx.who.tenantId} and ${where} and ${condition}
    order by ${at}
    limit ${limit}
  )`;
  return sql`
    ${some(sql`${at} <= ${new Date(ctx.now)}::timestamptz`)}
    union all
    ${some(sql`${at} > ${new Date(ctx.now + longestMs)}::timestamptz`)}
    limit ${limit}
  `;
}
