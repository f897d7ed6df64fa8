import type { Client, ListRequest, Page } from "@shotkeeper/client";
import type { Condition, Query } from "@shotkeeper/contract/kernel";
import type { GridSource } from "@shotkeeper/datagrid/antd";
import type { AnyRow } from "../cells/columns.ts";
import { toConditions } from "./conditions.ts";

/**
 * Some data is requested before its component is mounted. If it is younger than this when the component is mounted, ms,
 * the component uses it instead of asking again.
 */
export const earlyMs = 3000;

interface EarlyPage {
  readonly key: string;
  /** Time of the request, ms since the page was opened. */
  readonly askedAt: number;
  readonly page: Promise<Page<AnyRow>>;
}

/** Request of `askEarly` for the first page of a list. Undefined after the grid has taken its answer. */
let early: EarlyPage | undefined;

const earlyKey = (query: Query, { where = [], sort = [], page = 1, limit }: ListRequest): string =>
  JSON.stringify([query.menu, query.id, where, sort, page, limit]);

/**
 * Asks for the first page of a list before its grid is mounted. The grid takes the answer if its own request is the
 * same: filters, sort order and page size.
 */
export function askEarly(client: Client, query: Query, request: ListRequest): void {
  const page = client.query(query, request);
  // Ignores a failure of this request. The grid then sends its own request, and shows its failure.
  page.catch(() => {});
  early = { key: earlyKey(query, request), askedAt: performance.now(), page };
}

function takeEarly(query: Query, request: ListRequest): Promise<Page<AnyRow>> | undefined {
  const asked = early;
  if (asked?.key !== earlyKey(query, request)) return undefined;
  early = undefined;
  return performance.now() - asked.askedAt < earlyMs ? asked.page : undefined;
}

/**
 * Creates the data source of a grid from a query. `fixed` are conditions that apply in addition to the user's filters.
 */
export function querySource(client: Client, query: Query, fixed: readonly Condition[]): GridSource<AnyRow> {
  return {
    async load({ offset, limit, filters, sort, isExport }, signal) {
      const page = (number: number): Promise<Page<AnyRow>> => {
        const request = {
          where: [...fixed, ...toConditions(filters, query.columns)],
          sort: sort.filter((s) => query.columns[s.field]),
          page: number,
          limit,
        };
        const ask = () => client.query(query, { ...request, isExport, signal });
        return (isExport ? undefined : takeEarly(query, request)?.catch(ask)) ?? ask();
      };
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
