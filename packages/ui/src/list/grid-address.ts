import { filtersFromParam, filtersToParam, type GridFilter, type GridSort } from "@shotkeeper/datagrid/antd";
import { useMemo } from "react";
import { useSearchParams } from "react-router";

const noFilters: readonly GridFilter[] = [];

export interface GridAddress {
  readonly filters: readonly GridFilter[];
  readonly sort: readonly GridSort[];
  readonly setFilters: (filters: readonly GridFilter[]) => void;
  readonly setSort: (sort: readonly GridSort[]) => void;
}

export function sortFromParam(param: string | null): GridSort[] {
  if (!param) return [];
  return param.split(",").flatMap((part): GridSort[] => {
    const [field, direction] = part.split(":");
    return field ? [{ field, direction: direction === "desc" ? "desc" : "asc" }] : [];
  });
}

export function sortToParam(sort: readonly GridSort[]): string {
  return sort.map((s) => (s.direction === "desc" ? `${s.field}:desc` : s.field)).join(",");
}

/**
 * Stores the filters and the sort of a grid in the address of the page, so that a link opens the same list. `?q=text`
 * is short for a search for that text in the field `searched`. Without filters in the address, the list begins with the
 * filters `initial`, which the user may remove.
 */
export function useGridAddress(
  defaultSort: readonly GridSort[],
  searched?: string,
  initial: readonly GridFilter[] = noFilters,
): GridAddress {
  const [params, setParams] = useSearchParams();
  const filterText = params.get("filter");
  const quick = params.get("q");
  const sortText = params.get("sort");
  const filters = useMemo<readonly GridFilter[]>(
    () =>
      filterText === null && quick && searched
        ? [{ field: searched, operator: "LIKE", value: quick }]
        : filterText === null
          ? initial
          : // Leaves out filters with alternatives, because all conditions of a request must be met.
            filtersFromParam(filterText).filter((f) => !f.any),
    [filterText, quick, searched, initial],
  );
  const sort = useMemo(
    () => (sortText === null ? defaultSort : sortFromParam(sortText)),
    [sortText, defaultSort],
  );
  const put = (name: string, text: string | undefined) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (text === undefined) next.delete(name);
        else next.set(name, text);
        if (name === "filter") next.delete("q");
        return next;
      },
      // Replaces the history entry. If each filter added an entry, the Back button would not leave the page.
      { replace: true },
    );
  return {
    filters,
    sort,
    setFilters: (f) => put("filter", f.length > 0 || initial.length > 0 ? filtersToParam(f) : undefined),
    setSort: (s) => put("sort", s.length > 0 ? sortToParam(s) : undefined),
  };
}

/** Returns the address of a list with the given filters. */
export function listLink(path: string, filters: readonly GridFilter[]): string {
  return `${path}?filter=${encodeURIComponent(filtersToParam(filters))}`;
}
