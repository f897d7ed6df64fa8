import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";

const images = {
  both: "before, after",
  before: "before",
  after: "after",
  none: "",
} as const;

/**
 * Builds the beginning of a statement that inserts into the system log. `target` is the table's wire name. `kept` tells
 * which images of the row (before, after) the statement inserts. The caller appends the key as text, these images, and
 * a FROM clause: logInto(ctx, "update", "PRD_ORDER") followed by `order_id, before, after from done`.
 */
export function logInto(ctx: Ctx, action: string, target: string, kept: keyof typeof images = "both"): Sql {
  const columns = sql.raw(images[kept] && `, ${images[kept]}`);
  return sql`
    insert into system_log (tenant_id, at, user_id, action, target, target_key${columns})
    select
      ${ctx.who.tenantId}::int, ${new Date(ctx.now)}::timestamptz, ${ctx.who.userId}::text,
      ${action}::text, ${target}::text,
  `;
}
