import type { Client } from "@shotkeeper/client";
import type { Condition, Query } from "@shotkeeper/contract/kernel";
import type { GridSource } from "@shotkeeper/datagrid/antd";
import type { AnyRow } from "../cells/columns.ts";
import { toConditions } from "./conditions.ts";

/**
 * Creates the data source of a grid from a query. `fixed` are conditions that apply in addition to the user's filters.
 */
export function querySource(client: Client, query: Query, fixed: readonly Condition[]): GridSource<AnyRow> {
  return {
    async load({ offset, limit, filters, sort, isExport }, signal) {
      return await client.query(query, {
        where: [...fixed, ...toConditions(filters, query.columns)],
        sort: sort.filter((s) => query.columns[s.field]),
        page: Math.floor(offset / limit) + 1,
        limit,
        isExport,
        signal,
      });
    },
  };
}

/** Returns the key of a row as one text, in the form in which the log of changes stores it. */
export function keyOf(query: Pick<Query, "key">, row: AnyRow): string {
  return query.key.map((k) => String(row[k])).join("/");
}
