import { useEffect, useState } from "react";
import { ALL_ROWS, type PageSize } from "./props.ts";

/** Rows of a block when "all" rows are shown. */
const BLOCK = 200;

export interface Paging {
  page: number;
  setPage: (page: number) => void;
  pageSize: PageSize;
  setPageSize: (size: PageSize) => void;
  /** Rows asked for at a time. */
  blockSize: number;
  /** Number of the page's first row among all matching rows. */
  base: number;
}

/** Which stretch of the list is on show. */
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

/** Rows of the page; before the first answer as many skeletons as a page holds. */
export function rowsOfPage({ pageSize, base }: Paging, total: number | undefined): number {
  if (total === undefined) return Math.min(pageSize, 20);
  return Math.max(0, Math.min(pageSize === ALL_ROWS ? total : pageSize, total - base));
}

export function pagesOf({ pageSize }: Paging, total: number | undefined): number {
  return pageSize === ALL_ROWS ? 1 : Math.max(1, Math.ceil((total ?? 0) / pageSize));
}
