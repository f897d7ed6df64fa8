import {
  DataEditor,
  type GridCell,
  GridCellKind,
  type GridColumn,
  type Item,
} from "@glideapps/glide-data-grid";
import "@glideapps/glide-data-grid/dist/index.css";
import type { Root } from "react-dom/client";
import { fields, numbers, type Row } from "./data.ts";

const format = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const widths = [120, 140, 140, 112, 112, 160, ...numbers.map(() => 110)];
const columns: GridColumn[] = fields.map((id, at) => ({ id, title: id, width: widths[at] ?? 110 }));

let drawn = 0;
let last = "";

/** Counts the rows whose first cell the grid has asked for. It draws on a canvas, so no cells are in the DOM. */
export const shown = (): { all: number; filled: number; one: string } => ({
  all: drawn,
  filled: drawn,
  one: last,
});

export function render(root: Root, rows: Row[] | undefined): void {
  const list = rows ?? [];
  const cell = ([column, row]: Item): GridCell => {
    const field = fields[column] ?? "";
    const value = list[row]?.[field];
    if (column === 0) {
      drawn++;
      last = String(value);
    }
    if (typeof value === "number")
      return {
        kind: GridCellKind.Number,
        data: value,
        displayData: format.format(value),
        allowOverlay: false,
      };
    const text = String(value);
    return { kind: GridCellKind.Text, data: text, displayData: text, allowOverlay: false };
  };
  root.render(
    <DataEditor
      columns={columns}
      rows={list.length}
      getCellContent={cell}
      rowHeight={32}
      freezeColumns={1}
      width="100%"
      height="100%"
    />,
  );
}
