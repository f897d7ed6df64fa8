import type { GridColumn } from "@shotkeeper/datagrid/antd";
import type { AnyRow } from "../cells/columns.ts";
import { measure } from "./code-widths.ts";

type Column = GridColumn<AnyRow>;

/** Fonts of the title and of the unit beside it, as the grid's stylesheet sets them. */
const titleFont = "600 12px";
const unitFont = "400 12px";
/** Margin between title and unit, px. */
const unitGap = 4;
/** Width of the sort mark with its number, and of the gap before it, px. */
const sortMark = 24;
/** Padding and border of a header, left and right together, px, and one pixel for rounding. */
const padding = 22;
/** Largest width in px that a title gets. A longer title is cut and has a tooltip. */
const most = 260;

/**
 * Returns the width in px that the title of each column needs, by key.
 * @param sorted keys of the columns by which the list is sorted at first; their titles have a sort mark
 * @param widthOf measures a text in a font, px
 */
export function titleWidths(
  columns: readonly Column[],
  sorted: readonly string[],
  widthOf: (text: string, font: string) => number = measure,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    columns.map(({ key, title, unit }) => {
      const text = widthOf(title, titleFont) + (unit ? widthOf(unit, unitFont) + unitGap : 0);
      const mark = sorted.includes(key) ? sortMark : 0;
      return [key, Math.min(most, Math.ceil(text) + mark + padding)];
    }),
  );
}
