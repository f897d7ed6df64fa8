import type { EnumDef, EnumValue } from "./enumeration.ts";

/** Units of numeric fields. Screens show the unit in the column's header, never in the cell. */
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
  | "months"
  | "yuan"
  | "kg"
  | "deg";

/**
 * Types of a field's value. text is a string; int and decimal are numbers; flag is a boolean, on the wire "Y" or "N".
 * date is "YYYY-MM-DD"; time is an ISO 8601 instant; choice is a value of an enumeration; json is any JSON value.
 */
export type FieldType = "text" | "int" | "decimal" | "flag" | "date" | "time" | "choice" | "json";

interface Attributes {
  /** Name of the field on the wire, where the legacy protocol requires it. Default: the field's name in SNAKE_CASE. */
  readonly wire?: string;
  readonly required?: true;
  /** A new row may omit the field: the server then sets a default. The stored value is never empty. */
  readonly hasDefault?: true;
  /** Only the server or a command (`rf_…`) writes the field; insert, update and import never do. See `isFixed`. */
  readonly readOnly?: true;
  /**
   * Callers may set the field when they create the row. Afterwards, an update that would change the field is refused,
   * and only commands (`rf_…`) may change the field.
   */
  readonly atCreation?: true;
  /** The field is not stored: a query of the server computes it. Virtual fields are read-only. */
  readonly virtual?: true;
  readonly unit?: Unit;
  /** Smallest allowed value of a number, inclusive. */
  readonly min?: number;
  /** Largest allowed value of a number, inclusive. */
  readonly max?: number;
  /**
   * True: the field's number is added up over the rows of a list, such as ordered pieces. An import refuses merged
   * cells for this field, because the number could apply to each row or to all rows together.
   */
  readonly isAmount?: true;
  /**
   * True: a number with more decimals than the field has is rounded. Other fields refuse such a number. Coordinates are
   * rounded, because devices and maps send them with up to 15 decimals.
   */
  readonly rounds?: true;
  /** Wire name of the table whose key this field holds (foreign key). */
  readonly reference?: string;
  /**
   * Values that the row to which the field refers must have, by field name: `{ type: "plant" }` for a field that only
   * holds plants.
   */
  readonly referenceIs?: Readonly<Record<string, string | number>>;
  /**
   * Values that the row to which the field refers must not have, by field name. The row is locked while they are
   * compared, so it cannot get such a value before the referring row is stored.
   */
  readonly referenceIsNot?: Readonly<Record<string, string | number>>;
  /** True: the row is a part of the row to which this field refers, and is deleted together with that row. */
  readonly isPart?: true;
  /**
   * Column that screens never show. It tells a screen what the user may do with the row, or gives programs a value
   * under a second name.
   */
  readonly aside?: true;
  /** Secret field: the server never sends its value, and queries cannot use the field. */
  readonly secret?: true;
  /**
   * The text holds paths of uploaded files, separated by commas. `table` and `key` name the row to which these files
   * belong. The server refuses a file that was not uploaded to this row.
   */
  readonly filesOf?: { readonly table: string; readonly key: readonly string[] };
  /** Pattern that the whole text must match. */
  readonly pattern?: RegExp;
}

export interface Field<V = unknown, R extends boolean = boolean> extends Attributes {
  readonly type: FieldType;
  /** Largest allowed number of characters of a text. */
  readonly length?: number;
  /** Number of digits after the decimal point. */
  readonly scale?: number;
  readonly options?: EnumDef;
  /** Structure of a value of type json. Undefined: any JSON value. */
  readonly shape?: Shape;
  /** Exists only for the type checker and is never set: the type of the value, and whether it may be null. */
  readonly _?: { value: V; required: R };
}

export type Fields = Readonly<Record<string, Field>>;

/** Structure of a JSON value, for the description of the API. The codec does not check this structure. */
export type Shape =
  | "text"
  | "number"
  | "boolean"
  /** An object with any properties. */
  | "object"
  | { readonly list: Shape }
  | { readonly map: Shape }
  /** An object with the wire names of these fields. */
  | { readonly record: Fields }
  /** An object with these property names. */
  | {
      readonly properties: Readonly<Record<string, Shape>>;
      readonly optional?: Readonly<Record<string, Shape>>;
    };

type IsRequired<A> = A extends { required: true } | { hasDefault: true } ? true : false;
type Made<V, A> = Field<V, IsRequired<A>>;

function make<V, A extends Attributes>(base: Omit<Field, "_">, attributes: A | undefined): Made<V, A> {
  return { ...base, ...attributes } as Made<V, A>;
}

/** Builders of fields: `field.text(30, { required: true })`. */
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
  json: <V = unknown>(shape?: Shape) =>
    make<V, Record<never, never>>({ type: "json", ...(shape && { shape }) }, undefined),
};

/**
 * Returns true if callers may not set a field by insert or update. A caller may send the field with its stored value.
 * Any other value is refused, never ignored, and the refusal names the field.
 */
export function isFixed(f: Field, mode: "insert" | "update"): boolean {
  return f.readOnly === true || f.virtual === true || (mode === "update" && f.atCreation === true);
}

/** Type of the field's value in a row. Includes null unless the field is required. */
export type ValueOf<F> = F extends Field<infer V, infer R> ? (R extends true ? V : V | null) : never;
export type RowOf<F extends Fields> = { -readonly [K in keyof F]: ValueOf<F[K]> };

/** Returns the wire name of a field: MOLD_NO for moldNo, unless the field declares another name. */
export function wireName(name: string, f: Field): string {
  return f.wire ?? snake(name).toUpperCase();
}

/** Cache of column names. The cache cannot grow without limit, because the contract declares all field names. */
const columnOf = new Map<string, string>();

/** Returns the name of a field's database column: mold_no for moldNo. */
export function snake(name: string): string {
  let column = columnOf.get(name);
  if (column === undefined) {
    column = name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
    columnOf.set(name, column);
  }
  return column;
}
