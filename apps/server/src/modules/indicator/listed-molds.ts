import type { Condition } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { moldScope } from "../mold/index.ts";

const columnOf: Readonly<Record<string, string>> = {
  moldNo: "mold_no",
  plantId: "plant_id",
  oemId: "oem_id",
  makerId: "maker_id",
  projectNo: "project_no",
};

/**
 * Selects the molds in the caller's scope that meet the list's EQ conditions on mold and organization. The list adds up
 * the rows of these molds only.
 */
export function moldsOf(ctx: Ctx, conditions: readonly Condition[]): Sql {
  const more = conditions.flatMap((c) => {
    const column = columnOf[c.field];
    return column && c.operator === "EQ" && c.value !== "" ? [sql`m.${sql.raw(column)} = ${c.value}`] : [];
  });
  const where = sql.join([sql`m.tenant_id = ${ctx.who.tenantId}`, moldScope(ctx, "m"), ...more], " and ");
  return sql`(select m.tenant_id, m.mold_id, m.mold_no from mold m where ${where})`;
}
