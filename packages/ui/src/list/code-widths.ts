import type { Query } from "@shotkeeper/contract/kernel";
import type { GridColumn } from "@shotkeeper/datagrid/antd";
import { useCallback, useRef, useState } from "react";
import type { AnyRow } from "../cells/columns.ts";

type Column = GridColumn<AnyRow>;
type Keys = Pick<Query, "key" | "columns">;

/**
 * Largest width of a column with codes (see `isCode`), px. A longer code is cut; the details of its row show it all.
 */
const most = 260;
/** Padding and border of a cell, left and right together, px. */
const padding = 26;

/** Returns true for a text without spaces and Chinese characters, such as a product number or a mail address (code). */
const isCode = (value: string): boolean => /^[\x21-\x7e]+$/.test(value);

/**
 * Maximum length of a field, characters, for columns with a function that draws their cells (`render`). Up to this
 * length, such cells are assumed to show the field's text. A longer field may contain names of pictures, and its cells
 * then show the pictures.
 */
const longestKey = 100;

/**
 * Returns whether the cells of a column show the texts of its field. If a function draws the cells (`render`), they are
 * assumed to show the texts of a short field: such a cell is usually a link with the text, such as a mold number.
 */
function showsText({ key, type, options, text, render, hidden }: Column, query: Keys): boolean {
  if (type !== "text" || options || text || hidden) return false;
  return !render || (query.columns[key]?.length ?? longestKey) <= longestKey;
}

/**
 * Returns the width in px that each column of codes needs for the rows, by key. A column has codes if no value of it
 * has spaces or Chinese characters.
 * @param widthOf measures a text, px
 */
export function codeWidths(
  query: Keys,
  columns: readonly Column[],
  rows: readonly AnyRow[],
  widthOf: (text: string) => number,
): Readonly<Record<string, number>> {
  const widths: Record<string, number> = {};
  for (const column of columns) {
    if (!showsText(column, query)) continue;
    const values = rows.map((r) => r[column.key]).filter((v) => typeof v === "string" && v !== "");
    const codes = values.filter((v): v is string => typeof v === "string" && isCode(v));
    if (codes.length === 0 || codes.length < values.length) continue;
    widths[column.key] = Math.min(most, Math.ceil(Math.max(...codes.map(widthOf))) + padding);
  }
  return widths;
}

let canvas: CanvasRenderingContext2D | null | undefined;

/**
 * Measures a text in the font of the page, px.
 * @param font weight and size instead of those of the page, such as "600 12px"
 */
export function measure(text: string, font?: string): number {
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) return text.length * 8;
  // Combines font size and font family, because the computed `font` is empty if the page sets more than this
  // shorthand can express, such as tabular numbers.
  const { fontSize, fontFamily } = getComputedStyle(document.body);
  canvas.font = `${font ?? fontSize} ${fontFamily}`;
  return canvas.measureText(text).width;
}

/**
 * Returns the widths that the codes of the loaded rows need, and a function that takes the rows of a loaded page. The
 * widths only grow while the user scrolls or filters, so that the columns do not jump back and forth.
 */
export function useCodeWidths(query: Keys, columns: readonly Column[]) {
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  // `take` stays the same function when the columns change. The data source of the grid contains this function, and the
  // grid loads its rows again if its data source changes.
  const latest = useRef(columns);
  latest.current = columns;
  const take = useCallback(
    (rows: readonly AnyRow[]) =>
      setWidths((before) => {
        const grown = Object.entries(codeWidths(query, latest.current, rows, (text) => measure(text))).filter(
          ([key, width]) => width > (before[key] ?? 0),
        );
        return grown.length === 0 ? before : { ...before, ...Object.fromEntries(grown) };
      }),
    [query],
  );
  return [widths, take] as const;
}
