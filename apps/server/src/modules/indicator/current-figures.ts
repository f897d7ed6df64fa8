import { liveState } from "@shotkeeper/contract/enumerations";
import { type IndicatorName, idleBuckets, type Parts } from "@shotkeeper/contract/indicator";
import { serviceState } from "@shotkeeper/contract/mold";
import { orgType } from "@shotkeeper/contract/system";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { liveStateSql, totalShots } from "../mold/index.ts";

/**
 * Returns a FROM clause: molds that meet `where` (alias `t`) with their open binding (`b`), its counter (`c`) and the
 * counter's state (`s`).
 */
const from = (ctx: Ctx, where: Sql) => {
  const id = ctx.who.tenantId;
  return sql`(select m.* from mold m where m.archived_date is null and ${where}) t
    left join binding b on b.tenant_id = ${id} and b.mold_id = t.mold_id and b.unbound_at is null
    left join counter c on c.tenant_id = ${id} and c.counter_id = b.counter_id
    left join counter_state s on s.tenant_id = ${id} and s.counter_id = b.counter_id`;
};

/**
 * Returns an indicator's present figures, which screens show beside the figures of the period. `where` is a condition
 * on the mold with alias `m`.
 */
export async function currentFigures(ctx: Ctx, name: IndicatorName, where: Sql): Promise<Parts> {
  const { tenantId } = ctx.who;
  const ask = async (statement: Sql): Promise<Parts> => {
    const [rows] = await ctx.db.run(tenantId, [statement]);
    return Object.fromEntries(Object.entries(rows?.[0] ?? {}).map(([k, v]) => [k, Number(v ?? 0)]));
  };
  if (name === "idle") {
    const idle = sql.constant(liveState.values.idle);
    const days = sql`extract(epoch
        from ${new Date(ctx.now)}::timestamptz - greatest(s.last_shot_at, b.bound_at)) / 86400`;
    const counts = idleBuckets.map((from_, i) => {
      const to = idleBuckets[i + 1];
      const above = to === undefined ? sql.empty : sql` and x.days < ${to}`;
      return sql`count(*) filter (where x.serving and x.state = ${idle}
            and x.days >= ${from_}${above}) as ${sql.raw(`"idle${from_}"`)}`;
    });
    return ask(sql`select count(*) filter (where x.serving) as serving,
        count(*) filter (where x.serving and x.state = ${idle}) as "idleNow", ${sql.join(counts)}
      from (select t.service_state = ${sql.constant(serviceState.values.inService)} as serving,
          ${liveStateSql(ctx)} as state, ${days} as days
          from ${from(ctx, where)}) x`);
  }
  if (name === "utilization")
    return ask(
      sql`select coalesce(sum(${sql.raw(totalShots)}), 0) as "countShots",
          coalesce(sum(t.life_ten_thousands * 10000), 0) as "lifeShots"
        from ${from(ctx, where)} where t.life_ten_thousands > 0
        and t.service_state <> ${sql.constant(serviceState.values.scrapped)}`,
    );
  if (name === "returns")
    return ask(sql`select count(*) as "atMaker"
      from mold_visit s
      join mold m on m.tenant_id = ${tenantId} and m.mold_id = s.mold_id
      join organization o on o.tenant_id = ${tenantId} and o.org_id = s.org_id and o.type = ${orgType.values.maker}
      where s.tenant_id = ${tenantId} and s.visit_to is null and m.archived_date is null
        and s.org_id is distinct from m.plant_id and ${where}`);
  return {};
}
