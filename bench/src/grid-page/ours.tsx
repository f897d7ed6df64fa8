import { DataGrid, type GridColumn, type GridSource, gridTexts } from "@shotkeeper/datagrid/antd";
import "@shotkeeper/datagrid/antd.css";
import { exportXlsx, type ImportColumn, openFile } from "@shotkeeper/datagrid/sheet";
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
 * Imports a file as the product's import dialog does: opens it, maps the columns, and fetches the rows from the worker
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
