import type { Paging } from "@shotkeeper/contract/kernel";
import { type Sql, sql } from "./db/sql.ts";

interface Piece {
  /** ORDER BY with LIMIT and OFFSET that select the rows of the page. */
  readonly sql: Sql;
  /** True if the page is read from the end of the list. */
  readonly isFromEnd: boolean;
}

/**
 * Returns the clauses that select the rows of a page. If the total was counted, the last page is read from the end
 * of the list in the opposite order, because the database passes over all rows before a page. The pages before it are
 * not: rows that were added after the count would move them, so that some rows would be on no page.
 */
export function pieceOf(
  { page, limit }: Paging,
  order: readonly OrderKey[],
  total: number | undefined,
): Piece {
  const offset = (page - 1) * limit;
  const isFromEnd = total !== undefined && offset > total / 2 && offset < total && offset + limit >= total;
  if (!isFromEnd) return { sql: sql`${orderBy(order)} limit ${limit} offset ${offset}`, isFromEnd };
  const rows = Math.min(limit, total - offset);
  return {
    sql: sql`${orderBy(order.map(opposite))} limit ${rows} offset ${total - offset - rows}`,
    isFromEnd,
  };
}

/**
 * Expression of ORDER BY. `nulls` is undefined if the key has no nulls or if the database's default order is right.
 * Then an index can deliver the order.
 */
export interface OrderKey {
  readonly by: Sql;
  readonly direction?: "asc" | "desc";
  readonly nulls?: "first" | "last";
}

const opposite = ({ by, direction, nulls }: OrderKey): OrderKey => ({
  by,
  direction: direction === "desc" ? "asc" : "desc",
  ...(nulls && { nulls: nulls === "last" ? "first" : "last" }),
});

export const orderBy = (order: readonly OrderKey[]): Sql =>
  sql`order by ${sql.join(
    order.map(({ by, direction, nulls }) => {
      const words = [...(direction ? [direction] : []), ...(nulls ? [`nulls ${nulls}`] : [])];
      return words.length > 0 ? sql`${by} ${sql.raw(words.join(" "))}` : by;
    }),
  )}`;
