import {
  type ReactNode,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from "react";
import { GROUP_HEIGHT, groupLevels } from "../core/column-groups.ts";
import type { PlacedColumn } from "../core/columns.ts";
import type { GridFilter, GridQuery, GridSort } from "../core/types.ts";
import { anchorOf } from "./anchor.ts";
import { FilterChips } from "./filter-chips.tsx";
import type { FloatingAt } from "./floating.tsx";
import { GridPager } from "./grid-pager.tsx";
import { GridPane } from "./grid-pane.tsx";
import { EmptyState, ErrorBanner, LoadingBar } from "./grid-states.tsx";
import { GridToolbar } from "./grid-toolbar.tsx";
import { Floating, loadParts } from "./lazy-parts.ts";
import { type GridProps, type MenuItem, PAGE_SIZES } from "./props.ts";
import { SIZES, sizeItems } from "./sizes.ts";
import { useSkin } from "./skin.ts";
import { type Notify, Toaster } from "./toaster.tsx";
import { useAnnouncements } from "./use-announcements.ts";
import { useColumns } from "./use-columns.ts";
import { useControlled } from "./use-controlled.ts";
import { useDetailLines, useDetails } from "./use-details.ts";
import { useExport } from "./use-export.ts";
import { useFind } from "./use-find.ts";
import { pagesOf, rowsOfPage, usePaging } from "./use-paging.ts";
import type { PaneHandle } from "./use-pane.ts";
import { useRowSelection } from "./use-row-selection.ts";
import { useRowView, useWhole } from "./use-row-view.ts";
import { useSize } from "./use-size.ts";

/** Width in px below which a grid uses the layout for phones. */
const NARROW = 640;

const NO_FILTERS: readonly GridFilter[] = [];
const NO_SORT: readonly GridSort[] = [];
const NO_ROWS: readonly never[] = [];

/** The grid without the import. It is separate from DataGrid, because the preview in the import dialog uses it too. */
export function Grid<R>(props: GridProps<R>): ReactNode {
  const { id, columns, texts, rowKey, rowActions, search } = props;
  const root = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const pane = useRef<PaneHandle>(null);
  const { Drawer, useStyle } = useSkin();
  const style = useStyle();
  const toaster = useRef<Notify>(null);
  const notify = useCallback<Notify>((toast) => toaster.current?.(toast), []);
  const [detail, setDetail] = useState<R>();
  const [floating, setFloating] = useState<FloatingAt<R>>();
  /**
   * Popup that was open when the user last pressed the pointer. The press has closed this popup. If the press was on
   * the button of this popup, the click that follows must not open the popup again.
   */
  const pressed = useRef<FloatingAt<R>>(undefined);
  const close = useCallback(() => setFloating(undefined), []);
  /** Closes the popup. Returns the focus to the element that opened it, or to the active cell. */
  const closeBack = (): void => {
    close();
    const cell = element.current?.querySelector<HTMLElement>("[data-active]");
    (floating?.opener ?? cell)?.focus({ preventScroll: true });
  };

  const [filters, setFilters] = useControlled(props.filters, props.onFiltersChange, NO_FILTERS);
  const [sort, setSort] = useControlled(props.sort, props.onSortChange, NO_SORT);
  const queryText = JSON.stringify([filters, sort, search ?? ""]);
  // Compares filters, sort and search as text, because callers may pass new arrays with every render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const query = useMemo<GridQuery>(() => ({ filters, sort, ...(search ? { search } : {}) }), [queryText]);
  const paging = usePaging(props.pageSize ?? 20, props.onPageSizeChange);
  const [shownQuery, setShownQuery] = useState(query);
  if (shownQuery !== query) {
    setShownQuery(query);
    paging.setPage(1);
  }
  const place = `${paging.page} ${paging.pageSize} ${queryText}`;
  const shownPlace = useRef(place);
  useEffect(() => {
    // Scrolls only after React has finished rendering, because scrolling renders the new rows synchronously.
    if (shownPlace.current !== place) queueMicrotask(() => pane.current?.rewind());
    shownPlace.current = place;
  }, [place]);
  const stored = useRowView(props.source, columns, rowKey, query, paging.blockSize, props.refreshKey);
  const wrap = props.editing?.wrap;
  const edited = useMemo(() => wrap?.(stored) ?? stored, [wrap, stored]);
  const view = useDetails(edited, props.inlineDetail !== undefined);
  useWhole(view);
  const { total } = view;
  const rowCount = rowsOfPage(paging, total);
  const pageCount = pagesOf(paging, total);
  if (total !== undefined && paging.page > pageCount) paging.setPage(pageCount);

  const size = useSize(element);
  const narrow = size.width > 0 && size.width < NARROW;
  const digits = String(paging.base + rowCount).length;
  const cols = useColumns(id, columns, {
    viewWidth: size.width,
    handleWidth: props.onRowMove && !view.line ? 32 : undefined,
    checkWidth: props.selectable ? 36 : undefined,
    seqWidth: props.sequence === false ? undefined : Math.max(48, digits * 8 + 20),
    actionsWidth: rowActions ? (props.actionsWidth ?? 120) : undefined,
    narrow,
    cards: narrow && !view.line ? props.cards : undefined,
  });
  const { placed } = cols;
  const sizeName = cols.layout.size ?? (props.size === "default" ? "small" : (props.size ?? "small"));
  const wanted = props.rowHeight ?? SIZES[sizeName].row;
  const lineHeight = narrow ? Math.max(40, wanted) : wanted;
  const rowHeight = cols.card?.height ?? lineHeight;
  useDetailLines(view, props.inlineDetail?.height, rowHeight);
  const levels = groupLevels(placed);
  const rowSelection = useRowSelection(props, view, paging.base, rowCount, query, notify);
  useAnnouncements({ columns, sort, filters, texts, notify });
  const fit = async (list: readonly PlacedColumn<R>[]): Promise<void> => {
    const { fitWidths } = await import("./fit-widths.ts");
    if (element.current) cols.setWidths(fitWidths(element.current, list));
  };
  const visible = placed.all.flatMap((c) => c.column ?? []);
  const widths = Object.fromEntries(placed.all.map((c) => [c.key, c.width]));
  const exportAs = useExport({ view, columns: visible, widths, name: props.exportName ?? id, texts, notify });
  const more: MenuItem[] = [
    ...(props.moreItems ?? []),
    { key: "xlsx", label: texts.exportXlsx, onClick: () => void exportAs("xlsx") },
    { key: "csv", label: texts.exportCsv, onClick: () => void exportAs("csv") },
    { key: "excelCsv", label: texts.exportExcelCsv, onClick: () => void exportAs("excelCsv") },
    ...(narrow || props.rowHeight !== undefined ? [] : sizeItems(sizeName, cols.change, texts)),
    ...(props.lastItems ?? []),
  ];
  const { rowDetail } = props;
  const onOpen = props.onRowOpen ?? (rowDetail && ((row: R) => setDetail(row)));
  useImperativeHandle(
    props.ref,
    () => ({
      reload: () => view.reload(),
      patch: (changes) => view.patch(changes),
      scrollToRow: (index) => pane.current?.scrollToRow(index),
    }),
    [view],
  );
  const float = (
    kind: FloatingAt<R>["kind"],
    from: Element | { left: number; top: number },
    column?: PlacedColumn<R>,
  ): void => {
    const opener = from instanceof HTMLElement ? from : undefined;
    // Does not open a popup whose own button was just pressed. The press has already closed the popup, and the click
    // that follows the press must not open it again.
    const closed = opener !== undefined && pressed.current?.opener === opener;
    const box = from instanceof Element ? from.getBoundingClientRect() : { ...from, width: 1, height: 1 };
    if (root.current && !closed) setFloating({ kind, column, opener, box: anchorOf(root.current, box) });
  };
  const filtered = filters.length > 0 || (search ?? "") !== "";
  const height = props.height ?? "fill";
  const hasRows = total !== undefined;
  const hasEditor = columns.some((c) => c.edit !== undefined);
  const { FindBar, openFind, closeFind, setHit, isFindable } = useFind(props, pane, paging.base);
  useEffect(() => {
    if (hasRows) loadParts(hasEditor, isFindable);
  }, [hasRows, hasEditor, isFindable]);

  const classes = [
    `dg dg-${sizeName}`,
    narrow && "dg-narrow",
    FindBar && "dg-finding",
    height === "fill" && "dg-fill",
  ];
  return (
    <div
      ref={root}
      className={classes.filter(Boolean).join(" ")}
      style={height === "fill" ? style : { ...style, height }}
      onPointerDownCapture={() => {
        pressed.current = floating;
      }}
      onKeyDownCapture={(event) => {
        pressed.current = undefined;
        if (!isFindable || event.key.toLowerCase() !== "f" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        openFind();
      }}
    >
      <GridToolbar
        left={props.toolbar}
        right={props.toolbarRight}
        selectedCount={rowSelection.selection.size}
        onClearSelection={rowSelection.clear}
        onReload={() => view.reload()}
        onOpen={float}
        open={floating?.kind}
        texts={texts}
      />
      <FilterChips filters={filters} columns={columns} texts={texts} onChange={setFilters} />
      {props.editing?.bar({
        view,
        base: paging.base,
        rowCount,
        columns,
        gridTexts: texts,
        notify,
        goTo: (row, column) => pane.current?.goTo(row, column, true),
      })}
      {view.error !== undefined && (
        <ErrorBanner texts={texts} detail={view.error} onRetry={() => view.retry()} />
      )}
      <div className="dg-frame">
        <GridPane
          handle={pane}
          grid={props}
          element={element}
          size={size}
          view={view}
          base={paging.base}
          rowCount={rowCount}
          rowHeight={rowHeight}
          lineHeight={lineHeight}
          headHeight={SIZES[sizeName].head + levels * GROUP_HEIGHT}
          levels={levels}
          pinnedTop={props.pinnedTop ?? NO_ROWS}
          pinnedBottom={props.pinnedBottom ?? NO_ROWS}
          cols={cols}
          rowSelection={rowSelection}
          filters={filters}
          sort={sort}
          onSort={setSort}
          onFilter={(column, opener) => float("filter", opener, column)}
          onMenu={(column, point) => float("menu", point, column)}
          onFit={fit}
          onOpen={onOpen}
          notify={notify}
        />
        {total !== undefined && <LoadingBar view={view} />}
        {total === 0 && view.error === undefined && (
          <EmptyState
            texts={texts}
            filtered={filtered}
            content={props.emptyState}
            onClearFilters={filters.length > 0 ? () => setFilters([]) : undefined}
          />
        )}
        {FindBar && (
          <FindBar
            view={view}
            columns={visible}
            texts={texts}
            onShow={(hit) => {
              paging.setPage(Math.floor(hit.row / paging.pageSize) + 1);
              setHit(hit);
            }}
            onClose={() => {
              closeFind();
              element.current?.focus({ preventScroll: true });
            }}
          />
        )}
        <Toaster handle={toaster} texts={texts} />
      </div>
      <GridPager
        page={paging.page}
        pageCount={pageCount}
        pageSize={paging.pageSize}
        total={view.rowTotal ?? total}
        pageSizes={props.pageSizes ?? PAGE_SIZES}
        texts={texts}
        onPage={paging.setPage}
        onPageSize={paging.setPageSize}
      />
      {floating && (
        <Floating
          at={floating}
          grid={props}
          style={style}
          cols={cols}
          filters={filters}
          sort={sort}
          more={more}
          onFilters={setFilters}
          onSort={setSort}
          onFit={fit}
          onClose={close}
          onCloseBack={closeBack}
        />
      )}
      {rowDetail && (
        <Drawer open={detail !== undefined} closeLabel={texts.close} onClose={() => setDetail(undefined)}>
          {detail !== undefined && rowDetail(detail)}
        </Drawer>
      )}
    </div>
  );
}
