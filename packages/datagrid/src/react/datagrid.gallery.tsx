import { Button } from "antd";
import { type ReactNode, useMemo, useState } from "react";
import "./datagrid.css";
import { DataGrid, type DataGridProps } from "../antd/data-grid.tsx";
import { type GridLocale, gridTexts } from "../core/texts.ts";
import type { GridFilter, GridSource } from "../core/types.ts";
import { type Part, PartServer, part, partColumns, parts, rowKey } from "../gallery/parts.ts";
import { ALL_ROWS, type GridColumn } from "./props.ts";

export interface GridStoryProps extends Partial<DataGridProps<Part>> {
  readonly locale?: GridLocale;
}

function Box({ children, width = 960 }: { readonly children: ReactNode; readonly width?: number }) {
  return <main style={{ height: 460, width, maxWidth: "100%", padding: 12 }}>{children}</main>;
}

function Parts({
  locale = "en",
  width,
  rows = 60,
  ...props
}: GridStoryProps & { rows?: number; width?: number }) {
  const source = useMemo(() => ({ rows: parts(rows) }), [rows]);
  return (
    <Box {...(width === undefined ? {} : { width })}>
      <DataGrid<Part>
        id="story"
        label="Parts"
        columns={partColumns}
        rowKey={rowKey}
        source={source}
        texts={gridTexts[locale]}
        {...props}
      />
    </Box>
  );
}

export const ManyRows = (props: GridStoryProps) => <Parts {...props} />;

/** A grid whose source filters, sorts and pages, as a server does. */
export function FromAServer({ source, ...props }: GridStoryProps) {
  const [server] = useState(() => source ?? new PartServer(500));
  return <Parts {...props} source={server} pageSize={props.pageSize ?? 50} selectable />;
}
export const OneRow = (props: GridStoryProps) => <Parts {...props} rows={1} />;
export const NoRows = (props: GridStoryProps) => <Parts {...props} rows={0} />;
export const OwnEmptyState = (props: GridStoryProps) => (
  <Parts {...props} rows={0} emptyState={<Button type="primary">Add the first part</Button>} />
);
export const AllRowsScrolled = (props: GridStoryProps) => (
  <Parts {...props} rows={5000} pageSize={ALL_ROWS} />
);
export const SmallRows = (props: GridStoryProps) => <Parts {...props} size="mini" />;
export const Narrow = (props: GridStoryProps) => <Parts {...props} width={360} />;
export const FromTheStart = (props: GridStoryProps) => <Parts {...props} sequence={false} rows={5} />;

const never: GridSource<Part> = { load: () => new Promise(() => {}) };
export const Loading = (props: GridStoryProps) => <Parts {...props} source={never} />;

const broken: GridSource<Part> = { load: () => Promise.reject(new Error("503 Service Unavailable")) };
export const Failed = (props: GridStoryProps) => <Parts {...props} source={broken} />;

const filters: readonly GridFilter[] = [
  { field: "name", operator: "LIKE", value: "Grille" },
  { field: "weight", operator: "EGT", value: 100 },
];
/** A grid whose filters the page controls, for example because it stores them in its address. */
export function Filtered(props: GridStoryProps) {
  const [shown, setShown] = useState(filters);
  return <Parts {...props} filters={shown} onFiltersChange={setShown} />;
}
export function NothingMatches(props: GridStoryProps) {
  const [shown, setShown] = useState<readonly GridFilter[]>([
    { field: "name", operator: "EQ", value: "no such part" },
  ]);
  return <Parts {...props} filters={shown} onFiltersChange={setShown} />;
}
export const SortedByTwo = (props: GridStoryProps) => (
  <Parts
    {...props}
    sort={[
      { field: "state", direction: "asc" },
      { field: "weight", direction: "desc" },
    ]}
  />
);
export function Selected(props: GridStoryProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Part>>(
    new Map([part(1), part(3)].map((row) => [row.id, row])),
  );
  return <Parts {...props} selectable selection={chosen} onSelectionChange={setChosen} />;
}

/** Simulates saving a cell after 20 ms. The value "refuse" is refused. */
const save = async (_row: Part, value: unknown): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (value === "refuse") throw new Error("The name is already used");
};
const editable: readonly GridColumn<Part>[] = partColumns.map((column) => {
  if (column.key === "id") return column;
  if (column.key !== "weight") return { ...column, edit: { save } };
  const validate = (value: unknown) =>
    typeof value === "number" && value < 0 ? "A weight is not negative" : undefined;
  return { ...column, edit: { save, validate } };
});
export const Editable = (props: GridStoryProps) => <Parts {...props} columns={editable} rows={8} />;

const long =
  "A name that is much longer than its column, so that the cell cuts it and shows the rest on hover";
const longColumns: readonly GridColumn<Part>[] = partColumns.map((column) =>
  column.key === "name"
    ? {
        ...column,
        title: "A title that is longer than its column is wide",
        render: () => long,
        text: () => long,
      }
    : column,
);
export const LongTexts = (props: GridStoryProps) => <Parts {...props} columns={longColumns} rows={6} />;

const linked: readonly GridColumn<Part>[] = partColumns.map((column) =>
  column.key === "name"
    ? { ...column, render: (value: unknown) => <a href="#linked">{String(value)}</a> }
    : column,
);
export const WithLinksAndActions = (props: GridStoryProps) => (
  <Parts
    {...props}
    columns={linked}
    actionsWidth={72}
    rowActions={(row) => (
      <Button type="link" size="small" aria-label={`Edit ${row.id}`}>
        Edit
      </Button>
    )}
    toolbar={<Button type="primary">Add</Button>}
    toolbarRight={<span>7 selected molds</span>}
  />
);

const pinned: readonly GridColumn<Part>[] = [
  ...partColumns.map((column) => ({ ...column, width: 240 })),
  { key: "total", title: "Total", type: "custom", pin: "right", total: "1,234" },
];
/** A grid that is wider than its box. The columns between the pinned ones scroll. */
export const PinnedColumns = (props: GridStoryProps) => <Parts {...props} columns={pinned} />;

/** A grid whose rows can be dragged by a handle, opened in a drawer and imported. */
export function Sortable(props: GridStoryProps) {
  const [list, setList] = useState(() => parts(6));
  const source = useMemo(() => ({ rows: list }), [list]);
  return (
    <Parts
      {...props}
      source={source}
      rowDetail={(row) => <p>Details of {row.id}</p>}
      onRowMove={(_row, from, to) =>
        setList((old) => {
          const next = [...old];
          next.splice(to, 0, ...next.splice(from, 1));
          return next;
        })
      }
    />
  );
}
