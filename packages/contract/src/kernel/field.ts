import type { EnumDef, EnumValue } from "./enumeration.ts";

/** Units of fields. Screens show them in the column's header, never in the cell. */
export type Unit =
  | "g"
  | "s"
  | "h"
  | "t"
  | "%"
  | "dBm"
  | "10k"
  | "m"
  | "min"
  | "shots"
  | "days"
  | "yuan"
  | "kg"
  | "deg";

/**
 * The eight kinds of value. Inside the code and the database:
 * text string · int, decimal number · flag boolean · date "YYYY-MM-DD" · time ISO 8601 instant ·
 * choice a value of its enumeration · json any JSON value.
 * On the wire the same, but for flag, which is "Y"/"N".
 */
export type FieldType = "text" | "int" | "decimal" | "flag" | "date" | "time" | "choice" | "json";

interface Attributes {
  /** The legacy spelling on the wire; by default SNAKE_CASE of the field's name. */
  readonly wire?: string;
  readonly required?: true;
  /** Written by the server or by named commands, never by insert, update or import. See `isFixed`. */
  readonly readOnly?: true;
  /** Callers write it when they create the row. Afterwards only named commands change it. */
  readonly atCreation?: true;
  /** Not stored: the server's query computes it. Always read-only. */
  readonly virtual?: true;
  readonly unit?: Unit;
  /** Smallest and largest value of a number, inclusive. */
  readonly min?: number;
  readonly max?: number;
  /** The entity whose key this field holds, by table name on the wire. */
  readonly reference?: string;
  /** The row is a part of the row that this field refers to, and is deleted together with it. */
  readonly isPart?: true;
  /** Tells a screen what may be done with a row. Never shown. */
  readonly aside?: true;
  /** Never leaves the server and cannot be queried. */
  readonly secret?: true;
  /** A pattern that the whole text must match. */
  readonly pattern?: RegExp;
}

export interface Field<V = unknown, R extends boolean = boolean> extends Attributes {
  readonly type: FieldType;
  /** Greatest number of characters of a text. */
  readonly length?: number;
  /** Digits after the point of a decimal. */
  readonly scale?: number;
  readonly options?: EnumDef;
  /** Phantom: carries the value's type and whether it may be null. Never set. */
  readonly _?: { value: V; required: R };
}

export type Fields = Readonly<Record<string, Field>>;

type IsRequired<A> = A extends { required: true } ? true : false;
type Made<V, A> = Field<V, IsRequired<A>>;

function make<V, A extends Attributes>(base: Omit<Field, "_">, attributes: A | undefined): Made<V, A> {
  return { ...base, ...attributes } as Made<V, A>;
}

/** Field builders: `field.text(30, { required: true })`. */
export const field = {
  text: <const A extends Attributes = Record<never, never>>(length: number, a?: A) =>
    make<string, A>({ type: "text", length }, a),
  int: <const A extends Attributes = Record<never, never>>(a?: A) => make<number, A>({ type: "int" }, a),
  decimal: <const A extends Attributes = Record<never, never>>(scale: number, a?: A) =>
    make<number, A>({ type: "decimal", scale }, a),
  flag: <const A extends Attributes = Record<never, never>>(a?: A) => make<boolean, A>({ type: "flag" }, a),
  date: <const A extends Attributes = Record<never, never>>(a?: A) => make<string, A>({ type: "date" }, a),
  time: <const A extends Attributes = Record<never, never>>(a?: A) => make<string, A>({ type: "time" }, a),
  choice: <const D extends EnumDef, const A extends Attributes = Record<never, never>>(options: D, a?: A) =>
    make<EnumValue<D>, A>({ type: "choice", options }, a),
  json: <V = unknown>() => make<V, Record<never, never>>({ type: "json" }, undefined),
};

/**
 * Tells whether callers may not change a field by insert or update. A row that is sent back whole may contain it with
 * its present value; any other value is refused by name, never ignored.
 */
export function isFixed(f: Field, mode: "insert" | "update"): boolean {
  return f.readOnly === true || f.virtual === true || (mode === "update" && f.atCreation === true);
}

/** The value a field holds in a row: null where the field is not required. */
export type ValueOf<F> = F extends Field<infer V, infer R> ? (R extends true ? V : V | null) : never;
export type RowOf<F extends Fields> = { -readonly [K in keyof F]: ValueOf<F[K]> };

/** moldNo → MOLD_NO */
export function wireName(name: string, f: Field): string {
  return f.wire ?? snake(name).toUpperCase();
}

/** Cache of column names. It stays small, because the contract declares all names. */
const columnOf = new Map<string, string>();

/** moldNo → mold_no: the column of a field. */
export function snake(name: string): string {
  let column = columnOf.get(name);
  if (column === undefined) {
    column = name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
    columnOf.set(name, column);
  }
  return column;
}
