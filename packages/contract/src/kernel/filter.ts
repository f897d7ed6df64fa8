import { decodeValue, isStorableText } from "./codec.ts";
import { wireIndex } from "./entity.ts";
import { errors, onWire } from "./errors.ts";
import type { Fields } from "./field.ts";

export const operators = ["EQ", "NEQ", "LIKE", "IN", "GT", "EGT", "LT", "ELT"] as const;
export type Operator = (typeof operators)[number];
export type Scalar = string | number | boolean;

/** A filter condition with field name and decoded value. A list of conditions is combined with AND. */
export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly value: Scalar | readonly Scalar[];
}

export interface SortKey {
  readonly field: string;
  readonly direction: "asc" | "desc";
}

/** One condition of WhereStr, the filter of a request, with wire names. */
export interface WireCondition {
  readonly Field: string;
  readonly ConditionalCode: Operator;
  readonly Value: unknown;
  readonly FieldType?: "string" | "number" | "date" | "boolean";
}

export interface WireSort {
  readonly Field: string;
  readonly Sort: "asc" | "desc";
}

function isObject(x: unknown): x is Record<string, unknown> {
  return typeof x === "object" && x !== null && !Array.isArray(x);
}

/**
 * Removes the table prefix of a field name: `B.GOODS_ID` → `GOODS_ID`. The protocol allows this prefix in filters (spec
 * admin §7).
 */
function bare(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function fieldOf(wire: unknown, fields: Fields): string {
  if (typeof wire !== "string") throw errors.missingField(onWire("Field"));
  const name = wireIndex(fields).toName.get(bare(wire));
  if (!name || fields[name]?.secret) throw errors.unknownField(onWire(wire.slice(0, 60)));
  return name;
}

/** Decodes WhereStr, the filter of a request, by the fields of the query or table. */
export function decodeWhere(where: unknown, fields: Fields): Condition[] {
  if (where === undefined || where === null || where === "") return [];
  if (!Array.isArray(where)) throw errors.missingField(onWire("WhereStr"));
  if (where.length > 100) throw errors.tooManyRows(100);
  return where.map((item: unknown) => {
    if (!isObject(item)) throw errors.missingField(onWire("WhereStr"));
    const name = fieldOf(item.Field, fields);
    const operator = operators.find((o) => o === item.ConditionalCode);
    if (!operator)
      throw item.ConditionalCode === undefined
        ? errors.missingField(onWire("ConditionalCode"))
        : errors.invalidField(onWire("ConditionalCode"));
    return { field: name, operator, value: conditionValue(item, name, operator, fields) };
  });
}

/**
 * Maximum length of a text in a filter, characters. It is longer than the texts of most columns, and short enough that
 * the database compares it fast with every row.
 */
const maxText = 4000;

function conditionValue(item: Record<string, unknown>, name: string, operator: Operator, fields: Fields) {
  const f = fields[name];
  const wire = String(item.Field).slice(0, 60);
  if (!f) throw errors.unknownField(onWire(wire));
  checkAnnounced(item, wire);
  if (operator === "LIKE") {
    if (typeof item.Value !== "string" && typeof item.Value !== "number")
      throw errors.missingField(onWire(wire));
    const part = String(item.Value);
    if (!isStorableText(part) || part.length > maxText) throw errors.invalidField(onWire(wire));
    return part;
  }
  if (operator === "IN") {
    const list = Array.isArray(item.Value) ? item.Value : String(item.Value ?? "").split(",");
    if (list.length > 10_000) throw errors.tooManyRows(10000);
    return list.map((v: unknown) => scalar(v, name, fields, wire));
  }
  return scalar(item.Value, name, fields, wire);
}

/**
 * Checks that a condition's value fits the FieldType that the client has sent with it. This FieldType may differ from
 * the declared type of the field.
 */
function checkAnnounced(item: Record<string, unknown>, wire: string): void {
  // Does not check the value of IN here. The value is a comma-separated list, which is split and checked later by the
  // type of the column.
  if (item.ConditionalCode === "IN" && typeof item.Value === "string") return;
  const announced = item.FieldType ?? "";
  const isKnown = typeof announced === "string" && Object.hasOwn(announcedTests, announced);
  const test = isKnown ? announcedTests[announced] : undefined;
  if (!test) throw errors.missingField(onWire("FieldType"));
  const values: unknown[] = Array.isArray(item.Value) ? item.Value : [item.Value];
  if (!values.every(test)) throw errors.invalidField(onWire(wire));
}

const primitive = (v: unknown) => typeof v === "string" || typeof v === "number" || typeof v === "boolean";

const announcedTests: Readonly<Record<string, (v: unknown) => boolean>> = {
  "": primitive,
  string: primitive,
  number: (v) =>
    (typeof v === "number" || (typeof v === "string" && v.trim() !== "")) && Number.isFinite(Number(v)),
  date: (v) => (typeof v === "string" || typeof v === "number") && !Number.isNaN(new Date(v).getTime()),
  boolean: (v) => v === true || v === false || v === "Y" || v === "N" || v === "true" || v === "false",
};

function scalar(value: unknown, name: string, fields: Fields, wire: string): Scalar {
  const f = fields[name];
  if (!f) throw errors.unknownField(onWire(wire));
  if (value === null || value === undefined || value === "") {
    if (f.type === "text") return "";
    throw errors.missingField(onWire(wire));
  }
  // Does not check enumeration, length and pattern, because a filter may contain values that are invalid in a row, for
  // example a part of a text.
  const decoded = decodeValue(value, { ...f, type: f.type === "choice" ? "text" : f.type, loose: true });
  if (decoded === undefined || decoded === null || typeof decoded === "object")
    throw errors.invalidField(onWire(wire));
  if (typeof decoded === "string" && decoded.length > maxText) throw errors.invalidField(onWire(wire));
  if (f.type === "choice" && f.options && typeof Object.values(f.options.values)[0] === "number") {
    const n = Number(value);
    if (!Number.isSafeInteger(n)) throw errors.invalidField(onWire(wire));
    return n;
  }
  return decoded as Scalar;
}

export function decodeSort(sort: unknown, fields: Fields): SortKey[] {
  if (sort === undefined || sort === null || sort === "") return [];
  if (!Array.isArray(sort) || sort.length > 20) throw errors.missingField(onWire("Sort"));
  return sort.map((item: unknown) => {
    if (!isObject(item)) throw errors.missingField(onWire("Sort"));
    const direction = String(item.Sort ?? "asc").toLowerCase();
    if (direction !== "asc" && direction !== "desc") throw errors.invalidField(onWire("Sort"));
    return { field: fieldOf(item.Field, fields), direction };
  });
}

export interface Paging {
  readonly page: number;
  readonly limit: number;
}

/**
 * Decodes the paging of a query. `Page` is the page number from 1 (default 1). `Limit` is the number of rows per page:
 * 1 to 1,000,000 (default 20).
 */
export function decodePaging(body: Record<string, unknown>): Paging {
  const whole = (v: unknown, name: string, fallback: number, max: number) => {
    if (v === undefined || v === null || v === "") return fallback;
    const n = typeof v === "string" ? Number(v) : v;
    if (typeof n !== "number" || !Number.isInteger(n) || n < 1 || n > max)
      throw errors.invalidField(onWire(name));
    return n;
  };
  return {
    page: whole(body.Page, "Page", 1, 1_000_000_000),
    limit: whole(body.Limit, "Limit", 20, 1_000_000),
  };
}

const wireTypes = { int: "number", decimal: "number", date: "date", time: "date", flag: "boolean" } as const;

/** Encodes filter conditions as WhereStr for the wire. */
export function encodeWhere(where: readonly Condition[], fields: Fields): WireCondition[] {
  const { toWire } = wireIndex(fields);
  return where.map((c) => {
    const type = fields[c.field]?.type;
    const announced =
      c.operator !== "LIKE" && type && type in wireTypes
        ? wireTypes[type as keyof typeof wireTypes]
        : "string";
    return {
      Field: toWire.get(c.field) ?? c.field,
      ConditionalCode: c.operator,
      Value: c.value,
      FieldType: announced,
    };
  });
}

export function encodeSort(sort: readonly SortKey[], fields: Fields): WireSort[] {
  const { toWire } = wireIndex(fields);
  return sort.map((s) => ({ Field: toWire.get(s.field) ?? s.field, Sort: s.direction }));
}
