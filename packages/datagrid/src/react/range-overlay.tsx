import type { ReactNode } from "react";
import type { PlacedColumn, PlacedColumns } from "../core/columns.ts";
import type { Rect } from "../core/range.ts";
import { clamp } from "../core/scroller.ts";
import { Sections } from "./grid-row.tsx";

interface Props<R> {
  rect: Rect;
  placed: PlacedColumns<R>;
  /** Index in the page of the first row in the DOM. */
  first: number;
  /** Index in the page after the last row in the DOM (exclusive). */
  last: number;
  /** Index of the anchor row (use-viewport.ts). Vertical positions are measured from this row. */
  anchor: number;
  rowHeight: number;
}

/** Draws the selected range of cells above the rows, so that React need not render rows when the range changes. */
export function RangeOverlay<R>({ rect, placed, first, last, anchor, rowHeight }: Props<R>): ReactNode {
  // Limits the rectangle to one row beyond the rows in the DOM. A rectangle over a million rows would be taller than
  // browsers can draw.
  const top = clamp(rect.top, first - 1, last);
  const bottom = clamp(rect.bottom, first - 1, last);
  // Draws a range over several sections of columns (left, centre, right) as one rectangle in each section, without a
  // border between them. `ends` maps the key of a rectangle's first column to the index of its last column. A rectangle
  // that ends before the last column of the range has no border at its end.
  const ends = new Map<string, number>();
  const part = (columns: readonly PlacedColumn<R>[]): PlacedColumn<R>[] => {
    const inside = columns.filter((c) => c.index >= rect.left && c.index <= rect.right);
    const start = inside[0];
    const end = inside.at(-1);
    if (!start || !end) return [];
    ends.set(start.key, end.index);
    return [{ ...start, width: end.left + end.width - start.left }];
  };
  const columns = {
    ...placed,
    left: part(placed.left),
    centre: part(placed.centre),
    right: part(placed.right),
  };
  return (
    <div
      aria-hidden="true"
      className="dg-row dg-range"
      style={{
        transform: `translateY(${(top - anchor) * rowHeight}px)`,
        height: (bottom - top + 1) * rowHeight,
      }}
    >
      <Sections
        columns={columns}
        cell={(column) => (
          <div
            key={column.key}
            className="dg-range-part"
            style={{
              insetInlineStart: column.left,
              width: column.width,
              borderLeftWidth: column.index === rect.left ? 1 : 0,
              borderRightWidth: ends.get(column.key) === rect.right ? 1 : 0,
            }}
          />
        )}
      />
    </div>
  );
}
