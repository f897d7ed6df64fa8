import { firstUseFacts } from "@shotkeeper/contract/first-use";
import { orgType } from "@shotkeeper/contract/system";
import { sql } from "../../kernel/db/sql.ts";
import { handle } from "../../kernel/registry.ts";

/**
 * Counts the tenant's organizations, users, molds and so on, without sample data. Archived rows do not count, because
 * they are out of use.
 */
export const firstUseFactsImpl = handle(firstUseFacts, async (ctx) => {
  const { tenantId } = ctx.who;
  const [[row]] = await ctx.db.run(tenantId, [
    sql<{
      oems: number;
      plants: number;
      makers: number;
      users: number;
      molds: number;
      bound: number;
      reporting: number;
      samples: number;
    }>`
      select
        (
          select count(*)
          from organization o
          where o.tenant_id = ${tenantId} and o.type = ${orgType.values.oem}
            and not o.is_sample and o.archived_date is null
        )::int as oems,
        (
          select count(distinct s.plant_id)
          from supplier_binding s
          where s.tenant_id = ${tenantId} and not s.is_sample
        )::int as plants,
        (
          select count(distinct s.maker_id)
          from manufacturer_binding s
          where s.tenant_id = ${tenantId} and not s.is_sample
        )::int as makers,
        (select count(*) from "user" u where u.tenant_id = ${tenantId})::int as users,
        (
          select count(*)
          from mold m
          where m.tenant_id = ${tenantId} and not m.is_sample and m.archived_date is null
        )::int as molds,
        count(*) filter (where not b.is_sample)::int as bound,
        count(*) filter (where not b.is_sample and b.has_reading)::int as reporting,
        (select count(*) from mold m where m.tenant_id = ${tenantId} and m.is_sample)::int as samples
      from (
        select m.is_sample, s.last_at is not null as has_reading
        from binding x
        join mold m on m.tenant_id = ${tenantId} and m.mold_id = x.mold_id
        left join counter_state s on s.tenant_id = ${tenantId} and s.counter_id = x.counter_id
        where x.tenant_id = ${tenantId} and x.unbound_at is null
      ) b
    `,
  ]);
  if (!row) throw new Error("a count answered no row");
  return row;
});
