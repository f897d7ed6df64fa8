import { decodeValue, type Field, field } from "../kernel/index.ts";

/** A setting of the machine for a trial: what was planned, and what it was in the end. */
export interface TrialParameter {
  readonly name: string;
  readonly unit: string;
  readonly planned: string;
  readonly actual: string;
}

const texts: Readonly<Record<keyof TrialParameter, Field>> = {
  name: field.text(40),
  unit: field.text(12),
  planned: field.text(40),
  actual: field.text(40),
};
const most = 40;

const isParameter = (p: unknown): p is TrialParameter => {
  if (typeof p !== "object" || p === null || Array.isArray(p)) return false;
  const values = p as Record<string, unknown>;
  if (Object.keys(values).some((k) => !Object.hasOwn(texts, k))) return false;
  return Object.entries(texts).every(
    ([k, f]) => typeof values[k] === "string" && decodeValue(values[k], f) !== undefined,
  );
};

/**
 * The settings in a value from the wire; undefined: it is no list of settings, each with a name. Markup is refused as
 * in any text (S0019).
 */
export function readParameters(value: unknown): readonly TrialParameter[] | undefined {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value) || value.length > most || !value.every(isParameter)) return undefined;
  return value.every((p) => p.name.trim() !== "") ? value : undefined;
}
