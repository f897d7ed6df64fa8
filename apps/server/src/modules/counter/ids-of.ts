import { AppError } from "@shotkeeper/contract/kernel";

const mostAtOnce = 1000;

/** The counters that a command is about: some, and not too many. */
export function idsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) throw new AppError("S0007", "WRITER_IDS");
  if (value.length > mostAtOnce || !value.every((v) => typeof v === "string"))
    throw new AppError("S0200", "WRITER_IDS");
  return [...new Set<string>(value)];
}
