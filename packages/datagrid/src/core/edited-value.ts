import { parseNumber } from "../sheet/numbers.ts";
import type { GridColumn } from "./types.ts";

/**
 * Parses the text that a user typed into a cell, by the column's type. Returns undefined if the text is invalid, and
 * null if it is empty.
 */
export function editedValue<R>(column: GridColumn<R>, typed: string): unknown {
  const text = typed.trim();
  if (text === "") return null;
  switch (column.type) {
    case "number": {
      const parsed = parseNumber(text, "point", column.unit);
      return "fault" in parsed ? undefined : parsed.value;
    }
    case "flag":
      return text === "true";
    case "choice":
      return column.options?.find((o) => String(o.value) === text)?.value;
    case "date":
      return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
    case "time": {
      const m = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?/.exec(text);
      return m ? `${m[1]} ${m[2]}${m[3] ?? ":00"}` : undefined;
    }
    default:
      return typed;
  }
}
