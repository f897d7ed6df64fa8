import { wireIndex } from "./entity.ts";
import { nameOf } from "./enumeration.ts";
import { errors, onWire } from "./errors.ts";
import { type Field, type Fields, isFixed } from "./field.ts";

/** Matches markup or script in a text: tags, event attributes, script URLs. Such texts are refused with S0019. */
const suspicious = /<\s*\/?\s*[a-z!?]|javascript\s*:|\bon[a-z]{3,}\s*=|&#x?[0-9a-f]+;/i;

const dateOnly = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Matches a day, with an optional time of day, fractions of a second and time zone. */
const instant =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d)?(\.\d{1,9})? ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns whether a text such as '2026-05-22' is a day of the calendar. */
export function isRealDay(s: string): boolean {
  const m = dateOnly.exec(s);
  if (!m) return false;
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])];
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return year >= 1 && day >= 1 && day <= (monthDays[month - 1] ?? 0) + (leap ? 1 : 0);
}

/**
 * Parses a time into epoch ms. Returns undefined for an invalid value, such as a day that does not exist. Accepts epoch
 * ms, ISO 8601, and a day or time such as '2026-05-22 08:30'. A time without a zone is read as UTC+8.
 */
export function parseInstant(value: unknown): number | undefined {
  if (typeof value === "number")
    return Number.isFinite(value) && Math.abs(value) <= 8.64e15 ? Math.trunc(value) : undefined;
  const [, day, time = "00:00", seconds = ":00", fraction = "", zone = "+08:00"] =
    typeof value === "string" ? (instant.exec(value) ?? []) : [];
  if (day === undefined || !isRealDay(day)) return undefined;
  const offset =
    zone.length === 3 ? `${zone}:00` : zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const ms = Date.parse(`${day}T${time}${seconds}${fraction}${offset}`);
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * Decodes one value from the wire. Returns undefined for an invalid value and null for an empty value. With `loose`
 * (used for filters), length, range, pattern and markup are not checked.
 */
export function decodeValue(value: unknown, f: Field & { loose?: boolean }): unknown {
  if (value === null || value === undefined || value === "") return null;
  switch (f.type) {
    case "text":
      return decodeText(value, f);
    case "int":
    case "decimal":
      return decodeNumber(value, f);
    case "flag":
      if (value === true || value === "Y" || value === "true" || value === 1) return true;
      if (value === false || value === "N" || value === "false" || value === 0) return false;
      return undefined;
    case "date": {
      if (typeof value !== "string") return undefined;
      const day = value.length > 10 ? value.slice(0, 10) : value;
      return isRealDay(day) && (value.length === 10 || parseInstant(value) !== undefined) ? day : undefined;
    }
    case "time": {
      const ms = parseInstant(value);
      return ms === undefined || ms < -62e12 || ms > 2.5e14 ? undefined : new Date(ms).toISOString();
    }
    case "choice": {
      if (!f.options) return undefined;
      if (nameOf(f.options, value)) return value;
      const n = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
      return nameOf(f.options, n) ? n : undefined;
    }
    case "json":
      return isStorable(value, maxDepth) ? value : undefined;
  }
}

/** Maximum nesting depth of a JSON input. Deeper values would exceed the stack of the program, or of the database. */
const maxDepth = 50;

/** Returns false for a text that PostgreSQL cannot store: with NUL, or with half of a surrogate pair. */
export const isStorableText = (s: string): boolean => !/[\0\ud800-\udfff]/u.test(s);

/** Returns false for a value that is nested too deeply or contains a text that PostgreSQL cannot store. */
function isStorable(value: unknown, levels: number): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  return Object.entries(value).every(([name, v]) => isStorableText(name) && isStorable(v, levels - 1));
}

function decodeText(value: unknown, f: Field & { loose?: boolean }): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const s = String(value);
  if (!isStorableText(s)) return undefined;
  if (f.loose) return s;
  // Refuses control characters, because only line breaks and tabs have a use in a text.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are matched on purpose
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(s)) return undefined;
  // Markup contains at least one of the characters < : = &. Most texts contain none of these characters, so the slow
  // pattern is not tested for them.
  if (/[<:=&]/.test(s) && suspicious.test(s)) throw errors.suspiciousText();
  if (f.length !== undefined && s.length > f.length && [...s].length > f.length) return undefined;
  if (f.pattern && !f.pattern.test(s)) return undefined;
  return s;
}

function decodeNumber(value: unknown, f: Field & { loose?: boolean }): number | undefined {
  // Accepts decimal notation only. `Number` alone would also accept other notations, such as 0x10.
  const n =
    typeof value === "string" && /^\s*[+-]?[\d.]+(?:[eE][+-]?\d+)?\s*$/.test(value) ? Number(value) : value;
  if (typeof n !== "number" || !Number.isFinite(n)) return undefined;
  if (f.loose) return Math.abs(n) <= Number.MAX_SAFE_INTEGER ? n : undefined;
  if (f.type === "int" && !Number.isSafeInteger(n)) return undefined;
  if (f.type === "decimal" && Math.abs(n) >= 1e15) return undefined;
  const isRounded = f.type === "decimal" && f.scale !== undefined;
  if (isRounded && !f.rounds && !hasDecimals(n, f.scale)) return undefined;
  const exact = isRounded ? Number(n.toFixed(f.scale)) : n;
  return (f.min !== undefined && exact < f.min) || (f.max !== undefined && exact > f.max) ? undefined : exact;
}

/**
 * Returns true if a number has at most `scale` decimals. Ignores the error of sums of binary fractions: 0.1 + 0.2 is
 * 0.30000000000000004, but has one decimal.
 */
export function hasDecimals(n: number, scale: number): boolean {
  const sumError = Math.max(1, Math.abs(n)) * 64 * Number.EPSILON;
  return Math.abs(n - Number(n.toFixed(scale))) <= Math.min(sumError, 10 ** -(scale + 3));
}

export interface DecodeOptions {
  /** "insert" refuses a row that lacks a required field. "update" checks only the fields that are sent. */
  readonly mode: "insert" | "update";
  /** Key fields, which every update must contain. */
  readonly key?: readonly string[];
  /** Names of read-only fields that may be sent anyway. An update sends `updatedDate` for the optimistic lock. */
  readonly allow?: readonly string[];
  /**
   * Receives the sent values of fields that callers may not change (`isFixed`). The caller of `decodeRow` compares them
   * with the stored row and refuses changes.
   */
  readonly fixed?: Record<string, unknown>;
  /**
   * True if the row has only some of its fields: an import decodes each field on its own. Required fields may then be
   * missing in an insert.
   */
  readonly isPart?: boolean;
}

/**
 * Decodes a row from the wire. Throws unknownField, missingField, invalidField or notWritable with the field's wire
 * name. In a new row, ignores an empty field that callers may not set (`isFixed`).
 */
export function decodeRow(row: unknown, fields: Fields, o: DecodeOptions): Record<string, unknown> {
  if (typeof row !== "object" || row === null || Array.isArray(row))
    throw errors.missingField(onWire("Data"));
  const { toName, toWire, required } = wireIndex(fields);
  const out: Record<string, unknown> = {};
  for (const [wire, value] of Object.entries(row)) {
    const name = toName.get(wire);
    const f = name === undefined ? undefined : fields[name];
    if (name === undefined || !f) throw errors.unknownField(onWire(wire.slice(0, 60)));
    const isOutside = isFixed(f, o.mode) && !o.allow?.includes(name);
    const decoded = decodeValue(value, isOutside ? { ...f, loose: true } : f);
    if (decoded === undefined) throw errors.invalidField(onWire(wire));
    if (isOutside) {
      if (o.fixed) o.fixed[name] = decoded;
      else if (decoded !== null || o.mode === "update") throw errors.notWritable(onWire(wire));
      continue;
    }
    // A required text of spaces only would look empty in every list.
    if (f.required && typeof decoded === "string" && decoded.trim() === "")
      throw errors.missingField(onWire(wire));
    if (decoded === null && (f.required || (f.hasDefault && o.mode === "update")))
      throw errors.missingField(onWire(wire));
    out[name] = decoded;
  }
  for (const name of o.mode === "update" ? (o.key ?? []) : o.isPart ? [] : required)
    if (out[name] === undefined || out[name] === null)
      throw errors.missingField(onWire(toWire.get(name) ?? name));
  return out;
}

/** Encodes a row for the wire: field names become wire names, and flags become "Y" or "N". */
export function encodeRow(row: Readonly<Record<string, unknown>>, fields: Fields): Record<string, unknown> {
  const { toWire } = wireIndex(fields);
  const out: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    if (value === undefined) continue;
    const f = fields[name];
    out[toWire.get(name) ?? name] =
      f?.type === "flag" && typeof value === "boolean" ? (value ? "Y" : "N") : value;
  }
  return out;
}

/**
 * Decodes a row of the server's answer: converts names and flags. Values are not checked, because the client trusts the
 * server.
 */
export function decodeAnswer(
  row: Readonly<Record<string, unknown>>,
  fields: Fields,
): Record<string, unknown> {
  const { toName } = wireIndex(fields);
  const out: Record<string, unknown> = {};
  for (const [wire, value] of Object.entries(row)) {
    const name = toName.get(wire);
    if (name === undefined) continue;
    out[name] = fields[name]?.type === "flag" && value !== null ? value === "Y" : value;
  }
  return out;
}
