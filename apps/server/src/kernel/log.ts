import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";

const images = {
  both: "before, after",
  before: "before",
  after: "after",
  none: "",
} as const;

/**
 * Builds the beginning of a statement that inserts into the system log. `target` is the table's wire name. The caller
 * appends the key as text, the images before and after, and a FROM clause: logInto(ctx, "update", "PRD_ORDER")
 * followed by `order_id, before, after from done`.
 */
export function logInto(ctx: Ctx, action: string, target: string, kept: keyof typeof images = "both"): Sql {
  const columns = sql.raw(images[kept] && `, ${images[kept]}`);
  const { apiKey } = ctx.who;
  const keyColumn = sql.raw(apiKey ? "api_key, " : "");
  return sql`
    insert into system_log (tenant_id, at, user_id, action, target, ${keyColumn}target_key${columns})
    select
      ${ctx.who.tenantId}::int, ${new Date(ctx.now)}::timestamptz, ${ctx.who.userId}::text,
      ${action}::text, ${target}::text, ${apiKey ? sql`${apiKey.name}::text,` : sql.empty}
  `;
}
