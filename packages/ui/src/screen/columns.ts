import type { Field, Query, QueryRow } from "@shotkeeper/contract/kernel";
import type { GridColumn } from "@shotkeeper/datagrid";
import type { ReactNode } from "react";
import { columnTypes, type TypeContext } from "./column-types.tsx";
import { choiceOptions, labelOf, unitOf } from "./labels.ts";

export type ColumnName<Q extends Query> = keyof Q["columns"] & string;

/** A column that deviates from what its type says. */
export interface ColumnDef<Q extends Query> {
  readonly name: ColumnName<Q>;
  /** Where one column stands for several, or its label would mislead. */
  readonly title?: string;
  readonly width?: number;
  readonly pin?: "left" | "right";
  /** First escape: the cell's content. */
  readonly cell?: (row: QueryRow<Q>) => ReactNode;
}

/** In their order on the glass; the query's other columns are there for whoever picks them. */
export type Columns<Q extends Query> = readonly (ColumnName<Q> | ColumnDef<Q>)[];

export type AnyRow = Readonly<Record<string, unknown>>;

/** The grid's columns from the query's, in the language of the user. */
export function gridColumns<Q extends Query>(
  query: Q,
  columns: Columns<Q>,
  c: TypeContext,
): GridColumn<AnyRow>[] {
  const defs = columns.map((d): ColumnDef<Q> => (typeof d === "string" ? { name: d } : d));
  const listed = new Set<string>(defs.map((d) => d.name));
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
  if (!field || field.secret) return undefined;
  const type = columnTypes[field.type];
  const { cell } = d;
  const title = d.title ?? labelOf(d.name, c.locale);
  const unit = unitOf(field, c.locale);
  // "Shots today (shots)" says nothing more than "Shots today".
  const shownUnit = says(title, unit) ? "" : unit;
  return {
    key: d.name,
    title,
    type: type.cell,
    width: Math.max(
      d.width ?? type.width,
      headerWidth(title, shownUnit),
      choiceWidth(field, c, cell !== undefined),
    ),
    ...(d.pin ? { pin: d.pin } : {}),
    ...(hidden ? { hidden } : {}),
    ...(shownUnit ? { unit: shownUnit } : {}),
    ...(field.options ? { options: choiceOptions(field, c.locale) } : {}),
    ...(field.scale === undefined ? {} : { decimals: field.scale }),
    // The rows are the query's own; the grid knows them as records only.
    ...(cell ? { render: (_value: unknown, row: AnyRow) => cell(row as QueryRow<Q>) } : {}),
    ...(field.type === "json" ? { text: (value: unknown) => type.text(value, field, c) } : {}),
  };
}

const inFull: Readonly<Record<string, string>> = { h: "hours", min: "minutes", s: "seconds" };

/** Is the unit said already, as a word of its own? The m of "From" is no metre; "Run hours" are hours. */
function says(title: string, unit: string): boolean {
  const word = unit.toLowerCase().replace(/[^a-z0-9]/g, "\\$&");
  const words = word in inFull ? `${word}|${inFull[word]}` : word;
  return new RegExp(`(^|[^a-z])(${words})($|[^a-z])`).test(title.toLowerCase());
}

function textWidth(text: string): number {
  let width = 0;
  for (const c of text) width += c > "\u2e7f" ? 13.5 : 7.6;
  return width;
}

/** Room for the longest word of a choice, lighter than a header; drawn as a tag it has a mark and edges. Px. */
function choiceWidth(field: Field, c: TypeContext, isTag: boolean): number {
  if (!field.options) return 0;
  const longest = Math.max(0, ...choiceOptions(field, c.locale).map((o) => textWidth(o.label)));
  return Math.min(220, Math.ceil(longest * 0.9) + (isTag ? 56 : 28));
}

/** Room for the words of the header in any language, px; very long ones are cut and shown on hover. */
function headerWidth(title: string, unit: string): number {
  // Padding, and the place of the sort and filter marks.
  return Math.min(180, Math.ceil(textWidth(unit ? `${title} ${unit}` : title)) + 42);
}
