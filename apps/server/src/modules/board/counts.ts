import { liveState } from "@shotkeeper/contract/basic";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { liveStateSql, moldScope } from "../basic/index.ts";

/** Molds with what their state needs; names of organisations are joined to the groups, which are few. */
export function stateFrom(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`mold t
    left join binding b on b.tenant_id = ${id} and b.mold_id = t.mold_id and b.unbound_at is null
    left join counter c on c.tenant_id = ${id} and c.counter_id = b.counter_id
    left join counter_state s on s.tenant_id = ${id} and s.counter_id = b.counter_id`;
}

/** Molds by plant and state. */
export function statesSql(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`select x.*, o.org_name as name, o.longitude as lng, o.latitude as lat from (
      select t.plant_id as plant, ${liveStateSql(ctx)} as state, count(*) as molds, count(*) filter (where t.service_state = 0) as serving
      from ${stateFrom(ctx)} where t.tenant_id = ${id} and ${moldScope(ctx)} group by 1, 2) x
    left join organization o on o.tenant_id = ${id} and o.org_id = x.plant order by o.org_name, x.plant`;
}

export interface StateCount {
  readonly plant: string | null;
  readonly state: string;
  readonly molds: number;
  readonly serving: number;
  readonly name: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

/** Every state with its molds, also those without any. */
export function statesOf(rows: readonly Pick<StateCount, "state" | "molds">[]): Record<string, number> {
  const out: Record<string, number> = Object.fromEntries(Object.values(liveState.values).map((s) => [s, 0]));
  for (const r of rows) out[r.state] = (out[r.state] ?? 0) + Number(r.molds);
  return out;
}

/** Maintenance tasks that are due or overdue; `where` is about the mold m. */
export function dueSql(ctx: Ctx, where: Sql): Sql {
  const id = ctx.who.tenantId;
  return sql`select count(*) as n from maintenance_task t join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no
    where t.tenant_id = ${id} and t.state <> 4 and t.state in (1, 3) and ${moldScope(ctx, "m")} and ${where}`;
}
