import { decodeValue, type Field, field } from "../kernel/index.ts";

/** A machine setting in a trial, such as a temperature, with its planned and its actual value. */
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
/** Structure of a list of machine settings on the wire. */
export const trialParameters = {
  list: { properties: { name: "text", unit: "text", planned: "text", actual: "text" } },
} as const;

const maxParameters = 40;

const isParameter = (p: unknown): p is TrialParameter => {
  if (typeof p !== "object" || p === null || Array.isArray(p)) return false;
  const values = p as Record<string, unknown>;
  if (Object.keys(values).some((k) => !Object.hasOwn(texts, k))) return false;
  return Object.entries(texts).every(
    ([k, f]) => typeof values[k] === "string" && decodeValue(values[k], f) !== undefined,
  );
};

/**
 * Parses a list of machine settings from the wire. Returns undefined if the value is not such a list or if a setting
 * has no name. Throws S0019 if a text contains markup.
 */
export function readParameters(value: unknown): readonly TrialParameter[] | undefined {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value) || value.length > maxParameters || !value.every(isParameter)) return undefined;
  return value.every((p) => p.name.trim() !== "") ? value : undefined;
}
