import { projectResult } from "@shotkeeper/contract/enumerations";
import { countState, serviceStatesOf } from "@shotkeeper/contract/inventory";
import { milestoneKind, milestoneStat } from "@shotkeeper/contract/new-mold";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { personName } from "../../kernel/person-name.ts";
import { progressOf } from "../../kernel/progress.ts";
import { moldScope } from "../mold/index.ts";

const { counting, checking, closed, cancelled } = countState.values;
export const goingOn = sql`t.count_state in (${counting}, ${checking})`;
export const isOver = sql`t.count_state not in (${counting}, ${checking})`;

/**
 * Column of inventory_line that contains the organization of the mold, for each kind of scope. Example: plant_id for a
 * caller who belongs to a plant.
 */
const ownColumn = { oem: "oem_id", plant: "plant_id", maker: "maker_id" } as const;

/**
 * Returns an SQL condition: the caller may see a line of a stock-take. Users see all lines of their organization's
 * stock-takes. In other stock-takes they see the lines of their own molds and of molds that their organization found.
 * @param l SQL alias of the line
 * @param c SQL alias of the stock-take
 */
export function lineScope(ctx: Ctx, l: string, c: string): Sql {
  const { scope } = ctx.who;
  if (scope.kind === "tenant") return sql.raw("true");
  if (scope.kind === "none") return sql.raw("false");
  return sql`(${sql.raw(c)}.org_id = ${scope.orgId}
      or ${sql.raw(`${l}.${ownColumn[scope.kind]}`)} = ${scope.orgId}
      or ${sql.raw(l)}.found_org = ${scope.orgId} or ${sql.raw(l)}.seen_org = ${scope.orgId})`;
}

/** SQL condition: the mold of the stock-take's line with alias `l` belongs to the caller's organization. */
export function isOwnLine(ctx: Ctx, l: string): Sql {
  const { scope } = ctx.who;
  if (scope.kind === "tenant") return sql.raw("true");
  if (scope.kind === "none") return sql.raw("false");
  return sql`${sql.raw(`${l}.${ownColumn[scope.kind]}`)} is not distinct from ${scope.orgId}`;
}

/**
 * SQL condition: the caller may see the stock-take with alias `t`, because the stock-take belongs to the caller's
 * organization or the caller may see one of its lines.
 */
export function countScope(ctx: Ctx): Sql {
  const { scope, tenantId } = ctx.who;
  if (scope.kind === "tenant") return sql.raw("true");
  if (scope.kind === "none") return sql.raw("false");
  return sql`(t.org_id = ${scope.orgId}
      or exists (select from inventory_line l
          where l.tenant_id = ${tenantId} and l.count_id = t.count_id and ${lineScope(ctx, "l", "t")}))`;
}

/**
 * SQL condition: all expected molds of a part are in the caller's scope. A part of a stock-take has the molds of one
 * plant. So the scope of a plant's user covers exactly the part of that plant. `p` is the SQL alias of the part.
 */
export function coversPart(ctx: Ctx, p: string): Sql {
  const { scope, tenantId } = ctx.who;
  if (scope.kind === "tenant") return sql.raw("true");
  if (scope.kind === "none") return sql.raw("false");
  const part = sql.raw(p);
  if (scope.kind === "plant") return sql`${part}.plant_id is not distinct from ${scope.orgId}`;
  return sql`not exists (select from inventory_line l
      where l.tenant_id = ${tenantId} and l.count_id = ${part}.count_id and l.expected
        and l.plant_id is not distinct from ${part}.plant_id
        and l.${sql.raw(ownColumn[scope.kind])} is distinct from ${scope.orgId})`;
}

/**
 * SQL condition: the caller may see the part with alias `t`. Callers see the parts in their scope and all parts of
 * their own organization's stock-takes.
 */
export function partScope(ctx: Ctx): Sql {
  const { scope, tenantId } = ctx.who;
  if (scope.kind === "tenant" || scope.kind === "none") return coversPart(ctx, "t");
  return sql`(${coversPart(ctx, "t")} or exists (select from inventory_count c
      where c.tenant_id = ${tenantId} and c.count_id = t.count_id and c.org_id = ${scope.orgId}))`;
}

/** SQL condition: the caller's scope covers all parts of the stock-take (alias `t`) that are not cancelled. */
const coversAll = (ctx: Ctx): Sql =>
  ctx.who.scope.kind === "tenant"
    ? sql.raw("t.tenant_id is not null")
    : sql`not exists (select from inventory_part p
        where p.tenant_id = ${ctx.who.tenantId} and p.count_id = t.count_id
          and p.part_state <> ${cancelled} and not ${coversPart(ctx, "p")})`;

/**
 * SQL expression: state of the caller's part of the stock-take with alias `t`. Null if the caller belongs to no plant.
 */
const partState = (ctx: Ctx): Sql =>
  sql`(select p.part_state from inventory_part p
      where p.tenant_id = ${ctx.who.tenantId} and p.count_id = t.count_id
        and p.plant_id = ${ctx.who.scope.kind === "plant" ? ctx.who.scope.orgId : null})`;

/** SQL expressions of columns by which a screen decides which steps of a stock-take it offers to the caller. */
export const stepColumns = { partState, coversAll } as const;

/**
 * Selects the figures of the stock-take with alias `t`, such as the number of expected molds. Only lines in the
 * caller's scope count.
 */
export function figures(ctx: Ctx): Sql {
  return sql`select count(*) filter (where l.expected) as expected,
      count(*) filter (where l.result = 'auto') as auto, count(*) filter (where l.result = 'here') as here,
      count(*) filter (where l.result = 'elsewhere') as elsewhere,
        count(*) filter (where l.result = 'missing') as missing,
        count(*) filter (where l.result = 'surplus') as surplus,
      count(*) filter (where l.result = 'open') as open,
        count(*) filter (where l.result = 'surplus' and l.accepted is null) as waiting
    from inventory_line l
      where l.tenant_id = ${ctx.who.tenantId} and l.count_id = t.count_id and not l.is_cancelled
        and ${lineScope(ctx, "l", "t")}`;
}

/**
 * SQL expression: id of the latest stock-take that was closed before the stock-take with alias `c` ended and has the
 * same scope: organization, plants, OEM and service states. Null without such a stock-take.
 */
const previousCount = (ctx: Ctx, c: "t" | "h"): Sql => {
  const count = sql.raw(c);
  return sql`(select p.count_id
      from inventory_count p
      where p.tenant_id = ${ctx.who.tenantId}
        and p.count_state = ${closed}
        and p.ended_at < coalesce(${count}.ended_at, 'infinity')
        and p.count_id <> ${count}.count_id
        and p.org_id is not distinct from ${count}.org_id
        and p.plant_ids is not distinct from ${count}.plant_ids
        and p.oem_id is not distinct from ${count}.oem_id
        and p.mold_states is not distinct from ${count}.mold_states
      order by p.ended_at desc limit 1)`;
};

export function countJoins(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`left join organization oem on oem.tenant_id = ${id} and oem.org_id = t.oem_id
    left join lateral (${figures(ctx)}) f on true`;
}

/** SQL expressions of the columns that lists of stock-takes compute, such as the names of the plants. */
export const countColumns = {
  oemName: "oem.org_name",
  startedByName: personName("t.started_by"),
  endedByName: personName("t.ended_by"),
  plantNames: (ctx: Ctx) =>
    sql`(select string_agg(o.org_name, ' · ' order by o.org_id)
      from organization o
      where o.tenant_id = ${ctx.who.tenantId} and o.org_id = any(string_to_array(t.plant_ids, ',')))`,
  expectedMolds: "f.expected",
  autoMolds: "f.auto",
  hereMolds: "f.here",
  elsewhereMolds: "f.elsewhere",
  missingMolds: "f.missing",
  surplusMolds: "f.surplus",
  openMolds: "f.open",
  surplusWaiting: "f.waiting",
  ...stepColumns,
  isSigner: (ctx: Ctx) =>
    sql`exists (select from inventory_part p
      where p.tenant_id = ${ctx.who.tenantId} and p.count_id = t.count_id and p.signed_by = ${ctx.who.userId})`,
  foundShare: progressOf("(f.auto + f.here + f.elsewhere)", "nullif(f.expected, 0)"),
  durationHours: (ctx: Ctx) =>
    sql`round((extract(epoch
            from coalesce(t.ended_at, ${new Date(ctx.now)}::timestamptz) - t.started_at) / 3600)::numeric,
          1)`,
  previousId: (ctx: Ctx) => previousCount(ctx, "t"),
} as const;

/** Returns a FROM clause: lines of stock-takes (alias `t`), each with its stock-take (alias `c`). */
export const lineFrom = (ctx: Ctx): Sql =>
  sql`inventory_line t join inventory_count c on c.tenant_id = ${ctx.who.tenantId} and c.count_id = t.count_id`;

export function lineJoins(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  // Leaves out the data of a surplus mold outside the user's scope. The user sees the line with the mold number, but
  // not, for example, the mold's name.
  return sql`left join inventory_count h on h.tenant_id = ${id} and h.count_id = t.count_id
    left join mold m on m.tenant_id = ${id} and m.mold_no = t.mold_no and (t.expected or ${moldScope(ctx, "m")})
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = coalesce(t.plant_id, m.plant_id)
    left join organization oem on oem.tenant_id = ${id} and oem.org_id = coalesce(t.oem_id, m.oem_id)
    left join lateral (select pl.result, pl.count_id
      from inventory_line pl
      where pl.tenant_id = ${id}
        and pl.mold_no = t.mold_no
        and not pl.is_cancelled
        and pl.count_id = ${previousCount(ctx, "h")}
      limit 1) prev on true`;
}

/** SQL expression: fence radius of a plant, m. The default is 2 km. Null if the plant has no coordinates. */
export const fenceRadius =
  "case when plant.longitude is not null and plant.latitude is not null then coalesce(plant.radius, 2000) end";

export const lineColumns = {
  moldName: "m.mold_name",
  plantName: "plant.org_name",
  oemName: "oem.org_name",
  countState: "h.count_state",
  radius: fenceRadius,
  foundByName: personName("t.found_by"),
  seenByName: personName("t.seen_by"),
  previousResult: "prev.result",
  previousCount: "prev.count_id",
} as const;

export interface CountScope {
  readonly plantIds: string | null;
  readonly oemId: string | null;
  readonly moldStates: string | null;
}

/**
 * SQL condition: the mold with alias `t` has a plan whose handover is not confirmed. The mold is still at its maker, so
 * it cannot be at its plant yet. A cancelled plan does not count, because its handover will never be confirmed.
 */
const isBeforeHandover = (ctx: Ctx): Sql =>
  sql`exists (
        select
        from new_mold_milestone h
        join new_mold_plan p on p.tenant_id = ${ctx.who.tenantId} and p.mold_no = h.mold_no
        where h.tenant_id = ${ctx.who.tenantId} and h.mold_no = t.mold_no
          and h.milestone_kind = ${sql.constant(milestoneKind.values.handover)}
          and h.milestone_stat <> ${sql.constant(milestoneStat.values.confirmed)}
          and p.project_result <> ${sql.constant(projectResult.values.cancelled)}
      )`;

/**
 * Returns an SQL condition: the mold with alias `t` belongs to the scope `s` of a stock-take, so the stock-take expects
 * to find the mold.
 */
export function expectedMolds(ctx: Ctx, s: CountScope): Sql {
  return sql`${moldScope(ctx)}
      and t.archived_date is null
      and (${s.plantIds}::text is null or t.plant_id = any(string_to_array(${s.plantIds}::text, ',')))
    and (${s.oemId}::text is null or t.oem_id = ${s.oemId})
        and t.service_state = any(${serviceStatesOf(s.moldStates)}::int[])
        and not ${isBeforeHandover(ctx)}`;
}
