import type { LiveEvent } from "@shotkeeper/client";
import type { Condition, Entity, Query, QueryRow } from "@shotkeeper/contract/kernel";
import { DataGrid, type GridFilter, type GridSort, gridTexts } from "@shotkeeper/datagrid";
import "@shotkeeper/datagrid/style.css";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useClient, useNarrow } from "../app/index.ts";
import { fitColumns } from "./column-fit.ts";
import { type AnyRow, type ColumnName, type Columns, gridColumns } from "./columns.ts";
import { DetailDrawer } from "./DetailDrawer.tsx";
import { type GridAddress, useGridAddress } from "./grid-address.ts";
import { ImportButton } from "./import/ImportButton.tsx";
import { type ListImport, useImportSpec } from "./import/use-import-spec.ts";
import { keyOf, querySource } from "./query-source.ts";
import { TellWidth } from "./RowActions.tsx";
import { SearchBox } from "./SearchBox.tsx";
import { useTypeContext } from "./type-context.ts";
import { useGridWidth } from "./use-grid-width.ts";
import { useLiveRefresh, useShownAgain, useWriteCount } from "./written.ts";
import "./screen.css";

export interface QueryGridProps<Q extends Query> {
  readonly query: Q;
  readonly columns: Columns<Q>;
  /** Names the remembered layout where one query is shown twice. */
  readonly id?: string | undefined;
  /** Conditions that hold always and are not the user's to change. Keep the identity. */
  readonly fixed?: readonly Condition[] | undefined;
  readonly search?: readonly ColumnName<Q>[] | undefined;
  /** Keep the identity. */
  readonly sort?: readonly GridSort[] | undefined;
  /** Events after which the rows are asked for again. */
  readonly live?: readonly LiveEvent["type"][] | undefined;
  /** A grid inside a page keeps its filters to itself; the address belongs to the page. */
  readonly inner?: boolean | undefined;
  /** Rows may be brought in from spreadsheets. */
  readonly importing?: ListImport | undefined;
  readonly toolbar?: ReactNode | undefined;
  readonly toolbarRight?: ReactNode | undefined;
  readonly rowActions?: ((row: QueryRow<Q>) => ReactNode) | undefined;
  readonly actionsWidth?: number | undefined;
  /** Opening a row leads there; by default to a drawer with all that is known of it and what can be done. */
  readonly onOpen?: ((row: QueryRow<Q>) => void) | undefined;
  /** Whose history that drawer shows. */
  readonly entity?: Entity | undefined;
  readonly selection?: ReadonlyMap<string, QueryRow<Q>> | undefined;
  readonly onSelectionChange?: ((rows: ReadonlyMap<string, QueryRow<Q>>) => void) | undefined;
  readonly rowClassName?: ((row: QueryRow<Q>) => string) | undefined;
  readonly empty?: ReactNode | undefined;
  readonly height?: "fill" | number | undefined;
}

/** Left and right of a cell of the grid, and its line, px. */
const cellPadding = 26;
/** What the grid gives a row's box, and its actions where nobody says otherwise, px. */
const boxWidth = 36;
const usualActions = 120;
const noConditions: readonly Condition[] = [];
const noSort: readonly GridSort[] = [];
const noEvents: readonly LiveEvent["type"][] = [];

/** A grid shows a query: rows, filters, sort and pages come from the server, words and formats from its fields. */
export function QueryGrid<Q extends Query>(props: QueryGridProps<Q>) {
  const address = useGridAddress(props.sort ?? noSort, props.search?.[0]);
  const own = useOwnState(props.sort ?? noSort);
  return <Grid {...props} state={props.inner ? own : address} />;
}

function useOwnState(defaultSort: readonly GridSort[]): GridAddress {
  const [filters, setFilters] = useState<readonly GridFilter[]>([]);
  const [sort, setSort] = useState(defaultSort);
  return { filters, sort, setFilters, setSort };
}

function Grid<Q extends Query>({ state, ...p }: QueryGridProps<Q> & { readonly state: GridAddress }) {
  const { query, fixed = noConditions, rowActions, rowClassName, onSelectionChange } = p;
  const [opened, setOpened] = useState<AnyRow>();
  const open = (row: AnyRow) => (p.onOpen ? p.onOpen(asRow(row)) : setOpened(row));
  const narrow = useNarrow();
  const client = useClient();
  const c = useTypeContext();
  const source = useMemo(() => querySource(client, query, fixed), [client, query, fixed]);
  const rowKey = useCallback((row: AnyRow) => keyOf(query, row), [query]);
  const [widest, setWidest] = useState(0);
  const tellWidth = useCallback((px: number) => setWidest((before) => Math.max(before, px)), []);
  const actionsWidth = widest > 0 ? Math.max(p.actionsWidth ?? 0, widest + cellPadding) : p.actionsWidth;
  const probe = useRef<HTMLSpanElement>(null);
  const gridWidth = useGridWidth(probe);
  const room =
    gridWidth - (onSelectionChange ? boxWidth : 0) - (rowActions ? (actionsWidth ?? usualActions) : 0);
  const named = useMemo(() => gridColumns(query, p.columns, c), [query, p.columns, c]);
  const columns = useMemo(() => (narrow ? named : fitColumns(named, room)), [named, narrow, room]);
  const [events, setEvents] = useState(0);
  useLiveRefresh(p.live ?? noEvents, () => p.live && setEvents((n) => n + 1));
  const refreshKey = `${events} ${useWriteCount()} ${useShownAgain()}`;
  const id = p.id ?? `${query.menu}.${query.id}`;
  const importing = useImportSpec(p.importing);
  const asRow = (row: AnyRow) => row as QueryRow<Q>;

  const grid = (
    <DataGrid<AnyRow>
      id={id}
      columns={columns}
      rowKey={rowKey}
      source={source}
      filters={state.filters}
      onFiltersChange={state.setFilters}
      sort={state.sort}
      onSortChange={state.setSort}
      texts={gridTexts[c.locale.code]}
      refreshKey={refreshKey}
      sequence={false}
      height={p.height ?? "fill"}
      importing={importing}
      emptyState={p.empty}
      exportName={`${c.locale.menus[query.menu as keyof typeof c.locale.menus] ?? id}`}
      toolbarRight={p.toolbarRight}
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
      // A finger does not click twice.
      {...(narrow ? { onRowClick: open } : {})}
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
      <TellWidth value={tellWidth}>{grid}</TellWidth>
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

/** What a row is called: its first words that are no code, as the number of its mold. */
function titleOf<Q extends Query>(query: Q, columns: Columns<Q>, row: AnyRow): string {
  const names: readonly string[] = columns.map((d) => (typeof d === "string" ? d : d.name));
  // A list within a mold's page does not show whose it is.
  const name = [...names, ...Object.keys(query.columns)].find(
    (n) => query.columns[n]?.type === "text" && row[n],
  );
  return name === undefined ? "" : String(row[name]);
}

/** What a column draws for a row it draws in the drawer too. */
function cellsOf<Q extends Query>(
  columns: Columns<Q>,
  row: QueryRow<Q>,
): Readonly<Record<string, ReactNode>> {
  return Object.fromEntries(
    columns.flatMap((d) => (typeof d === "string" || !d.cell ? [] : [[d.name, d.cell(row)]])),
  );
}
