import { formatDate, formatTime, isBlank, isTrue } from "./format.ts";
import type { GridColumn } from "./types.ts";

/** Returns the text that the editor of a cell contains when it opens. */
export function editText<R>(column: GridColumn<R>, value: unknown): string {
  if (isBlank(value)) return "";
  switch (column.type) {
    case "flag":
      return isTrue(value) ? "true" : "false";
    case "date":
      return formatDate(value);
    case "time":
      return formatTime(value).replace(" ", "T");
    default:
      return String(value);
  }
}

export const isEditable = <R>(column: GridColumn<R> | undefined, row: R | undefined): boolean =>
  column?.edit !== undefined && row !== undefined && column.edit.allowed?.(row) !== false;
