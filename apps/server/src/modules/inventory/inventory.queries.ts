import {
  countsGoingOn,
  historyLines,
  inventoryCount,
  inventoryHistory,
  inventoryLine,
  inventoryLines,
  inventoryList,
  inventoryPart,
  inventoryParts,
  notCountedLines,
} from "@shotkeeper/contract/inventory";
import type { Query } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { personName } from "../../kernel/person-name.ts";
import { implement, table } from "../../kernel/registry.ts";
import {
  countColumns,
  countJoins,
  countScope,
  goingOn,
  isOver,
  lineColumns,
  lineFrom,
  lineJoins,
  lineScope,
  partScope,
} from "./inventory-facts.ts";

const counts = (query: Query<typeof inventoryList.columns>, which: Sql) =>
  implement(query, {
    from: "inventory_count",
    joins: countJoins,
    where: (ctx: Ctx) => sql`${which} and ${countScope(ctx)}`,
    columns: countColumns,
    order: [{ field: "startedAt", direction: "desc" }],
  });

const lines = (query: Query<typeof inventoryLines.columns>, which: Sql) =>
  implement(query, {
    from: lineFrom,
    joins: lineJoins,
    where: (ctx: Ctx) => sql`${which} and ${lineScope(ctx, "t", "c")}`,
    columns: lineColumns,
    order: [{ field: "moldNo", direction: "asc" }],
  });

const parts = implement(inventoryParts, {
  from: "inventory_part",
  joins: (ctx) => {
    const id = ctx.who.tenantId;
    return sql`left join organization plant on plant.tenant_id = ${id} and plant.org_id = t.plant_id
      left join lateral (select count(*) as expected, count(*) filter (where l.result = 'open') as open
        from inventory_line l
        where l.tenant_id = ${id} and l.count_id = t.count_id and l.expected
          and l.plant_id is not distinct from t.plant_id) f on true`;
  },
  where: partScope,
  columns: {
    plantName: "plant.org_name",
    expectedMolds: "f.expected",
    openMolds: "f.open",
    signedByName: personName("t.signed_by"),
  },
  order: [{ field: "partId", direction: "asc" }],
});

const all = sql.raw("true");

export const inventoryQueries = [
  counts(inventoryList, goingOn),
  counts(countsGoingOn, goingOn),
  counts(inventoryHistory, isOver),
  parts,
  lines(inventoryLines, all),
  lines(notCountedLines, sql.raw("t.is_open")),
  lines(historyLines, sql.raw("not t.is_open")),
];

/** Read-only tables: only commands write stock-takes and lines. */
export const inventoryTables = [
  table(inventoryCount, { from: "inventory_count", where: countScope, writes: [] }),
  table(inventoryPart, { from: "inventory_part", where: partScope, writes: [] }),
  table(inventoryLine, { from: lineFrom, where: (ctx) => lineScope(ctx, "t", "c"), writes: [] }),
];
