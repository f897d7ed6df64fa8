import { DataGrid, type GridColumn, type GridSource, gridTexts } from "@shotkeeper/datagrid";
import "@shotkeeper/datagrid/style.css";
import { exportXlsx } from "@shotkeeper/datagrid/sheet";
import type { Root } from "react-dom/client";
import { LATENCY, MILLION, numbers, type Row, rowOf, STATES } from "./data.ts";

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
  async load({ offset, limit }, signal) {
    await new Promise((resolve) => setTimeout(resolve, LATENCY));
    signal.throwIfAborted();
    const count = Math.max(0, Math.min(limit, MILLION - offset));
    return { rows: Array.from({ length: count }, (_, i) => rowOf(offset + i)), total: MILLION };
  },
};

/** Rows on show, and those of them that have their data. */
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
