import {
  countsGoingOn,
  historyLines,
  inventoryCount,
  inventoryHistory,
  inventoryLine,
  inventoryLines,
  inventoryList,
  notCountedLines,
} from "@shotkeeper/contract/inventory";
import type { Query } from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
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

const all = sql.raw("true");

export const inventoryQueries = [
  counts(inventoryList, goingOn),
  counts(countsGoingOn, goingOn),
  counts(inventoryHistory, isOver),
  lines(inventoryLines, all),
  lines(notCountedLines, sql.raw("t.is_open")),
  lines(historyLines, sql.raw("not t.is_open")),
];

/** Read-only tables: only commands write stock-takes and lines. */
export const inventoryTables = [
  table(inventoryCount, { from: "inventory_count", where: countScope, writes: [] }),
  table(inventoryLine, { from: lineFrom, where: (ctx) => lineScope(ctx, "t", "c"), writes: [] }),
];
