import { errors, onWire, snake } from "@shotkeeper/contract/kernel";
import { mold, serviceState } from "@shotkeeper/contract/mold";
import { organization, organizationList, user, userStatus } from "@shotkeeper/contract/system";
import { usageName } from "@shotkeeper/contract/usage-lists";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { implement, table } from "../../kernel/registry.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * SQL condition: users with tenant scope see all companies, other users only their own company. For the names of
 * other companies, forms use query SYS100 Q02.
 */
function organizationScope({ who: { scope } }: Ctx): Sql {
  if (scope.kind === "tenant") return sql.raw("true");
  return scope.kind === "none" ? sql.raw("false") : sql`t.org_id = ${scope.orgId}`;
}

/**
 * Selects the number of molds at each company, made by it or owned by it. Counts the molds of each group of companies
 * first, because PostgreSQL would otherwise read all molds for each company.
 */
const moldCounts = (ctx: Ctx): Sql => sql`
  select u.org_id, sum(g.n)::bigint as molds
  from (
    select x.plant_id, x.maker_id, x.oem_id, count(*) as n
    from mold x
    where x.tenant_id = ${ctx.who.tenantId}
    group by 1, 2, 3
  ) g
  cross join lateral (
    select distinct o from unnest(array[g.plant_id, g.maker_id, g.oem_id]) o where o is not null
  ) u (org_id)
  group by 1
`;

export const organizationListImpl = implement(organizationList, {
  from: "organization",
  joins: (ctx) => ({
    parent: sql`
      left join organization parent on parent.tenant_id = ${ctx.who.tenantId}
        and parent.org_id = t.parent_id
    `,
    c: sql`left join (${moldCounts(ctx)}) c on c.org_id = t.org_id`,
  }),
  where: organizationScope,
  columns: {
    parentName: "parent.org_name",
    userCount: (ctx) =>
      sql`(select count(*) from "user" x where x.tenant_id = ${ctx.who.tenantId} and x.org_id = t.org_id)`,
    moldCount: "coalesce(c.molds, 0)",
  },
  order: [{ field: "type", direction: "asc" }],
});

/** Throws missingField if the organization would have only one of the two coordinates. */
async function checkPlace(ctx: Ctx, row: Row): Promise<void> {
  if (!("longitude" in row) && !("latitude" in row)) return;
  const { tenantId } = ctx.who;
  const [stored] = await ctx.db.run(tenantId, [
    sql`select longitude, latitude from organization where tenant_id = ${tenantId} and org_id = ${row.orgId}`,
  ]);
  const { longitude = null, latitude = null } = { ...stored?.[0], ...row };
  if ((longitude === null) !== (latitude === null))
    throw errors.missingField(onWire(longitude === null ? "LONGITUDE" : "LATITUDE"));
}

/** Throws invalidField if the parent of an organization would be the organization itself or one of its descendants. */
async function checkParent(ctx: Ctx, { orgId, parentId }: Row): Promise<void> {
  if (parentId === null || parentId === undefined) return;
  const { tenantId } = ctx.who;
  const [above] = await ctx.db.run(tenantId, [
    sql`
      with recursive up as (
        select o.org_id, o.parent_id
        from organization o
        where o.tenant_id = ${tenantId} and o.org_id = ${parentId}
        union
        select o.org_id, o.parent_id
        from up
        join organization o on o.tenant_id = ${tenantId} and o.org_id = up.parent_id
      )
      select 1
      from up
      where org_id = ${orgId}
    `,
  ]);
  if (orgId === parentId || above?.length) throw errors.invalidField("parentId");
}

const placeFields = ["longitude", "latitude", "radius"] as const;

export const organizationTable = table(organization, {
  from: "organization",
  where: organizationScope,
  writes: ["A", "M", "D"],
  async check(ctx, action, rows) {
    if (action === "D") return;
    for (const row of rows as Record<string, unknown>[]) {
      await checkPlace(ctx, row);
      await checkParent(ctx, row);
    }
  },
  activeIn: (ctx, keys) => [
    ...(["oemId", "plantId", "makerId"] as const).map(
      (name) => sql`
        select ${usageName(mold, name)}::text as wire, count(*)::int as n
        from mold m
        where m.tenant_id = ${ctx.who.tenantId}
          and m.archived_date is null
          and m.service_state <> ${serviceState.values.scrapped}
          and m.${sql.id(snake(name))} in (${keys})
      `,
    ),
    sql`
      select ${usageName(user, "orgId")}::text as wire, count(*)::int as n
      from "user" u
      where u.tenant_id = ${ctx.who.tenantId}
        and u.status = ${userStatus.values.enabled}
        and u.org_id in (${keys})
    `,
  ],
  after(ctx, action, rows) {
    const { tenantId } = ctx.who;
    const moved = rows.filter((r) => placeFields.some((f) => f in r)).map((r) => r.orgId);
    if (action !== "M" || moved.length === 0) return [];
    // Increases `rev` of the counters on molds of the plant, so that the ledger reloads their cached data. These data
    // contain the position of the plant, with which the ledger compares the positions of the molds.
    return [
      sql`
        update counter_state s
        set rev = s.rev + 1
        from binding b, mold m
        where s.tenant_id = ${tenantId}
          and b.tenant_id = ${tenantId}
          and m.tenant_id = ${tenantId}
          and m.plant_id = any(${moved})
          and b.mold_id = m.mold_id
          and b.unbound_at is null
          and s.counter_id = b.counter_id
      `,
    ];
  },
  done: (ctx) => ctx.events.emit(ctx.who.tenantId, { type: "board" }),
});
