import type { Ctx } from "./ctx.ts";
import { type Sql, sql } from "./db/sql.ts";

/**
 * Returns an SQL expression: name of the user whose id is in `column`. If the user does not exist any more, the value
 * is the id.
 */
export const personName =
  (column: string) =>
  (ctx: Ctx): Sql =>
    sql`coalesce(
      (select u.user_name from "user" u where u.tenant_id = ${ctx.who.tenantId} and u.user_id = ${sql.raw(column)}),
      ${sql.raw(column)}
    )`;
