import type { Condition, SortKey } from "@shotkeeper/contract/kernel";

export interface ListRequest {
  readonly where?: readonly Condition[];
  readonly sort?: readonly SortKey[];
  /** Page number, counted from 1. */
  readonly page?: number;
  readonly limit?: number;
  /** True if the rows are exported to a file. The server records the export in its log. */
  readonly isExport?: boolean | undefined;
  readonly signal?: AbortSignal;
}

export interface Page<R> {
  readonly rows: R[];
  readonly total: number;
  /** Sums over the rows of all pages, by field. Only queries that declare sums return them. */
  readonly totals?: Readonly<Record<string, number>>;
}
