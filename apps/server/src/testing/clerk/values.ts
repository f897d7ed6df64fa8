import { type Field, wireName } from "@shotkeeper/contract/kernel";
import type { Random } from "../month/plan.ts";

/** Stored keys of a tenant by the wire name of their table, for fields that refer to rows. */
export type Keys = ReadonlyMap<string, readonly string[]>;

export const pick = <T>(random: Random, list: readonly T[]): T | undefined =>
  list[Math.floor(random() * list.length)];

const day = 86_400_000;
const absurdTexts = [
  "",
  " ",
  "X'; drop table mold;--",
  "9".repeat(400),
  "<b>x</b>",
  "无",
  "\u0000",
  "NOPE-1",
];
const absurdNumbers = [-1, 0, 0.5, 1e12, "12,5", "NaN", null];
const absurdTimes = ["2001-01-01", "2099-12-31T00:00:00Z", "yesterday", "2026-02-30", null];

function time(random: Random, now: number): string {
  // The time is mostly close to now, sometimes weeks before or after now.
  const span = random() < 0.7 ? day / 2 : 40 * day;
  return new Date(now + (random() - 0.7) * span).toISOString();
}

function validValue(random: Random, name: string, f: Field, keys: Keys, now: number): unknown {
  const wire = wireName(name, f);
  // An input such as NEW_WRITER_ID holds a key of the same table as WRITER_ID.
  const known = keys.get(f.reference ?? "") ?? [...keys].find(([k]) => wire.endsWith(k))?.[1];
  if (f.type === "text" && known && known.length > 0) return pick(random, known);
  switch (f.type) {
    case "text":
      return pick(random, ["A1", "测试", "worn", "13800000000", "N-1"])?.slice(0, f.length ?? 50);
    case "int":
    case "decimal":
      return Math.max(f.min ?? 0, Math.min(f.max ?? 1e6, Math.floor(random() * (random() < 0.5 ? 5 : 5000))));
    case "flag":
      return random() < 0.5 ? "Y" : "N";
    case "date":
      return time(random, now).slice(0, 10);
    case "time":
      return time(random, now);
    case "choice":
      return pick(random, Object.values<string | number>(f.options?.values ?? {}));
    case "json":
      return [];
  }
}

function absurdValue(random: Random, f: Field): unknown {
  if (f.type === "int" || f.type === "decimal") return pick(random, absurdNumbers);
  if (f.type === "date" || f.type === "time") return pick(random, absurdTimes);
  return pick<unknown>(random, [...absurdTexts, -7, 99, {}, [1]]);
}

/** Returns a row with random values for these fields, under their wire names: valid, incomplete or absurd. */
export function someRow(
  random: Random,
  fields: readonly (readonly [string, Field])[],
  keys: Keys,
  now: number,
): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  const isClumsy = random() < 0.3;
  for (const [name, f] of fields) {
    if (!f.required && random() < 0.4) continue;
    if (isClumsy && random() < 0.15) continue;
    row[wireName(name, f)] =
      isClumsy && random() < 0.3 ? absurdValue(random, f) : validValue(random, name, f, keys, now);
  }
  return row;
}
