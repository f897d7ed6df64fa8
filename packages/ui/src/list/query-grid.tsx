import type { LiveEvent } from "@shotkeeper/client";
import {
  type Condition,
  type Entity,
  exactTotal,
  type Query,
  type QueryRow,
} from "@shotkeeper/contract/kernel";
import {
  DataGrid,
  type GridFilter,
  type GridSort,
  type GridSource,
  gridTexts,
  rowCards,
} from "@shotkeeper/datagrid/antd";
import { menuLabel } from "@shotkeeper/locales";
import "@shotkeeper/datagrid/antd.css";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useClient, useNarrow } from "../app/index.ts";
import { type AnyRow, type ColumnName, type Columns, gridColumns } from "../cells/columns.ts";
import { useTypeContext } from "../cells/use-type-context.ts";
import { useLiveRefresh, useReturnCount, useWriteCount } from "../data/invalidation.ts";
import { keyOf, querySource } from "../data/query-source.ts";
import { ImportButton } from "../import/import-button.tsx";
import { type ListImport, useImportSpec } from "../import/use-import-spec.ts";
import { useCodeWidths } from "./code-widths.ts";
import { fitColumns } from "./column-fit.ts";
import { DetailDrawer } from "./detail-drawer.tsx";
import { type GridAddress, useGridAddress } from "./grid-address.ts";
import { ListViews } from "./list-views.tsx";
import { ReportWidthContext, type RowAction, RowActions } from "./row-actions.tsx";
import { openByClick } from "./row-click.ts";
import { SearchBox } from "./search-box.tsx";
import { titleWidths } from "./title-widths.ts";
import { useGridWidth } from "./use-grid-width.ts";
import { useHasActions } from "./use-has-actions.ts";
import { type ListEditing, useListEditing } from "./use-list-editing.tsx";
import { type RowOrder, useRowOrder } from "./use-row-order.ts";
import "./list.css";

export interface QueryGridProps<Q extends Query> {
  readonly query: Q;
  readonly columns: Columns<Q>;
  /**
   * Key under which the grid's column layout is stored. Needed if two grids show the same query. Default: the query's
   * id.
   */
  readonly id?: string | undefined;
  /**
   * Conditions that the user cannot change. Pass the same array in each render; a new array makes the grid load its
   * rows again.
   */
  readonly fixed?: readonly Condition[] | undefined;
  readonly search?: readonly ColumnName<Q>[] | undefined;
  /**
   * Filters of the list if the address of the page has no filters. The user may remove these filters. Pass the same
   * array in each render.
   */
  readonly initialFilters?: readonly GridFilter[] | undefined;
  /** Sort of the rows until the user chooses another sort. Pass the same array in each render. */
  readonly sort?: readonly GridSort[] | undefined;
  /** Types of live events after which the rows are loaded again. */
  readonly live?: readonly LiveEvent["type"][] | undefined;
  /** True for a grid inside another page: filters and sort are not written to the address. */
  readonly inner?: boolean | undefined;
  /** Import from spreadsheets. Undefined: the grid offers no import. */
  readonly importing?: ListImport | undefined;
  /** Editing of cells like in a spreadsheet. Undefined: the cells only show values. */
  readonly editing?: ListEditing | undefined;
  /** Order of the rows. If set, the user can drag rows while the list is sorted by this order. */
  readonly order?: RowOrder | undefined;
  readonly toolbar?: ReactNode | undefined;
  readonly toolbarRight?: ReactNode | undefined;
  /**
   * Actions of a row. The list has no column of actions if none of the loaded rows has an action, for example because
   * the user has no right.
   */
  readonly actions?: ((row: QueryRow<Q>) => readonly RowAction[]) | undefined;
  /**
   * True: if a row has no room for all of its actions, the actions that are not allowed now move to the overflow menu.
   */
  readonly menuForRefused?: boolean | undefined;
  /** Draws the actions of a row. Use `actions` if the row has nothing but the usual buttons. */
  readonly rowActions?: ((row: QueryRow<Q>) => ReactNode) | undefined;
  readonly actionsWidth?: number | undefined;
  /**
   * Called when a row is opened by a click or Enter. Default: a drawer opens with all values and actions of the row.
   */
  readonly onOpen?: ((row: QueryRow<Q>) => void) | undefined;
  /** Entity whose change history the default drawer shows. */
  readonly entity?: Entity | undefined;
  readonly selection?: ReadonlyMap<string, QueryRow<Q>> | undefined;
  readonly onSelectionChange?: ((rows: ReadonlyMap<string, QueryRow<Q>>) => void) | undefined;
  readonly rowClassName?: ((row: QueryRow<Q>) => string) | undefined;
  readonly empty?: ReactNode | undefined;
  readonly height?: "fill" | number | undefined;
}

/** Padding and border of a grid cell, left and right together, px. */
const cellPadding = 26;
/** Width of the grid's checkbox column, px. */
const checkboxWidth = 36;
/** Default width of the column with the actions, px. */
const defaultActionsWidth = 120;
const noConditions: readonly Condition[] = [];
const noSort: readonly GridSort[] = [];
const noEvents: readonly LiveEvent["type"][] = [];

/**
 * Grid that shows the rows of a query. The server filters, sorts and pages the rows. Labels and formats come from the
 * query's fields.
 */
export function QueryGrid<Q extends Query>(props: QueryGridProps<Q>) {
  const address = useGridAddress(props.sort ?? noSort, props.search?.[0], props.initialFilters);
  const local = useLocalState(props.sort ?? noSort);
  return <Grid {...props} state={props.inner ? local : address} />;
}

/** Returns a data source that also passes the rows of each loaded page to `take`. */
const observed = (
  source: GridSource<AnyRow>,
  take: (rows: readonly AnyRow[]) => void,
): GridSource<AnyRow> => ({
  async load(request, signal) {
    const page = await source.load(request, signal);
    if (!request.isExport) take(page.rows);
    return page;
  },
});

const actionsOf = <Q extends Query>(p: QueryGridProps<Q>, row: QueryRow<Q>): ReactNode => (
  <RowActions actions={p.actions?.(row) ?? []} menuForRefused={p.menuForRefused ?? false} />
);

function useLocalState(defaultSort: readonly GridSort[]): GridAddress {
  const [filters, setFilters] = useState<readonly GridFilter[]>([]);
  const [sort, setSort] = useState(defaultSort);
  return { filters, sort, setFilters, setSort };
}

function Grid<Q extends Query>({ state, ...p }: QueryGridProps<Q> & { readonly state: GridAddress }) {
  const { query, fixed = noConditions, rowClassName, onSelectionChange } = p;
  const [opened, setOpened] = useState<AnyRow>();
  const open = (row: AnyRow) => (p.onOpen ? p.onOpen(asRow(row)) : setOpened(row));
  const narrow = useNarrow();
  const client = useClient();
  const c = useTypeContext();
  const texts = useMemo(() => {
    const usual = gridTexts[c.locale.code];
    // A total above `exactTotal` may be an estimate.
    const about = (n: number) => c.locale.screen.aboutRows(c.formats.whole(n));
    return { ...usual, rowCount: (n: number) => (n > exactTotal ? about(n) : usual.rowCount(n)) };
  }, [c]);
  const rowKey = useCallback((row: AnyRow) => keyOf(query, row), [query]);
  // React key of the grid. Incremented when a saved view has stored other columns, so that the grid mounts again and
  // reads these columns.
  const [layouts, setLayouts] = useState(0);
  const [widest, setWidest] = useState(0);
  const reportWidth = useCallback((px: number) => setWidest((before) => Math.max(before, px)), []);
  const actionsWidth = widest > 0 ? Math.max(p.actionsWidth ?? 0, widest + cellPadding) : p.actionsWidth;
  const [hasActions, noteActions] = useHasActions(
    p.actions as ((row: AnyRow) => readonly unknown[]) | undefined,
  );
  const rowActions =
    p.rowActions ?? (hasActions && p.actions ? (row: QueryRow<Q>) => actionsOf(p, row) : undefined);
  const probe = useRef<HTMLSpanElement>(null);
  const gridWidth = useGridWidth(probe);
  const available =
    gridWidth -
    (onSelectionChange ? checkboxWidth : 0) -
    (rowActions ? (actionsWidth ?? defaultActionsWidth) : 0);
  const named = useMemo(() => gridColumns(query, p.columns, c), [query, p.columns, c]);
  const [codes, takeRows] = useCodeWidths(query, named);
  const source = useMemo(
    () =>
      observed(querySource(client, query, fixed), (rows) => {
        takeRows(rows);
        noteActions(rows);
      }),
    [client, query, fixed, takeRows, noteActions],
  );
  const titles = useMemo(() => titleWidths(named, p.sort?.map((s) => s.field) ?? []), [named, p.sort]);
  const fitted = useMemo(
    () => (narrow ? named : fitColumns(named, available, codes, titles)),
    [named, narrow, available, codes, titles],
  );
  const { columns, editing } = useListEditing(query, fitted, p.editing);
  const [events, setEvents] = useState(0);
  useLiveRefresh(p.live ?? noEvents, () => p.live && setEvents((n) => n + 1));
  const refreshKey = `${events} ${useWriteCount()} ${useReturnCount()}`;
  const id = p.id ?? `${query.menu}.${query.id}`;
  const importing = useImportSpec(p.importing);
  const onRowMove = useRowOrder(query, p.order, fixed);
  const asRow = (row: AnyRow) => row as QueryRow<Q>;

  const grid = (
    <DataGrid<AnyRow>
      key={layouts}
      id={id}
      columns={columns}
      rowKey={rowKey}
      source={source}
      filters={state.filters}
      onFiltersChange={state.setFilters}
      sort={state.sort}
      onSortChange={state.setSort}
      texts={texts}
      refreshKey={refreshKey}
      sequence={false}
      cards={narrow ? rowCards : undefined}
      // On a phone the style sheet makes the list as high as its cards.
      height={narrow ? "fill" : (p.height ?? "fill")}
      importing={importing}
      editing={editing}
      onRowMove={onRowMove}
      orderField={p.order?.field}
      emptyState={p.empty}
      label={menuLabel(c.locale.menus, query.menu)}
      exportName={menuLabel(c.locale.menus, query.menu)}
      toolbarRight={
        <>
          {p.toolbarRight}
          {!p.inner && <ListViews listId={id} onLayout={() => setLayouts((n) => n + 1)} />}
        </>
      }
      toolbar={
        <>
          <span ref={probe} hidden />
          {p.search && <SearchBox fields={p.search} filters={state.filters} onChange={state.setFilters} />}
          {p.toolbar}
          {importing && <ImportButton id={id} spec={importing} />}
        </>
      }
      {...(rowActions ? { rowActions: (row: AnyRow) => rowActions(asRow(row)) } : {})}
      actionsWidth={actionsWidth}
      {...(rowClassName ? { rowClassName: (row: AnyRow) => rowClassName(asRow(row)) } : {})}
      onRowOpen={open}
      // Opens no row while the user edits cells, because a click then selects a cell.
      onRowClick={editing ? undefined : openByClick(open)}
      {...(onSelectionChange
        ? {
            selectable: true,
            selection: p.selection as ReadonlyMap<string, AnyRow> | undefined,
            onSelectionChange: (rows: ReadonlyMap<string, AnyRow>) =>
              onSelectionChange(rows as ReadonlyMap<string, QueryRow<Q>>),
          }
        : {})}
    />
  );
  return (
    <>
      <ReportWidthContext value={reportWidth}>{grid}</ReportWidthContext>
      {opened && (
        <DetailDrawer
          query={query}
          entity={p.entity}
          sections={[]}
          row={opened}
          title={titleOf(query, p.columns, opened)}
          cells={cellsOf(p.columns, asRow(opened))}
          actions={rowActions?.(asRow(opened))}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

/** Returns the title of a row's drawer: the value of the first text column that is not empty. */
function titleOf<Q extends Query>(query: Q, columns: Columns<Q>, row: AnyRow): string {
  const names: readonly string[] = columns.map((d) => (typeof d === "string" ? d : d.name));
  // Uses a column that the list does not show if no visible text column has a value: a list within the page of a mold,
  // for example, does not show the mold number.
  const name = [...names, ...Object.keys(query.columns)].find(
    (n) => query.columns[n]?.type === "text" && row[n],
  );
  return name === undefined ? "" : String(row[name]);
}

/** Returns the custom details, cells and texts of a row by column name, for the detail drawer. */
function cellsOf<Q extends Query>(
  columns: Columns<Q>,
  row: QueryRow<Q>,
): Readonly<Record<string, ReactNode>> {
  return Object.fromEntries(
    columns.flatMap((d) => {
      const show = typeof d === "string" ? undefined : (d.detail ?? d.cell ?? d.text);
      return show && typeof d !== "string" ? [[d.name, show(row)]] : [];
    }),
  );
}
