import type { CSSProperties, ReactNode } from "react";
import { isHidden, type PlacedColumn, pinOf } from "../core/columns.ts";
import { withFilters } from "../core/filters.ts";
import type { GridFilter, GridSort } from "../core/types.ts";
import { type AnchorBox, AnchoredMenu, AnchoredPopover } from "./Anchored.tsx";
import { columnMenu } from "./column-menu.ts";
import { FilterPanel } from "./FilterPanel.tsx";
import type { GridProps, MenuItem } from "./props.ts";
import type { useColumns } from "./use-columns.ts";

/** A filter or a menu at some place; without a column it is the menu of the rows. */
export interface FloatingAt<R> {
  kind: "filter" | "menu";
  column: PlacedColumn<R> | undefined;
  box: AnchorBox;
}

interface Props<R> {
  at: FloatingAt<R>;
  grid: GridProps<R>;
  style: CSSProperties;
  cols: ReturnType<typeof useColumns<R>>;
  filters: readonly GridFilter[];
  sort: readonly GridSort[];
  more: readonly MenuItem[];
  onFilters: (filters: readonly GridFilter[]) => void;
  onSort: (sort: readonly GridSort[]) => void;
  onFit: (columns: readonly PlacedColumn<R>[]) => void;
  onClose: () => void;
  /** Closes and gives the focus back to the cell that had it. */
  onCloseBack: () => void;
}

/** What opens over the grid: a column's filter, its menu, or the menu of the rows. */
export function Floating<R>({ at, grid, style, cols, filters, sort, ...p }: Props<R>): ReactNode {
  const { columns, texts } = grid;
  const target = at.column?.column;
  if (at.kind === "filter") {
    return (
      target && (
        <AnchoredPopover key={target.key} style={style} box={at.box} title={target.title} onClose={p.onClose}>
          <FilterPanel
            column={target}
            filters={filters}
            texts={texts}
            onApply={(own) => {
              p.onFilters(withFilters(filters, target.key, own));
              p.onCloseBack();
            }}
            onClose={p.onCloseBack}
          />
        </AnchoredPopover>
      )
    );
  }
  const items = target
    ? columnMenu({
        column: target,
        pinned: pinOf(target, cols.layout),
        sort,
        onSort: p.onSort,
        onPin: cols.pin,
        onHide: cols.hide,
        onFit: () => at.column && p.onFit([at.column]),
        onFitAll: () => p.onFit(cols.placed.all),
        onReset: cols.reset,
        mayHide: columns.filter((c) => !isHidden(c, cols.layout)).length > 1,
        texts,
      })
    : p.more;
  return <AnchoredMenu box={at.box} onClose={p.onClose} items={items} />;
}
