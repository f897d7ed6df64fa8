import { type Field, type Shape, type ValueOf, wireName } from "./field.ts";

/**
 * Fields of a command's answer. Code uses the camelCase names of the fields, and the wire uses their wire names. An
 * answer may contain plain fields, lists, nested records and maps.
 */
export type Output = Readonly<Record<string, OutputField>>;
export type OutputField = Field | Rows<Output> | Nested<Output, boolean> | Values<unknown> | Keyed<unknown>;

interface Spelled {
  /** Name on the wire. Default: the field's name in SNAKE_CASE. */
  readonly wire?: string;
}
interface Shaped extends Spelled {
  /** Structure of each value, for the description of the API. Undefined: any JSON value. */
  readonly shape?: Shape;
}
interface Rows<O> extends Spelled {
  readonly kind: "rows";
  readonly of: O;
}
interface Nested<O, N extends boolean> extends Spelled {
  readonly kind: "nested";
  readonly of: O;
  readonly nullable: N;
}
interface Values<V> extends Shaped {
  readonly kind: "values";
  /** Exists only for the type checker and is never set: the type of one value. */
  readonly _?: V;
}
interface Keyed<V> extends Shaped {
  readonly kind: "keyed";
  /** Fields of each entry, if the entries are records. */
  readonly of?: Output;
  /** Exists only for the type checker and is never set: the type of one entry. */
  readonly _?: V;
}

export type OutputValue<F> =
  F extends Rows<infer O extends Output>
    ? readonly OutputOf<O>[]
    : F extends Nested<infer O extends Output, infer N>
      ? N extends true
        ? OutputOf<O> | null
        : OutputOf<O>
      : F extends { readonly kind: "values"; readonly _?: infer V }
        ? readonly V[]
        : F extends { readonly kind: "keyed"; readonly _?: infer V }
          ? Readonly<Record<string, V>>
          : ValueOf<F>;

/** Type of the record that a handler returns on the server and that a page receives from the client. */
export type OutputOf<O extends Output> = { readonly [K in keyof O]: OutputValue<O[K]> };

/** A single value that is the whole answer, in place of a record. */
interface Bare<V> extends Pick<Shaped, "shape"> {
  readonly kind: "value";
  /** Exists only for the type checker and is never set: the type of the value. */
  readonly _?: V;
}

/** Types of a command's answer: a record, a list of records, a record or null, a map, or a single value. */
export type AnswerFields = Output | AnswerPart;
type AnswerPart = Rows<Output> | Nested<Output, true> | Keyed<unknown> | Bare<unknown>;
export type AnswerOf<A> = A extends { readonly kind: "value"; readonly _?: infer V }
  ? V
  : A extends AnswerPart
    ? OutputValue<A>
    : A extends Output
      ? keyof A extends never
        ? null
        : OutputOf<A>
      : never;

/** Builders of those parts of an answer that are not plain fields. */
export const output = {
  /** Declares a list of records. */
  rows: <const O extends Output>(of: O, o?: Spelled): Rows<O> => ({ kind: "rows", of, ...o }),
  /** Declares a record that is nested in another record. */
  nested: <const O extends Output>(of: O, o?: Spelled): Nested<O, false> => ({
    kind: "nested",
    of,
    nullable: false,
    ...o,
  }),
  /** Declares a nested record that may be null. */
  optional: <const O extends Output>(of: O, o?: Spelled): Nested<O, true> => ({
    kind: "nested",
    of,
    nullable: true,
    ...o,
  }),
  /** Declares a list of plain JSON values. */
  values: <V>(o?: Shaped): Values<V> => ({ kind: "values", ...o }),
  /**
   * Declares a map from keys to plain JSON values. The keys are data, such as states or days, so they are not converted
   * to wire names.
   */
  keyed: <V>(o?: Shaped): Keyed<V> => ({ kind: "keyed", ...o }),
  /** Declares a map from keys to records. The keys are data, so they are not converted to wire names. */
  keyedRows: <const O extends Output>(of: O, o?: Spelled): Keyed<OutputOf<O>> => ({
    kind: "keyed",
    of,
    ...o,
  }),
  /** Declares a single plain JSON value as the whole answer. */
  value: <V>(shape?: Shape): Bare<V> => ({ kind: "value", ...(shape && { shape }) }),
  /** Declares a plain JSON boolean, unlike field.flag, which is "Y" or "N" on the wire. */
  bool: <const A extends Spelled>(o?: A): Field<boolean, true> => ({
    type: "json",
    shape: "boolean",
    required: true,
    ...o,
  }),
  /** Declares a plain JSON value that is never null. */
  json: <V>(o?: Shaped): Field<V, true> => ({ type: "json", required: true, ...o }),
};

type Row = Readonly<Record<string, unknown>>;

const isField = (f: OutputField): f is Field => "type" in f;
const wireNameOf = (name: string, f: OutputField): string => wireName(name, f as Field);

/** Converts the value of one field of an answer between code and wire. Calls `record` for each nested record. */
function convert(
  value: unknown,
  f: OutputField,
  record: (row: Row, of: Output) => Row,
  flag: (v: unknown) => unknown,
) {
  if (isField(f)) return f.type === "flag" ? flag(value) : value;
  if (value === null || value === undefined) return value;
  if (f.kind === "rows") return (value as readonly Row[]).map((row) => record(row, f.of));
  if (f.kind === "nested") return record(value as Row, f.of);
  if (f.kind === "keyed" && f.of) {
    const { of } = f;
    return Object.fromEntries(Object.entries(value).map(([key, row]) => [key, record(row as Row, of)]));
  }
  return value;
}

const encodeFlag = (v: unknown) => (v === null ? null : v ? "Y" : "N");
const decodeFlag = (v: unknown) => (v === null ? null : v === "Y");

/** Encodes a handler's record with wire names. Fields that are not declared are never sent. */
export function encodeOutput(row: Row, of: Output): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, f] of Object.entries(of))
    if (row[name] !== undefined) out[wireNameOf(name, f)] = convert(row[name], f, encodeOutput, encodeFlag);
  return out;
}

/** Decodes a record of an answer: wire names become field names. */
export function decodeOutput(row: Row, of: Output): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [name, f] of Object.entries(of)) {
    const value = row[wireNameOf(name, f)];
    if (value !== undefined) out[name] = convert(value, f, decodeOutput, decodeFlag);
  }
  return out;
}

/**
 * Returns false if an answer is a plain record. Returns true for a list, a record that may be null, a map or a single
 * value.
 */
export const isPart = (a: AnswerFields): a is AnswerPart => typeof a.kind === "string";

/** Encodes the value that a command's handler returned. The result is sent as ReturnData. */
export function encodeAnswer(value: unknown, a: AnswerFields): unknown {
  if (value === null || value === undefined) return null;
  if (!isPart(a)) return encodeOutput(value as Row, a);
  return a.kind === "value" ? value : convert(value, a, encodeOutput, encodeFlag);
}

/** Decodes the ReturnData of a command's answer. */
export function decodeReturnData(value: unknown, a: AnswerFields): unknown {
  if (value === null || value === undefined) return null;
  if (!isPart(a)) return decodeOutput(value as Row, a);
  return a.kind === "value" ? value : convert(value, a, decodeOutput, decodeFlag);
}
