import type { Condition, Paging, SortKey } from "@shotkeeper/contract/kernel";
import type { Sql } from "./db/sql.ts";

/** Conditions, order and page of a list as requested. */
export interface PageQuery {
  readonly where: readonly Condition[];
  readonly sort: readonly SortKey[];
  readonly paging: Paging;
}

/** Page of a list that a caller requests. `where` and `orderAndLimit` use the aliases of the query's FROM clause. */
export interface PageRequest {
  readonly conditions: readonly Condition[];
  readonly order: readonly SortKey[];
  /** Maximum number of rows of the page. */
  readonly limit: number;
  /** True if the page is read from the end of the list (`pieceOf`). */
  readonly isFromEnd: boolean;
  /** All conditions on the rows, without the word WHERE. */
  readonly where: Sql;
  /** ORDER BY, LIMIT and OFFSET of the page. */
  readonly orderAndLimit: Sql;
}

/**
 * FROM clauses for one page of a list, which are cheaper than `Source.from`.
 */
export interface PageSource {
  /** FROM clause that has exactly the rows of the requested page, so `PageRequest.where` is already applied. */
  readonly rows: Sql;
  /**
   * FROM clause that has the rows of the whole list, not only of one page, for counting. It has only the columns that
   * `PageRequest.where` compares. The kernel adds this condition.
   */
  readonly counted: Sql;
}

/** Rows from which the total and the sums of a list are computed, instead of the rows of the list. */
export interface TotalSource {
  /** FROM clause with its WHERE clause. */
  readonly from: Sql;
  /** SQL expression of the number of the list's rows, such as a sum. */
  readonly count: Sql;
  /** SQL expressions of the sums, by field. */
  readonly sums: Readonly<Record<string, Sql>>;
}
