import { DEFAULT_WIDTH } from "../core/columns.ts";
import { formatDate, formatTime, isBlank, plainText } from "../core/format.ts";
import { fieldOf, type GridColumn } from "../core/types.ts";
import { textSerial } from "./serial.ts";
import type { Cell } from "./types.ts";
import type { SheetColumn } from "./xlsx-writer.ts";

export function sheetColumn<R>(column: GridColumn<R>, width: number | undefined): SheetColumn {
  const { type } = column;
  return {
    title: column.unit ? `${column.title} (${column.unit})` : column.title,
    kind: type === "number" || type === "date" || type === "time" ? type : "text",
    width: width ?? column.width ?? DEFAULT_WIDTH[type],
    decimals: column.decimals,
  };
}

const isLong = (text: string): boolean => text.replace(/\D/g, "").replace(/^0+/, "").length > 15;

/**
 * Converts a cell's value for an exported spreadsheet. Numbers and dates become numbers; all other values become the
 * displayed text.
 */
export function sheetCell<R>(column: GridColumn<R>, row: R, flags: readonly [string, string]): Cell {
  const value = fieldOf(row, column.key);
  switch (column.type) {
    case "number": {
      const number = isBlank(value) ? Number.NaN : Number(value);
      // Exports a value with many digits as text, because a JavaScript number would lose some of the digits.
      if (Number.isFinite(number) && !(typeof value === "string" && isLong(value))) return number;
      break;
    }
    case "date":
    case "time": {
      if (isBlank(value)) return null;
      const text = column.type === "date" ? formatDate(value) : formatTime(value);
      return textSerial(text) ?? text;
    }
  }
  const text = plainText(column, value, row, flags);
  return text === "" ? null : text;
}
