import { wireIndex } from "./entity.ts";
import { nameOf } from "./enumeration.ts";
import { AppError } from "./errors.ts";
import type { Field, Fields } from "./field.ts";

/** Markup or script in a plain text (S0019): tags, event attributes, script URLs. */
const suspicious = /<\s*\/?\s*[a-z!?]|javascript\s*:|\bon[a-z]{3,}\s*=|&#x?[0-9a-f]+;/i;

const dateOnly = /^(\d{4})-(\d{2})-(\d{2})$/;
const spaced = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/;

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function realDate(s: string): boolean {
  const m = dateOnly.exec(s);
  if (!m) return false;
  const [year, month, day] = [Number(m[1]), Number(m[2]), Number(m[3])];
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return year >= 1 && day >= 1 && day <= (monthDays[month - 1] ?? 0) + (leap ? 1 : 0);
}

/** An instant from ISO 8601, 'YYYY-MM-DD[ HH:mm[:ss]]' (taken as UTC+8, the product's home) or epoch ms. */
export function parseInstant(value: unknown): number | undefined {
  if (typeof value === "number")
    return Number.isFinite(value) && Math.abs(value) <= 8.64e15 ? Math.trunc(value) : undefined;
  if (typeof value !== "string" || value.length > 40 || !/^\d{4}-\d{2}-\d{2}/.test(value)) return undefined;
  const text = dateOnly.test(value)
    ? `${value}T00:00:00+08:00`
    : spaced.test(value)
      ? `${value.replace(" ", "T")}+08:00`
      : value;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * One value from the wire. undefined: not a value of this field. null: empty.
 * `loose` leaves out length, range, pattern and markup: for filters.
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
      return realDate(day) && (value.length === 10 || parseInstant(value) !== undefined) ? day : undefined;
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
      return value;
  }
}

function decodeText(value: unknown, f: Field & { loose?: boolean }): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const s = String(value);
  if (f.loose) return s;
  // PostgreSQL cannot store NUL; other control characters but line breaks and tabs have no place in a text.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(s)) return undefined;
  // Nearly no text has one of the signs without which none is suspicious.
  if (/[<:=&]/.test(s) && suspicious.test(s)) throw new AppError("S0019");
  if (f.length !== undefined && s.length > f.length && [...s].length > f.length) return undefined;
  if (f.pattern && !f.pattern.test(s)) return undefined;
  return s;
}

function decodeNumber(value: unknown, f: Field & { loose?: boolean }): number | undefined {
  const n = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof n !== "number" || !Number.isFinite(n)) return undefined;
  if (f.loose) return n;
  if (f.type === "int" && !Number.isSafeInteger(n)) return undefined;
  if (f.type === "decimal" && Math.abs(n) >= 1e15) return undefined;
  if ((f.min !== undefined && n < f.min) || (f.max !== undefined && n > f.max)) return undefined;
  // A decimal is kept to its scale; rounding here and not in the database keeps input and answer equal.
  return f.type === "decimal" && f.scale !== undefined ? Number(n.toFixed(f.scale)) : n;
}

export interface DecodeOptions {
  /** "insert": required fields must be there. "update": only what is sent is checked. */
  readonly mode: "insert" | "update";
  /** Keys which an update must name. */
  readonly key?: readonly string[];
  /** Read-only fields to let through all the same (the lost-update guard). */
  readonly allow?: readonly string[];
}

/** A row from the wire into field names and checked values. Unknown fields: S0015. */
export function decodeRow(row: unknown, fields: Fields, o: DecodeOptions): Record<string, unknown> {
  if (typeof row !== "object" || row === null || Array.isArray(row)) throw new AppError("S0007", "Data");
  const { toName, toWire, required } = wireIndex(fields);
  const out: Record<string, unknown> = {};
  for (const [wire, value] of Object.entries(row)) {
    const name = toName.get(wire);
    const f = name === undefined ? undefined : fields[name];
    if (name === undefined || !f) throw new AppError("S0015", wire.slice(0, 60));
    if ((f.readOnly || f.virtual) && !o.allow?.includes(name)) continue;
    const decoded = decodeValue(value, f);
    if (decoded === undefined) throw new AppError("S0200", wire);
    if (decoded === null && f.required) throw new AppError("S0007", wire);
    out[name] = decoded;
  }
  for (const name of o.mode === "insert" ? required : (o.key ?? []))
    if (out[name] === undefined || out[name] === null) throw new AppError("S0007", toWire.get(name) ?? name);
  return out;
}

/** A row of our own client → wire. */
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

/** A row of an answer → field names. Trusts the server: spelling and flags only. */
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
