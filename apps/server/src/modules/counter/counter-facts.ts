import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { moldScope } from "../mold/index.ts";

/**
 * Returns a FROM clause. Aliases: `t` counter, `s` its state, `b` its open binding, `m` the bound mold, plus the mold's
 * plant.
 */
export function counterFrom(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`counter t
    left join counter_state s on s.tenant_id = ${id} and s.counter_id = t.counter_id
    left join binding b on b.tenant_id = ${id} and b.counter_id = t.counter_id and b.unbound_at is null
    left join mold m on m.tenant_id = ${id} and m.mold_id = b.mold_id
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id`;
}

/**
 * SQL condition on a counter (alias `t`): the caller may see the counter. Callers with tenant scope see all counters.
 * Others see counters that are bound to molds in their scope. It is a sub-select, because writes have no joins.
 */
export function counterScope(ctx: Ctx): Sql {
  if (ctx.who.scope.kind === "tenant") return sql.raw("true");
  const id = ctx.who.tenantId;
  return sql`
    exists (
      select
      from binding sb
      join mold sm on sm.tenant_id = ${id} and sm.mold_id = sb.mold_id and ${moldScope(ctx, "sm")}
      where sb.tenant_id = ${id} and sb.counter_id = t.counter_id and sb.unbound_at is null
    )
  `;
}
