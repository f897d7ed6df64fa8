import {
  DataGrid,
  type GridColumn,
  type GridSource,
  gridTexts,
  groupRows,
  useTableEditing,
} from "@shotkeeper/datagrid/antd";
import "@shotkeeper/datagrid/antd.css";
import { exportXlsx, type ImportColumn, openFile } from "@shotkeeper/datagrid/sheet";
import { useMemo } from "react";
import type { Root } from "react-dom/client";
import { fetchRows, MILLION, numbers, type Row, STATES } from "./data.ts";

const columns: GridColumn<Row>[] = [
  { key: "id", title: "Part no.", type: "text", width: 120, pin: "left" },
  { key: "name", title: "Name", type: "text" },
  { key: "maker", title: "Maker", type: "text" },
  { key: "state", title: "State", type: "choice", options: STATES.map((s) => ({ value: s, label: s })) },
  { key: "made", title: "Made on", type: "date" },
  { key: "seen", title: "Seen", type: "time" },
  ...numbers.map((key): GridColumn<Row> => ({ key, title: key, type: "number", decimals: 2, width: 110 })),
];

const rowKey = (row: Row): string => String(row.id);

const lazy: GridSource<Row> = {
  load: async ({ offset, limit }, signal) => ({
    rows: await fetchRows(offset, limit, signal),
    total: MILLION,
  }),
};

/**
 * Returns the number of visible rows (`all`), the number of visible rows with data (`filled`), and the text of one
 * row (`one`).
 */
export function shown(): { all: number; filled: number; one: string } {
  const rows = [...document.querySelectorAll(".dg-rows > .dg-row:not(.dg-range)")];
  return {
    all: rows.length,
    filled: rows.filter((row) => !row.querySelector(".dg-skeleton")).length,
    one: rows[0]?.textContent ?? "",
  };
}

export function render(root: Root, rows: Row[] | undefined): void {
  root.render(
    <DataGrid<Row>
      id="bench"
      columns={columns}
      rowKey={rowKey}
      source={rows ? { rows } : lazy}
      texts={gridTexts.en}
      pageSize={999_999}
    />,
  );
}

const byState = groupRows<Row>({ by: ["state", "maker"] });

/** Shows the rows in two levels of groups with sums. */
export function renderGroups(root: Root, rows: Row[]): void {
  root.render(
    <DataGrid<Row>
      id="bench"
      columns={summed}
      rowKey={rowKey}
      source={{ rows, structure: byState }}
      texts={gridTexts.en}
      pageSize={999_999}
    />,
  );
}
const summed = columns.map((c): GridColumn<Row> => (c.type === "number" ? { ...c, aggregate: "sum" } : c));

export const groupCount = (): number => document.querySelectorAll(".dg-group-row").length;

let changed = 0;

function Editable({ rows }: { rows: Row[] }) {
  const source = useMemo(() => ({ rows }), [rows]);
  const editing = useTableEditing<Row>({ columns: editable, rowKey, locale: "en", save: async () => [] });
  changed = editing.changedCells;
  return (
    <DataGrid<Row>
      id="bench"
      columns={editable}
      rowKey={rowKey}
      source={source}
      texts={gridTexts.en}
      pageSize={999_999}
      editing={editing}
    />
  );
}
const editable = columns.map((c): GridColumn<Row> => ({ ...c, edit: {} }));

export function renderEditable(root: Root, rows: Row[]): void {
  root.render(<Editable rows={rows} />);
}

/** Returns the number of cells that are pasted and not undone. */
export const pastedCount = (): number => changed;

/** Returns the point of the page at which cells are pasted, px: in the first cell of the first number column. */
export function pasteAt(): { x: number; y: number } {
  const box = document.querySelector('.dg-rows [data-row="0"] [data-col="7"]')?.getBoundingClientRect();
  return { x: (box?.left ?? 0) + 20, y: (box?.top ?? 0) + 10 };
}

export const exportRows = (rows: Row[]): Promise<Blob> =>
  exportXlsx({
    name: "Parts",
    columns,
    flags: ["Yes", "No"],
    page: async (offset, limit) => ({ rows: rows.slice(offset, offset + limit), total: rows.length }),
  });

const targets = columns.map(
  ({ key, title, type, options }): ImportColumn => ({
    key,
    title,
    type: type === "custom" ? "text" : type,
    options,
  }),
);

/**
 * Imports a file as Shotkeeper's import dialog does: opens it, maps the columns, and fetches the rows from the worker
 * in chunks. Returns the number of values.
 */
export async function importRows(chosen: File): Promise<number> {
  const file = await openFile(chosen);
  const layout = await file.layout(0, targets);
  const { total } = await file.apply({ sheet: 0, columns: targets, ...layout });
  let values = 0;
  for (let at = 0; at < total; at += 1000)
    for (const row of await file.values(at, 1000, true)) values += Object.keys(row.values).length;
  file.close();
  return values;
}
