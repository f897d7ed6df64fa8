import { provenOrder } from "./dates.ts";
import { provenStyle } from "./numbers.ts";
import type { Cell, DateOrder, ImportColumn, NumberStyle } from "./types.ts";

/** Describes how numbers and dates in texts are written. */
export interface StyleInfo {
  readonly numbers: NumberStyle;
  /** True if the texts of the sheet prove their decimal sign (`numbers`). False if it is only the default. */
  readonly isNumbersProven: boolean;
  /** Order of day and month. Undefined if no date of the file proves an order. */
  readonly dates: DateOrder | undefined;
  /**
   * True if a date of the sheet, such as 3/4/2026, fits both orders of day and month. The user must then choose the
   * order, unless another date proves it.
   */
  readonly isDateOpen: boolean;
}

interface Target {
  readonly at: number;
  readonly column: Pick<ImportColumn, "type">;
}

/**
 * Detects how the texts of a sheet write numbers and dates. A style is proven if some text fits only this style and no
 * text fits only the other style.
 * @param first index of the first row below the header
 */
export function detectStyles(
  rows: readonly (readonly Cell[])[],
  first: number,
  targets: readonly Target[],
): StyleInfo {
  const styles = new Set<NumberStyle>();
  const orders = new Set<DateOrder>();
  let isDateOpen = false;
  for (let r = first; r < rows.length; r++)
    for (const { at, column } of targets) {
      const cell = rows[r]?.[at];
      if (typeof cell !== "string" || cell.length > 60) continue;
      if (column.type === "number") {
        const style = provenStyle(cell);
        if (style) styles.add(style);
      } else if (column.type === "date" || column.type === "time") {
        const order = provenOrder(cell);
        if (order === "open") isDateOpen = true;
        else if (order) orders.add(order);
      }
    }
  const [style] = styles;
  const [order] = orders;
  return {
    numbers: styles.size === 1 && style ? style : "point",
    isNumbersProven: styles.size === 1,
    dates: orders.size === 1 ? order : undefined,
    isDateOpen,
  };
}
