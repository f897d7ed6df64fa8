import { useEffect, useState } from "react";
import { ALL_ROWS, type PageSize } from "./props.ts";

/** Number of rows per request if all rows are on one page (ALL_ROWS). */
const BLOCK = 200;

export interface Paging {
  page: number;
  setPage: (page: number) => void;
  pageSize: PageSize;
  setPageSize: (size: PageSize) => void;
  /** Number of rows per request to the data source. */
  blockSize: number;
  /** Index of the page's first row among all rows that match the filters. */
  base: number;
}

/** Returns the state of the pager and the functions that change it. */
export function usePaging(
  initial: PageSize,
  onPageSizeChange: ((size: PageSize) => void) | undefined,
): Paging {
  const [page, setPage] = useState(1);
  const [pageSize, setSize] = useState(initial);
  useEffect(() => setSize(initial), [initial]);
  const all = pageSize === ALL_ROWS;
  return {
    page: all ? 1 : page,
    setPage,
    pageSize,
    setPageSize: (size) => {
      setSize(size);
      setPage(1);
      onPageSizeChange?.(size);
    },
    blockSize: all ? BLOCK : pageSize,
    base: all ? 0 : (page - 1) * pageSize,
  };
}

/**
 * Returns the number of rows on the page. While the total is unknown, returns the number of skeleton rows (at most
 * 20).
 */
export function rowsOfPage({ pageSize, base }: Paging, total: number | undefined): number {
  if (total === undefined) return Math.min(pageSize, 20);
  return Math.max(0, Math.min(pageSize === ALL_ROWS ? total : pageSize, total - base));
}

export function pagesOf({ pageSize }: Paging, total: number | undefined): number {
  return pageSize === ALL_ROWS ? 1 : Math.max(1, Math.ceil((total ?? 0) / pageSize));
}
