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

/**
 * Counts the rows whose first cell the grid has asked for. The grid draws on a canvas, so the DOM has no cells to
 * count.
 */
export const shown = (): { all: number; filled: number; one: string } => ({
  all: drawn,
  filled: drawn,
  one: last,
});

let changed = 0;

/** Returns the number of cells that were pasted so far. */
export const pastedCount = (): number => changed;

/** Returns the point of the page at which cells are pasted, px: in the first cell of the first number column. */
export const pasteAt = (): { x: number; y: number } => ({ x: 820, y: 50 });

export function renderEditable(root: Root, rows: Row[]): void {
  const cell = ([column, row]: Item): GridCell => {
    const field = fields[column] ?? "";
    const value = rows[row]?.[field];
    if (typeof value === "number")
      return {
        kind: GridCellKind.Number,
        data: value,
        displayData: format.format(value),
        allowOverlay: true,
      };
    if (column === 0) drawn++;
    return { kind: GridCellKind.Text, data: String(value), displayData: String(value), allowOverlay: true };
  };
  root.render(
    <DataEditor
      columns={columns}
      rows={rows.length}
      getCellContent={cell}
      getCellsForSelection
      onPaste
      onCellsEdited={(list) => {
        for (const { location, value } of list) {
          const row = rows[location[1]];
          if (row && value.kind === GridCellKind.Number) row[fields[location[0]] ?? ""] = value.data ?? 0;
        }
        changed += list.length;
        return true;
      }}
      rowHeight={32}
      freezeColumns={1}
      width="100%"
      height="100%"
    />,
  );
}

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
