import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { type Joins, joinsOf } from "../../kernel/joins.ts";
import { joinsByScope } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";

function counterJoins(ctx: Ctx): Joins {
  const id = ctx.who.tenantId;
  return {
    s: sql`left join counter_state s on s.tenant_id = ${id} and s.counter_id = t.counter_id`,
    b: sql`left join binding b on b.tenant_id = ${id} and b.counter_id = t.counter_id and b.unbound_at is null`,
    m: sql`left join mold m on m.tenant_id = ${id} and m.mold_id = b.mold_id`,
    plant: sql`left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id`,
  };
}

/**
 * Returns a FROM clause that selects counters. Aliases: `t` the counter, `s` its state, `b` its open binding and `m`
 * the bound mold. The clause also joins the mold's plant.
 */
export const counterFrom = (ctx: Ctx): Sql => sql`counter t ${joinsOf(counterJoins(ctx))}`;
/**
 * Query source of lists of counters. Aliases: `t` the counter, `s` its state, `b` its open binding and `m` the bound
 * mold.
 */
export const counterSource = joinsByScope(sql`counter t`, counterJoins);

/**
 * SQL condition: the caller may see the counter. Same rule as `counterScope`, but without joins, for statements that
 * write: it needs only the alias `t` (counter).
 */
export function counterRowScope(ctx: Ctx): Sql {
  if (ctx.who.scope.kind === "tenant") return sql.raw("true");
  const id = ctx.who.tenantId;
  return sql`exists (
    select from binding b
    join mold m on m.tenant_id = ${id} and m.mold_id = b.mold_id
    where b.tenant_id = ${id} and b.counter_id = t.counter_id and b.unbound_at is null and ${moldScope(ctx, "m")}
  )`;
}

/**
 * SQL condition: the caller may see the counter. Callers with tenant scope see all counters. Others see counters that
 * are bound to molds in their scope.
 */
export function counterScope(ctx: Ctx): Sql {
  return ctx.who.scope.kind === "tenant"
    ? sql.raw("true")
    : sql`(m.mold_id is not null and ${moldScope(ctx, "m")})`;
}

/**
 * SQL condition: the caller may see a reading. Callers with tenant scope see all readings. Others see a reading only if
 * its counter was on a mold in their scope at the time of the reading.
 *
 * @param reading SQL alias of the reading
 */
export function readingScope(ctx: Ctx, reading: string): Sql {
  if (ctx.who.scope.kind === "tenant") return sql.raw("true");
  const id = ctx.who.tenantId;
  const r = sql.raw(reading);
  return sql`
    exists (
      select
      from binding b
      join mold m on m.tenant_id = ${id} and m.mold_id = b.mold_id and ${moldScope(ctx, "m")}
      where b.tenant_id = ${id}
        and b.counter_id = ${r}.counter_id
        and ${r}.at >= b.bound_at
        and (b.unbound_at is null or ${r}.at <= b.unbound_at)
    )
  `;
}

/**
 * SQL expression: the remark of a counter (alias t) with a note at its end. Null if there is neither. Uses operators
 * instead of concat_ws, because Citus allows only immutable functions in an UPDATE.
 */
export const remarkWith = (note: string | null): Sql => sql`
  nullif(right(
    case when t.remark <> '' then t.remark || coalesce(' · ' || ${note}::text, '') else ${note}::text end, 500
  ), '')
`;
