import { theme } from "antd";
import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { isHidden, isSortable, type PlacedColumn, pinOf } from "../core/columns.ts";
import { withFilters } from "../core/filters.ts";
import { isSingle } from "../core/range.ts";
import { toggleSort } from "../core/sort.ts";
import type { GridFilter, GridQuery, GridSort } from "../core/types.ts";
import { type AnchorBox, AnchoredMenu, AnchoredPopover, anchorOf } from "./Anchored.tsx";
import { ColumnChooser } from "./ColumnChooser.tsx";
import { columnMenu } from "./column-menu.ts";
import { FilterChips } from "./FilterChips.tsx";
import { FilterPanel } from "./FilterPanel.tsx";
import { GridBody } from "./GridBody.tsx";
import { GridFooter } from "./GridFooter.tsx";
import { GridHeader } from "./GridHeader.tsx";
import { GridPager } from "./GridPager.tsx";
import type { ShownColumns } from "./GridRow.tsx";
import { EmptyState, ErrorBanner } from "./GridStates.tsx";
import { GridToolbar } from "./GridToolbar.tsx";
import type { DataGridProps } from "./props.ts";
import { themeStyle } from "./theme-style.ts";
import { useCells } from "./use-cells.ts";
import { contentWidth, useColumnResize } from "./use-column-resize.ts";
import { useColumns } from "./use-columns.ts";
import { useControlled } from "./use-controlled.ts";
import { useCopy } from "./use-copy.ts";
import { useEnsure } from "./use-ensure.ts";
import { useExport } from "./use-export.ts";
import { useFocus } from "./use-focus.ts";
import { useHeaderDrag } from "./use-header-drag.ts";
import { pagesOf, rowsOfPage, usePaging } from "./use-paging.ts";
import { useRowSelection } from "./use-row-selection.ts";
import { useRowView } from "./use-row-view.ts";
import { useSize } from "./use-size.ts";
import { useToast } from "./use-toast.ts";
import { useViewport } from "./use-viewport.ts";

/** Below this width, px, a grid is laid out for a phone. */
const NARROW = 640;

const NO_FILTERS: readonly GridFilter[] = [];
const NO_SORT: readonly GridSort[] = [];

type Floating<R> = { kind: "filter" | "menu"; column: PlacedColumn<R>; box: AnchorBox };

/** A list of rows with everything a list needs; see the package's README for an example. */
export function DataGrid<R>(props: DataGridProps<R>): ReactNode {
  const { id, columns, texts, rowKey, rowActions, onRowClick, onRowOpen, search } = props;
  const root = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const { token } = theme.useToken();
  const style = useMemo(() => themeStyle(token), [token]);
  const { message, say } = useToast();
  const [floating, setFloating] = useState<Floating<R>>();
  const close = useCallback(() => setFloating(undefined), []);

  const [filters, setFilters] = useControlled(props.filters, props.onFiltersChange, NO_FILTERS);
  const [sort, setSort] = useControlled(props.sort, props.onSortChange, NO_SORT);
  const queryText = JSON.stringify([filters, sort, search ?? ""]);
  // Callers make new arrays with every render; only what they say counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const query = useMemo<GridQuery>(() => ({ filters, sort, ...(search ? { search } : {}) }), [queryText]);
  const paging = usePaging(props.pageSize ?? 20, props.onPageSizeChange);
  const [shownQuery, setShownQuery] = useState(query);
  if (shownQuery !== query) {
    setShownQuery(query);
    paging.setPage(1);
  }
  const { view, version } = useRowView(
    props.source,
    columns,
    rowKey,
    query,
    paging.blockSize,
    props.refreshKey,
  );
  const { total } = view;
  const rowCount = rowsOfPage(paging, total);
  const pageCount = pagesOf(paging, total);
  if (total !== undefined && paging.page > pageCount) paging.setPage(pageCount);

  const size = useSize(grid);
  const narrow = size.width > 0 && size.width < NARROW;
  const mini = props.size === "mini";
  const wanted = props.rowHeight ?? (mini ? 28 : 32);
  const rowHeight = narrow ? Math.max(40, wanted) : wanted;
  const headHeight = mini ? 30 : 34;
  const digits = String(paging.base + rowCount).length;
  const cols = useColumns(id, columns, {
    viewWidth: size.width,
    checkWidth: props.selectable ? 36 : undefined,
    seqWidth: props.sequence === false ? undefined : Math.max(48, digits * 8 + 20),
    actionsWidth: rowActions ? (props.actionsWidth ?? 120) : undefined,
    narrow,
  });
  const { placed } = cols;
  const hasFooter = view.totals !== undefined || columns.some((c) => c.total !== undefined);
  const viewHeight = Math.max(0, size.height - headHeight - (hasFooter ? rowHeight : 0));
  const viewWidth = Math.max(0, size.width - placed.leftWidth - placed.rightWidth);
  const port = useViewport({ scroller: grid, body, rowCount, rowHeight, viewHeight, viewWidth, placed });
  const { windows, anchor, scale, scrollTo } = port;
  const { from, to } = windows.columns;
  const shown = useMemo<ShownColumns<R>>(
    () => ({ ...placed, centre: placed.centre.slice(from, to) }),
    [placed, from, to],
  );

  const first = paging.base + windows.rows.first;
  const lazy = paging.base + Math.min(rowCount, windows.rows.last + 40);
  useEnsure(view, version, Math.max(paging.base, first - 20), lazy);

  const boxes = useRowSelection(props, view, paging.base, rowCount);
  const open = (index: number): void => {
    const row = view.get(paging.base + index);
    if (row !== undefined) onRowOpen?.(row);
  };
  const sortBy = (column: PlacedColumn<R>, add: boolean): void => {
    if (column.column && isSortable(column.column)) setSort(toggleSort(sort, column.key, add));
  };
  const toFilter = (column: PlacedColumn<R>, anchorElement: HTMLElement): void => {
    if (!root.current) return;
    setFloating({
      kind: "filter",
      column,
      box: anchorOf(root.current, anchorElement.getBoundingClientRect()),
    });
  };
  const cells = useCells({
    grid,
    rowCount,
    colCount: placed.all.length,
    screen: Math.max(1, Math.floor(viewHeight / rowHeight) - 1),
    reveal: port.reveal,
    onKey: (event, cell) => {
      const column = placed.all[cell.col];
      if (cell.row < 0) {
        if (!column || (event.key !== "Enter" && event.key !== " ")) return false;
        if (column.kind === "check") boxes.togglePage();
        else sortBy(column, event.shiftKey);
        return true;
      }
      if (event.key === "Escape") cells.setRange(undefined);
      else if (event.key === " " && props.selectable) boxes.toggle(cell.row, event.shiftKey);
      else if (event.key === "Enter") open(cell.row);
      else return false;
      return true;
    },
  });
  useFocus(grid, cells.active);
  const onCopy = useCopy({ view, base: paging.base, columns: placed.all, rect: cells.rect, texts, say });
  const drag = useHeaderDrag({
    grid,
    columns: placed.all,
    mayMove: cols.mayMove,
    onMove: cols.move,
    onRefuse: () => say(texts.fixedColumn),
  });
  const onResize = useColumnResize(placed, cols.change);
  const fit = (list: readonly PlacedColumn<R>[]): void => {
    const element = grid.current;
    if (!element) return;
    const rendered = list.filter(
      (c) => c.kind === "data" && element.querySelector(`[data-col="${c.index}"]`),
    );
    cols.setWidths(Object.fromEntries(rendered.map((c) => [c.key, contentWidth(element, c.index)])));
  };
  const visible = placed.all.flatMap((c) => c.column ?? []);
  const exportAll = useExport({ view, columns: visible, name: props.exportName ?? id, texts, say });
  useImperativeHandle(
    props.ref,
    () => ({
      reload: () => view.reload(),
      patch: (changes) => view.patch(changes),
      scrollToRow: (index) => scrollTo(index * rowHeight),
    }),
    [view, scrollTo, rowHeight],
  );

  const goToPage = (page: number): void => {
    paging.setPage(page);
    cells.clear();
    scrollTo(0);
  };
  const onHeaderClick = (column: PlacedColumn<R>, event: MouseEvent): void => {
    if (drag.moved.current || column.kind === "check") return;
    sortBy(column, event.shiftKey);
  };
  const onHeaderMenu = (column: PlacedColumn<R>, event: MouseEvent): void => {
    event.preventDefault();
    if (!root.current || !column.column) return;
    const point = { left: event.clientX, top: event.clientY, width: 1, height: 1 };
    setFloating({ kind: "menu", column, box: anchorOf(root.current, point) });
  };
  const target = floating?.column.column;
  const filtered = filters.length > 0 || (search ?? "") !== "";
  const height = props.height ?? "fill";

  return (
    <div
      ref={root}
      className={`dg${mini ? " dg-mini" : ""}${narrow ? " dg-narrow" : ""}${height === "fill" ? " dg-fill" : ""}`}
      style={height === "fill" ? style : { ...style, height }}
    >
      <GridToolbar
        left={props.toolbar}
        right={props.toolbarRight}
        selectedCount={boxes.selection.size}
        onClearSelection={boxes.clear}
        onReload={() => view.reload()}
        more={[...(props.moreItems ?? []), { key: "csv", label: texts.exportCsv, onClick: exportAll }]}
        texts={texts}
        chooser={
          <ColumnChooser
            columns={columns}
            layout={cols.layout}
            texts={texts}
            onHide={cols.hide}
            onPin={cols.pin}
            onMove={cols.move}
            onFitAll={() => fit(placed.all)}
            onReset={cols.reset}
          />
        }
      />
      <FilterChips filters={filters} columns={columns} texts={texts} onChange={setFilters} />
      {view.error !== undefined && (
        <ErrorBanner texts={texts} detail={view.error} onRetry={() => view.retry()} />
      )}
      <div className="dg-frame">
        <div
          ref={grid}
          role="grid"
          aria-label={props.label ?? id}
          aria-rowcount={(total ?? rowCount) + 1 + (hasFooter ? 1 : 0)}
          aria-colcount={placed.all.length}
          aria-multiselectable={props.selectable === true}
          aria-busy={view.loading}
          className={`dg-scroller${drag.drag ? " dg-dragging" : ""}`}
          tabIndex={cells.active ? -1 : 0}
          onFocus={(event) => {
            if (event.target === event.currentTarget && !cells.active && rowCount > 0)
              cells.goTo({ row: windows.rows.first, col: 0 }, false);
          }}
          onKeyDown={cells.onKeyDown}
          onCopy={onCopy}
        >
          <div
            role="presentation"
            className="dg-space"
            style={{
              height: headHeight + scale.physical + (hasFooter ? rowHeight : 0),
              width: placed.leftWidth + placed.centreWidth + placed.rightWidth,
            }}
          >
            <div
              role="presentation"
              className="dg-view"
              style={{
                width: size.width,
                height: size.height,
                ["--dg-head-height" as string]: `${headHeight}px`,
              }}
            >
              <GridHeader
                columns={shown}
                sort={sort}
                filters={filters}
                texts={texts}
                activeCol={cells.active?.row === -1 ? cells.active.col : -1}
                drag={drag.drag}
                pageState={boxes.pageState()}
                onTogglePage={boxes.togglePage}
                onClick={onHeaderClick}
                onMenu={onHeaderMenu}
                onFilter={toFilter}
                onPress={drag.onPointerDown}
                onResize={onResize}
                onFit={(column) => fit([column])}
              />
              <GridBody
                layer={body}
                view={view}
                version={version}
                base={paging.base}
                window={windows.rows}
                anchor={anchor}
                rowHeight={rowHeight}
                columns={shown}
                placed={placed}
                active={cells.active}
                rect={cells.rect && !isSingle(cells.rect) ? cells.rect : undefined}
                selection={boxes.selection}
                rowKey={rowKey}
                rowClassName={props.rowClassName}
                rowActions={rowActions}
                texts={texts}
                clickable={onRowClick !== undefined || onRowOpen !== undefined}
                onPointerDown={cells.onPointerDown}
                onToggle={boxes.toggle}
                onClick={(index) => {
                  const row = view.get(paging.base + index);
                  if (row !== undefined && !cells.dragged.current) onRowClick?.(row);
                }}
                onOpen={open}
              />
              {hasFooter && (
                <GridFooter
                  columns={shown}
                  totals={view.totals}
                  texts={texts}
                  rowIndex={(total ?? rowCount) + 2}
                  labelKey={
                    (placed.all.find((c) => c.kind === "seq") ?? placed.all.find((c) => c.kind === "data"))
                      ?.key
                  }
                />
              )}
            </div>
          </div>
        </div>
        {view.loading && total !== undefined && <div className="dg-progress" />}
        {total === 0 && view.error === undefined && (
          <EmptyState
            texts={texts}
            filtered={filtered}
            own={props.emptyState}
            onClearFilters={() => setFilters([])}
          />
        )}
        <div className="dg-toast" role="status" data-shown={message === undefined ? undefined : ""}>
          {message}
        </div>
      </div>
      <GridPager
        page={paging.page}
        pageCount={pageCount}
        pageSize={paging.pageSize}
        total={total}
        texts={texts}
        onPage={goToPage}
        onPageSize={(next) => {
          paging.setPageSize(next);
          cells.clear();
          scrollTo(0);
        }}
      />
      {drag.drag && (
        <div
          className={`dg-ghost${drag.drag.allowed ? "" : " dg-ghost-no"}`}
          style={{ left: drag.drag.x + 12, top: drag.drag.y + 12 }}
        >
          {drag.drag.title}
        </div>
      )}
      {floating?.kind === "filter" && target && (
        <AnchoredPopover key={target.key} box={floating.box} title={target.title} onClose={close}>
          <FilterPanel
            column={target}
            filters={filters}
            texts={texts}
            onApply={(own) => {
              setFilters(withFilters(filters, target.key, own));
              close();
            }}
          />
        </AnchoredPopover>
      )}
      {floating?.kind === "menu" && target && (
        <AnchoredMenu
          box={floating.box}
          onClose={close}
          items={columnMenu({
            column: target,
            pinned: pinOf(target, cols.layout),
            sort,
            onSort: setSort,
            onPin: cols.pin,
            onHide: cols.hide,
            onFit: () => fit([floating.column]),
            onFitAll: () => fit(placed.all),
            onReset: cols.reset,
            mayHide: columns.filter((c) => !isHidden(c, cols.layout)).length > 1,
            texts,
          })}
        />
      )}
    </div>
  );
}
