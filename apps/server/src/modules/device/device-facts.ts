import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { moldScope } from "../mold/index.ts";

/**
 * Returns a FROM clause that selects machines. Aliases: `t` the machine, `x` its open mounting and `m` the mounted
 * mold. The clause also joins the machine's plant.
 */
export function deviceFrom(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`device t
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = t.plant_id
    left join device_mold x on x.tenant_id = ${id} and x.device_id = t.device_id and x.unmounted_at is null
    left join mold m on m.tenant_id = ${id} and m.mold_no = x.mold_no`;
}

/**
 * SQL condition: the caller may see the machine with alias `t`. A plant sees its own machines. OEMs and makers see
 * machines on which one of their molds is mounted.
 */
export function deviceScope(ctx: Ctx): Sql {
  const { scope } = ctx.who;
  if (scope.kind === "tenant") return sql.raw("true");
  if (scope.kind === "plant") return sql`t.plant_id = ${scope.orgId}`;
  return sql`(m.mold_no is not null and ${moldScope(ctx, "m")})`;
}

/**
 * Returns an SQL expression: number of shots that the mounted mold made in the hours that began during the mounting.
 * @param mount SQL alias of the mounting
 * @param from epoch ms; hours before this time are left out
 */
export function mountedShots(ctx: Ctx, mount: string, from?: number): Sql {
  const a = sql.raw(mount);
  const since =
    from === undefined
      ? sql`${a}.mounted_at`
      : sql`greatest(${a}.mounted_at, ${new Date(from)}::timestamptz)`;
  return sql`
    (
      select coalesce(sum(h.shots), 0)::bigint
      from mold hm
      join shot_hour h on h.tenant_id = ${ctx.who.tenantId} and h.mold_id = hm.mold_id
      where hm.tenant_id = ${ctx.who.tenantId}
        and hm.mold_no = ${a}.mold_no
        and h.hour >= ${since}
        and (${a}.unmounted_at is null or h.hour < ${a}.unmounted_at)
    )
  `;
}
