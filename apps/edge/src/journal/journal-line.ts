import type { Reading } from "../types.ts";

/** Returns the journal line of a reading, without the line end. */
export const lineOf = (r: Reading): string =>
  JSON.stringify(r.mold === undefined ? [r.device, r.count, r.at] : [r.device, r.count, r.at, r.mold]);

/** Parses a journal line. Returns undefined if the line is damaged. */
export function readingOf(line: string): Reading | undefined {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!Array.isArray(json)) return undefined;
  const [device, count, at, mold] = json as readonly unknown[];
  if (typeof device !== "string" || device === "") return undefined;
  if (!Number.isSafeInteger(count) || !Number.isSafeInteger(at)) return undefined;
  const reading = { device, count: count as number, at: at as number };
  return typeof mold === "string" ? { ...reading, mold } : reading;
}
