import { userStatus } from "@shotkeeper/contract/system";
import { warning, warningList, warningPeople } from "@shotkeeper/contract/warning";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { personName } from "../../kernel/person-name.ts";
import { implement, joinsByScope, table } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";

/**
 * SQL expression: mold id of a warning. A warning about a counter may store no mold. Such a warning belongs to the mold
 * to which the counter is bound now. `greatest` returns the id that is not null. With `coalesce` instead, row-level
 * security would prevent index scans and hash joins of molds.
 */
const moldId = "greatest(t.mold_id, b.mold_id)";

function moldJoins(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`left join binding b on t.mold_id is null
      and b.tenant_id = ${id}
      and b.counter_id = t.counter_id
      and b.unbound_at is null
    left join mold m on m.tenant_id = ${id} and m.mold_id = ${sql.raw(moldId)}`;
}

/**
 * Returns a FROM clause. Aliases: `t` is the warning, and `m` its mold. `b` is the open binding of the warning's
 * counter, joined only if the warning has no mold id.
 */
export const warningMold = (ctx: Ctx): Sql => sql`warning t ${moldJoins(ctx)}`;

/**
 * Returns a FROM clause for counts of open warnings. Joins the molds only for users without tenant scope, who see only
 * the warnings of their molds.
 */
export const countedWarnings = (ctx: Ctx): Sql =>
  ctx.who.scope.kind === "tenant" ? sql`warning t` : warningMold(ctx);

/**
 * Returns the joins of a warning (alias `t`): its mold (`m`) and counter (`c`), and the mold's plant and maker
 * (`plant`, `maker`).
 */
export function warningJoins(ctx: Ctx): Sql {
  const id = ctx.who.tenantId;
  return sql`${moldJoins(ctx)}
    left join counter c on c.tenant_id = ${id} and c.counter_id = t.counter_id
    left join organization plant on plant.tenant_id = ${id} and plant.org_id = m.plant_id
    left join organization maker on maker.tenant_id = ${id} and maker.org_id = m.maker_id`;
}

/** Returns a FROM clause: warnings (alias `t`) with mold, counter, plant and maker (`warningJoins`). */
export const warningFrom = (ctx: Ctx): Sql => sql`warning t ${warningJoins(ctx)}`;

/**
 * SQL condition: the caller may see the warning, and it is not withdrawn. Users without tenant scope see only warnings
 * of molds in their scope, so they see no warnings of unbound counters.
 */
export function warningScope(ctx: Ctx): Sql {
  return ctx.who.scope.kind === "tenant"
    ? sql`t.withdrawn_at is null`
    : sql`t.withdrawn_at is null and m.mold_id is not null and ${moldScope(ctx, "m")}`;
}

const source = joinsByScope(sql`warning t`, warningJoins);
const columns = { moldNo: "m.mold_no", writerId: "c.writer_id" };
export const warningOrder = [{ field: "openedAt", direction: "desc" }] as const;

export const warningColumns = {
  ...columns,
  isOpen: "t.cleared_at is null",
  causeGone: "t.ended_at is not null",
  moldName: "m.mold_name",
  plantId: "m.plant_id",
  plantName: "plant.org_name",
  makerId: "m.maker_id",
  makerName: "maker.org_name",
  projectNo: "m.project_no",
  acknowledgedByName: personName("t.acknowledged_by"),
  clearedByName: personName("t.cleared_by"),
  assigneeName: personName("t.assignee"),
};

export const warningListImpl = implement(warningList, {
  ...source,
  where: warningScope,
  order: warningOrder,
  columns: warningColumns,
});

/** Read-only table: only the ledger and commands write warnings. */
export const warningTable = table(warning, {
  ...source,
  where: warningScope,
  columns,
  order: warningOrder,
  writes: [],
});

export const warningPeopleImpl = implement(warningPeople, {
  from: "user",
  where: ({ who: { scope } }) => {
    const isEnabled = sql`t.status = ${userStatus.values.enabled}`;
    if (scope.kind === "tenant") return isEnabled;
    return scope.kind === "none" ? sql.raw("false") : sql`${isEnabled} and t.org_id = ${scope.orgId}`;
  },
});
