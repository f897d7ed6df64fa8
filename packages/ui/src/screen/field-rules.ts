import { AppError, decodeValue, type ErrorCode, type Field, type Fields } from "@shotkeeper/contract/kernel";

/** Why a value is not taken; the words are the locale's. */
export type Problem =
  | { readonly kind: "missing" }
  | { readonly kind: "tooLong"; readonly most: number }
  | { readonly kind: "tooSmall"; readonly least: number }
  | { readonly kind: "tooLarge"; readonly most: number }
  | { readonly kind: "invalid" }
  | { readonly kind: "code"; readonly code: ErrorCode };

/** Checks a value with the server's own decoder: what passes here is not refused for its form there. */
export function problemOf(value: unknown, field: Field): Problem | undefined {
  if (value === null || value === undefined || value === "")
    return field.required ? { kind: "missing" } : undefined;
  try {
    const decoded = decodeValue(value, field);
    if (decoded !== undefined) return decoded === null && field.required ? { kind: "missing" } : undefined;
  } catch (e) {
    if (e instanceof AppError) return { kind: "code", code: e.code };
    throw e;
  }
  // It is refused; say which of the limits it was.
  if (typeof value === "string" && field.length !== undefined && [...value].length > field.length)
    return { kind: "tooLong", most: field.length };
  const n = Number(value);
  if (field.min !== undefined && n < field.min) return { kind: "tooSmall", least: field.min };
  if (field.max !== undefined && n > field.max) return { kind: "tooLarge", most: field.max };
  return { kind: "invalid" };
}

/** Fields a person may fill in. */
export function isInput(field: Field): boolean {
  return !field.readOnly && !field.virtual && !field.secret && field.type !== "json";
}

type Values = Readonly<Record<string, unknown>>;

/** The fields of `now` that differ from `before`. */
export function changedValues(before: Values, now: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !same(before[name] ?? null, value ?? null)),
  );
}

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  // The database writes instants as +00:00, the picker as Z.
  if (typeof a !== "string" || typeof b !== "string" || a.length < 20 || b.length < 20) return false;
  const [x, y] = [Date.parse(a), Date.parse(b)];
  return !Number.isNaN(x) && x === y;
}

/**
 * Two people edited one record. What I changed stays mine, everything else is the other's.
 */
export function rebase(before: Values, mine: Values, theirs: Values): Record<string, unknown> {
  return { ...theirs, ...changedValues(before, mine) };
}

/** The fields that a form for `fields` offers, in the declaration's order. */
export function inputNames(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => {
    const f = fields[name];
    return f !== undefined && isInput(f);
  });
}
