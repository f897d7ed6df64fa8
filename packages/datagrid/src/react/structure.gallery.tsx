import { type ReactNode, useMemo, useState } from "react";
import "./datagrid.css";
import { DataGrid } from "../antd/data-grid.tsx";
import { groupRows } from "../core/group-rows.ts";
import { gridTexts } from "../core/texts.ts";
import { treeRows } from "../core/tree-rows.ts";
import { type Part, PartServer, part, partColumns, parts, rowKey } from "../gallery/parts.ts";
import type { GridStoryProps } from "./datagrid.gallery.tsx";
import { ALL_ROWS, type GridColumn } from "./props.ts";

const Box = ({ children }: { readonly children: ReactNode }) => (
  <main style={{ height: 460, width: 960, maxWidth: "100%", padding: 12 }}>{children}</main>
);

interface Props extends GridStoryProps {
  readonly rows?: number;
}

function Parts({ locale = "en", rows = 12, ...props }: Props) {
  const source = useMemo(() => ({ rows: parts(rows) }), [rows]);
  return (
    <Box>
      <DataGrid<Part>
        id="story-structure"
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

const inGroups: readonly GridColumn<Part>[] = partColumns.map((column) => {
  if (column.key === "made" || column.key === "seen") return { ...column, groups: ["History", "Days"] };
  return column.key === "weight" || column.key === "approved" ? { ...column, groups: ["History"] } : column;
});
/** Headers over several columns, in two levels. */
export const ColumnGroups = (props: Props) => <Parts {...props} columns={inGroups} />;

const aggregated: readonly GridColumn<Part>[] = partColumns.map((column) => {
  if (column.key === "weight") return { ...column, aggregate: "average" };
  return column.key === "approved" ? { ...column, aggregate: "count" } : column;
});
const byState = groupRows<Part>({ by: ["state", "name"] });
/** Rows in groups of two levels, with aggregates in the headers. */
export function Grouped({ rows = 60, ...props }: Props) {
  const source = useMemo(() => ({ rows: parts(rows), structure: byState }), [rows]);
  return <Parts {...props} columns={aggregated} source={source} pageSize={ALL_ROWS} selectable />;
}

/** Of every three rows, the first is the parent of the other two. */
const tree = treeRows<Part>({
  parentKey: (row) => {
    const n = Number(row.id.slice(2)) - 1;
    return n % 3 === 0 ? undefined : part(n - (n % 3)).id;
  },
});
/** Rows with their children below them. */
export function Tree(props: Props) {
  const source = useMemo(() => ({ rows: parts(props.rows ?? 9), structure: tree }), [props.rows]);
  return <Parts {...props} source={source} />;
}

const top = [{ ...part(0), id: "Target", name: "", weight: 400 }];
const bottom = [{ ...part(1), id: "Best", name: "", weight: 12.5 }];
/** Rows that stay in place while the others scroll. */
export const PinnedRows = (props: Props) => (
  <Parts rows={200} pageSize={ALL_ROWS} {...props} pinnedTop={top} pinnedBottom={bottom} />
);

/** A grid whose cells are searched by Ctrl+F. */
export const Findable = (props: Props) => <Parts rows={60} {...props} findable />;

const heavy: readonly GridColumn<Part>[] = partColumns.map((column) =>
  column.key === "weight"
    ? {
        ...column,
        filterPanel: ({ conditions, onApply }) => (
          <button
            type="button"
            onClick={() =>
              onApply(conditions.length > 0 ? [] : [{ field: "weight", operator: "EGT", value: 300 }])
            }
          >
            {conditions.length > 0 ? "All parts" : "Only heavy parts"}
          </button>
        ),
      }
    : column,
);
/** A grid with a custom filter for one column. */
export const CustomFilter = (props: Props) => <Parts {...props} columns={heavy} />;

const detail = {
  height: 90,
  render: (row: Part) => (
    <p style={{ margin: 8 }}>
      History of {row.id}: made on {row.made}, last seen on {row.seen}.
    </p>
  ),
};
/** Rows whose details open below them. The rows come from a simulated server. */
export function InlineDetails(props: Props) {
  const [server] = useState(() => new PartServer(300));
  return <Parts {...props} source={server} pageSize={ALL_ROWS} inlineDetail={detail} />;
}

/** A grid with the largest of the three row sizes and with custom page sizes. */
export function Sizes(props: Props) {
  const [size, setSize] = useState<"mini" | "small" | "middle">("middle");
  return (
    <Parts
      {...props}
      size={size}
      pageSize={5}
      pageSizes={[5, 7, ALL_ROWS]}
      toolbar={(["mini", "small", "middle"] as const).map((name) => (
        <button
          key={name}
          type="button"
          style={{ background: "none" }}
          aria-pressed={name === size}
          onClick={() => setSize(name)}
        >
          {name}
        </button>
      ))}
    />
  );
}
