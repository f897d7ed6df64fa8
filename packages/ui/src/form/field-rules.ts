import {
  AppError,
  decodeValue,
  type Field,
  type Fields,
  hasDecimals,
  type MessageName,
  messageName,
} from "@shotkeeper/contract/kernel";

/** Reason why a value is invalid. The texts for the reasons are in field-item.tsx. */
export type Problem =
  | { readonly kind: "missing" }
  | { readonly kind: "tooLong"; readonly max: number }
  | { readonly kind: "tooSmall"; readonly min: number }
  | { readonly kind: "tooLarge"; readonly max: number }
  | { readonly kind: "tooPrecise"; readonly decimals: number }
  | { readonly kind: "invalid" }
  | { readonly kind: "code"; readonly message: MessageName };

/**
 * Returns why a value is invalid. Returns undefined if the value is valid. Decodes the value as the server does, so
 * that form and server refuse the same values.
 */
export function problemOf(value: unknown, field: Field): Problem | undefined {
  if (value === null || value === undefined || value === "")
    return field.required ? { kind: "missing" } : undefined;
  try {
    const decoded = decodeValue(value, field);
    if (decoded !== undefined) return decoded === null && field.required ? { kind: "missing" } : undefined;
  } catch (e) {
    if (e instanceof AppError) return { kind: "code", message: messageName(e.code) ?? "invalidField" };
    throw e;
  }
  // Finds the limit that the value exceeds, because the decoder only reports that a value is invalid.
  if (typeof value === "string" && field.length !== undefined && [...value].length > field.length)
    return { kind: "tooLong", max: field.length };
  const n = Number(value);
  if (field.min !== undefined && n < field.min) return { kind: "tooSmall", min: field.min };
  if (field.max !== undefined && n > field.max) return { kind: "tooLarge", max: field.max };
  const { scale } = field;
  if (scale !== undefined && Number.isFinite(n) && !hasDecimals(n, scale))
    return { kind: "tooPrecise", decimals: scale };
  return { kind: "invalid" };
}

/** Returns true for fields that a user may fill in, at least in a new record. */
export function isInput(field: Field): boolean {
  return !field.readOnly && !field.virtual && !field.secret && field.type !== "json";
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the values of `now` that differ from those in `before`. */
export function changedValues(before: Values, now: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !same(before[name] ?? null, value ?? null)),
  );
}

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  // Compares times as instants. Two times may be the same instant in different forms: the database writes +00:00 at the
  // end, the date picker Z.
  if (typeof a !== "string" || typeof b !== "string" || a.length < 20 || b.length < 20) return false;
  const [x, y] = [Date.parse(a), Date.parse(b)];
  return !Number.isNaN(x) && x === y;
}

/**
 * Merges the edits of two users. Fields that were changed in `mine` keep their value from `mine`; all other fields get
 * the value from `theirs`.
 */
export function rebase(before: Values, mine: Values, theirs: Values): Record<string, unknown> {
  return { ...theirs, ...changedValues(before, mine) };
}

/** Returns the names of all fields that a user may fill in, in the order of their declaration. */
export function inputNames(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => {
    const f = fields[name];
    return f !== undefined && isInput(f);
  });
}
