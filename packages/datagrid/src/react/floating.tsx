import type { CSSProperties, ReactNode } from "react";
import { isHidden, type PlacedColumn, pinOf } from "../core/columns.ts";
import { filtersOf, withFilters } from "../core/filters.ts";
import type { GridFilter, GridSort } from "../core/types.ts";
import type { AnchorBox } from "./anchor.ts";
import { ColumnChooser } from "./column-chooser.tsx";
import { columnMenu } from "./column-menu.ts";
import { FilterPanel } from "./filter-panel.tsx";
import type { ToolbarKind } from "./grid-toolbar.tsx";
import type { GridProps, MenuItem } from "./props.ts";
import { useSkin } from "./skin.ts";
import type { useColumns } from "./use-columns.ts";

/** The popover or menu that is open, and its position. A menu without a column is the context menu of the rows. */
export interface FloatingAt<R> {
  kind: "filter" | "menu" | ToolbarKind;
  column: PlacedColumn<R> | undefined;
  /** The element that opened the popover. Closing the popover returns the focus to this element. */
  opener: HTMLElement | undefined;
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
  /** Closes the popover and returns the focus to `opener`. */
  onCloseBack: () => void;
}

/** Draws the popover or menu that is open: filter or menu of a column, context menu of the rows, or list of columns. */
export function Floating<R>({ at, grid, style, cols, filters, sort, ...p }: Props<R>): ReactNode {
  const { columns, texts } = grid;
  const { Menu, Popover } = useSkin();
  const target = at.column?.column;
  if (at.kind === "filter") {
    const onApply = (conditions: readonly GridFilter[]): void => {
      if (target) p.onFilters(withFilters(filters, target.key, conditions));
      p.onCloseBack();
    };
    return (
      target && (
        <Popover
          key={target.key}
          style={style}
          box={at.box}
          label={texts.filter(target.title)}
          title={target.title}
          onClose={p.onClose}
        >
          {target.filterPanel ? (
            (target.filterPanel({
              conditions: filtersOf(filters, target.key),
              onApply,
              onClose: p.onCloseBack,
            }) as ReactNode)
          ) : (
            <FilterPanel
              column={target}
              columns={columns}
              canFilterAny={"rows" in grid.source || grid.source.canFilterAny === true}
              filters={filters}
              texts={texts}
              onApply={onApply}
              onClose={p.onCloseBack}
            />
          )}
        </Popover>
      )
    );
  }
  const onFitAll = (): void => p.onFit(cols.placed.all);
  if (at.kind === "columns") {
    return (
      <Popover style={style} box={at.box} label={texts.columns} onClose={p.onClose} end>
        <ColumnChooser
          columns={columns}
          layout={cols.layout}
          texts={texts}
          onHide={cols.hide}
          onPin={cols.pin}
          onMove={cols.move}
          onFitAll={onFitAll}
          onReset={cols.reset}
          onClose={p.onCloseBack}
        />
      </Popover>
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
        onFitAll,
        onReset: cols.reset,
        mayHide: columns.filter((c) => !isHidden(c, cols.layout)).length > 1,
        texts,
      })
    : p.more;
  return <Menu box={at.box} onClose={p.onCloseBack} items={items} end={at.kind === "more"} />;
}
