import { errors } from "@shotkeeper/contract/kernel";

const mostAtOnce = 1000;

/** The counters that a command is about: some, and not too many. */
export function idsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) throw errors.missingField("writerIds");
  if (value.length > mostAtOnce || !value.every((v) => typeof v === "string"))
    throw errors.invalidField("writerIds");
  return [...new Set<string>(value)];
}
