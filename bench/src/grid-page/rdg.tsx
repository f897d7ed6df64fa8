import { type Column, DataGrid, TreeDataGrid } from "react-data-grid";
import "react-data-grid/lib/styles.css";
import type { Root } from "react-dom/client";
import { numbers, type Row } from "./data.ts";

const format = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const columns: Column<Row>[] = [
  { key: "id", name: "Part no.", width: 120, frozen: true },
  { key: "name", name: "Name", width: 140 },
  { key: "maker", name: "Maker", width: 140 },
  { key: "state", name: "State", width: 112 },
  { key: "made", name: "Made on", width: 112 },
  { key: "seen", name: "Seen", width: 160 },
  ...numbers.map(
    (key): Column<Row> => ({
      key,
      name: key,
      width: 110,
      renderCell: ({ row }) => format.format(Number(row[key])),
    }),
  ),
];

const rowKey = (row: Row): string => String(row.id);

export function shown(): { all: number; filled: number; one: string } {
  const cells = [...document.querySelectorAll(".rdg-row > [aria-colindex='1']")];
  return {
    all: cells.length,
    filled: cells.filter((c) => c.textContent?.startsWith("P-")).length,
    one: cells[0]?.textContent ?? "",
  };
}

export function render(root: Root, rows: Row[] | undefined): void {
  root.render(
    <DataGrid
      columns={columns}
      rows={rows ?? []}
      rowKeyGetter={rowKey}
      rowHeight={32}
      style={{ height: "100%" }}
    />,
  );
}

const none: ReadonlySet<unknown> = new Set();

/** Shows the rows in two levels of groups with sums. */
export function renderGroups(root: Root, rows: Row[]): void {
  root.render(
    <TreeDataGrid
      columns={summed}
      rows={rows}
      rowKeyGetter={rowKey}
      rowHeight={32}
      groupBy={["state", "maker"]}
      rowGrouper={(list, key) => Object.groupBy(list, (row) => String(row[key])) as Record<string, Row[]>}
      expandedGroupIds={none}
      onExpandedGroupIdsChange={() => {}}
      style={{ height: "100%" }}
    />,
  );
}
const summed: Column<Row>[] = columns.map((column) => ({
  ...column,
  renderGroupCell: ({ childRows, groupKey }) =>
    numbers.includes(column.key)
      ? format.format(childRows.reduce((sum, row) => sum + Number(row[column.key]), 0))
      : String(groupKey),
}));

export const groupCount = (): number => document.querySelectorAll(".rdg-group-row, [aria-level='1']").length;
