import type { Field, Query, QueryRow } from "@shotkeeper/contract/kernel";
import type { GridColumn } from "@shotkeeper/datagrid/antd";
import type { ReactNode } from "react";
import { columnTypes, type TypeContext } from "./column-types.tsx";
import { choiceOptions, labelOf, unitOf } from "./labels.ts";

export type ColumnName<Q extends Query> = keyof Q["columns"] & string;

/** A column of a list with settings that differ from the defaults of its field type. */
export interface ColumnDef<Q extends Query> {
  readonly name: ColumnName<Q>;
  /** Title that replaces the field's label, for a column that combines several fields. */
  readonly title?: string;
  readonly width?: number;
  readonly pin?: "left" | "right";
  /**
   * True: phones show the column on the cards of the list before other columns. At most three columns of a list may
   * have this flag.
   */
  readonly onCard?: true;
  /** True: the cell shows the unit, so the title does not. */
  readonly unitInCell?: true;
  /** Draws the cell. Default: the formatted value as text. */
  readonly cell?: (row: QueryRow<Q>) => ReactNode;
  /** Draws the value in the drawer of a row, which has more space than the list. Default: as in the cell. */
  readonly detail?: (row: QueryRow<Q>) => ReactNode;
  /** Returns the text of the cell, for a text column. Copies and exports contain it too. Default: the value. */
  readonly text?: (row: QueryRow<Q>) => string;
}

/**
 * Columns that are visible at first, in display order. All other columns of the query are hidden until the user shows
 * them.
 */
export type Columns<Q extends Query> = readonly (ColumnName<Q> | ColumnDef<Q>)[];

export type AnyRow = Readonly<Record<string, unknown>>;

/**
 * Creates the columns of the grid from the columns of a query, with labels in the current language. Throws if a column
 * is listed twice.
 */
export function gridColumns<Q extends Query>(
  query: Q,
  columns: Columns<Q>,
  c: TypeContext,
): GridColumn<AnyRow>[] {
  const defs = columns.map((d): ColumnDef<Q> => (typeof d === "string" ? { name: d } : d));
  const listed = new Set<string>(defs.map((d) => d.name));
  if (listed.size < defs.length)
    throw new Error(`${query.menu}.${query.id}: a column is listed twice: ${defs.map((d) => d.name).join()}`);
  const rest = Object.keys(query.columns)
    .filter((name) => !listed.has(name))
    .map((name): ColumnDef<Q> => ({ name: name as ColumnName<Q> }));
  return [...defs, ...rest].flatMap((d) => gridColumn(query, d, !listed.has(d.name), c) ?? []);
}

function gridColumn<Q extends Query>(
  query: Q,
  d: ColumnDef<Q>,
  hidden: boolean,
  c: TypeContext,
): GridColumn<AnyRow> | undefined {
  const field = query.columns[d.name];
  if (!field || field.secret || field.aside) return undefined;
  const type = columnTypes[field.type];
  const { cell, text } = d;
  const title = d.title ?? labelOf(d.name, c.locale);
  const unit = unitOf(field, c.locale);
  // Leaves out the unit if the title contains it. "Shots today (shots)" would name the unit twice.
  const shownUnit = d.unitInCell || mentionsUnit(title, unit) ? "" : unit;
  return {
    key: d.name,
    title,
    // Does not use the type "number" for a number that is shown as a text, because the grid would align and filter it
    // like an amount.
    type: text && type.cell === "number" ? "choice" : type.cell,
    width: Math.max(
      d.width ?? type.width,
      headerWidth(title, shownUnit),
      choiceWidth(field, c, cell !== undefined),
    ),
    ...(d.pin ? { pin: d.pin } : {}),
    ...(d.onCard ? { onCard: true } : {}),
    ...(hidden ? { hidden } : {}),
    ...(shownUnit ? { unit: shownUnit } : {}),
    ...(field.options ? { options: choiceOptions(field, c.locale) } : {}),
    ...(field.scale === undefined ? {} : { decimals: field.scale }),
    // The grid declares rows as plain records. The cast is safe, because the rows come from this query.
    ...(cell ? { render: (_value: unknown, row: AnyRow) => cell(row as QueryRow<Q>) } : {}),
    ...(text ? { text: (_value: unknown, row: AnyRow) => text(row as QueryRow<Q>) } : {}),
    ...(field.type === "json" ? { text: (value: unknown) => type.text(value, field, c) } : {}),
  };
}

const inFull: Readonly<Record<string, string>> = { h: "hours", min: "minutes", s: "seconds" };

/**
 * Returns true if the title contains the unit as a word. "Run hours" contains the unit h ("hours"), but "From" does not
 * contain the unit m.
 */
function mentionsUnit(title: string, unit: string): boolean {
  const word = unit.toLowerCase().replace(/[^a-z0-9]/g, "\\$&");
  const words = word in inFull ? `${word}|${inFull[word]}` : word;
  return new RegExp(`(^|[^a-z])(${words})($|[^a-z])`).test(title.toLowerCase());
}

function textWidth(text: string): number {
  let width = 0;
  for (const c of text) width += c > "\u2e7f" ? 13.5 : 7.6;
  return width;
}

/**
 * Returns the width in px that the longest label of a choice needs, at most 220. A tag needs more width for its mark
 * and padding.
 */
function choiceWidth(field: Field, c: TypeContext, isTag: boolean): number {
  if (!field.options) return 0;
  const longest = Math.max(0, ...choiceOptions(field, c.locale).map((o) => textWidth(o.label)));
  return Math.min(220, Math.ceil(longest * 0.9) + (isTag ? 56 : 28));
}

/**
 * Returns the width in px that the header needs. The title gets at most 180 px; longer titles are cut and shown in full
 * on hover.
 */
function headerWidth(title: string, unit: string): number {
  // Adds 42 px for the padding and the marks of sort and filter.
  return Math.min(180, Math.ceil(textWidth(unit ? `${title} ${unit}` : title)) + 42);
}
