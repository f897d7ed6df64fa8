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
      const page = (number: number) =>
        client.query(query, {
          where: [...fixed, ...toConditions(filters, query.columns)],
          sort: sort.filter((s) => query.columns[s.field]),
          page: number,
          limit,
          isExport,
          signal,
        });
      const [number, skipped] = [Math.floor(offset / limit) + 1, offset % limit];
      const first = await page(number);
      if (skipped === 0) return first;
      if (first.rows.length < limit) return { ...first, rows: first.rows.slice(skipped) };
      // Loads the next page too if the requested rows begin inside a page: the server returns only whole pages.
      const second = await page(number + 1);
      return { ...first, rows: [...first.rows, ...second.rows].slice(skipped, skipped + limit) };
    },
  };
}

/** Returns the key of a row as one text, in the form in which the log of changes stores it. */
export function keyOf(query: Pick<Query, "key">, row: AnyRow): string {
  return query.key.map((k) => String(row[k])).join("/");
}
