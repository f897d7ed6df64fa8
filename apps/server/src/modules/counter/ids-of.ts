import { errors } from "@shotkeeper/contract/kernel";

const maxIds = 1000;

/** Returns the distinct counter ids of an input. Throws if the input is empty, too long or not a list of strings. */
export function idsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) throw errors.missingField("writerIds");
  if (value.length > maxIds || !value.every((v) => typeof v === "string"))
    throw errors.invalidField("writerIds");
  return [...new Set<string>(value)];
}
