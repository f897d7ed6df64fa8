import { type Field, type Fields, wireName } from "@shotkeeper/contract/kernel";
import type { Random } from "../month/plan.ts";
import { jsonValue } from "./json-values.ts";
import { pick, pickRecent } from "./pick.ts";
import type { Thought } from "./thought.ts";
import type { World } from "./world.ts";

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
  // Chooses a time that is mostly close to now, and sometimes weeks before or after now.
  const span = random() < 0.7 ? day / 2 : 40 * day;
  return new Date(now + (random() - 0.7) * span).toISOString();
}

/** Values of fields that accept only few texts, by field name. Some values are invalid on purpose. */
const fitting: Readonly<Record<string, readonly string[]>> = {
  oldPassword: ["demo1234", "another-Password-1"],
  newPassword: ["another-Password-1", "demo1234", "short"],
  sqlText: [
    "select mold_no from mold",
    "select count(*) from mold m join binding b using (mold_id)",
    "drop table mold",
  ],
  webhookUrl: ["https://example.com/hook", "http://127.0.0.1:1/x"],
  linkPath: ["/warning/all", "no path"],
  pushTime: ["08:00", "25:00"],
  dictCode: ["runner_type", "N-1"],
  part: ["GOODS_IMAG", "INTRODUCE_IMAG"],
  carrier: ["顺丰速运", "SF"],
  expressNo: ["SF1370000001", "SF1370000002"],
  docId: ["D029", "WX", "ZT"],
  recTel: ["13800001008", "1380000"],
  statement: ["select mold_no from mold", "drop table mold"],
  scanCode: ["NOPE-2"],
};

const isName = (name: string, key: string) => name === key || name.toLowerCase().endsWith(key.toLowerCase());

/**
 * Returns keys of rows that a field may hold: keys of the table to which the field refers. For a field without a
 * declared reference, returns the known values of the key field whose name ends the field's name, such as writerId for
 * newWriterId.
 */
function keysFor(name: string, f: Field, world: World): readonly unknown[] | undefined {
  // The field `fitsMolds` holds mold numbers, separated by commas.
  if (name === "fitsMolds") return world.keys.get("moldNo");
  const known =
    world.keys.get(f.reference ?? "") ?? world.keys.get(name) ?? world.keys.get(wireName(name, f));
  // An input such as newWriterId holds a key of the same table as writerId.
  return known ?? [...world.keys].find(([key]) => key.length > 3 && isName(name, key))?.[1];
}

function validValue(t: Thought, name: string, f: Field): unknown {
  const { random, world, anchor } = t;
  const anchored = anchor?.[name];
  if (anchored !== undefined && anchored !== null && random() < 0.8)
    return f.type === "flag" ? (anchored === true ? "Y" : "N") : anchored;
  const known = keysFor(name, f, world);
  if ((f.type === "text" || f.type === "int") && known && known.length > 0) return pickRecent(random, known);
  switch (f.type) {
    case "text":
      return pick(random, fitting[name] ?? ["A1", "测试", "worn", "13800000000", "N-1"])?.slice(
        0,
        f.length ?? 50,
      );
    case "int":
    case "decimal":
      return Math.max(f.min ?? 0, Math.min(f.max ?? 1e6, Math.floor(random() * (random() < 0.5 ? 5 : 5000))));
    case "flag":
      return random() < 0.5 ? "Y" : "N";
    case "date":
      return time(random, world.now).slice(0, 10);
    case "time":
      return time(random, world.now);
    case "choice":
      return pick(random, Object.values<string | number>(f.options?.values ?? {}));
    case "json":
      return jsonValue(t, name);
  }
}

function absurdValue(random: Random, f: Field): unknown {
  if (f.type === "int" || f.type === "decimal") return pick(random, absurdNumbers);
  if (f.type === "date" || f.type === "time") return pick(random, absurdTimes);
  return pick<unknown>(random, [...absurdTexts, -7, 99, {}, [1]]);
}

/**
 * Returns a row with random values of these fields, under their wire names. The row may be valid, incomplete or absurd.
 */
export function someRow(t: Thought, fields: readonly (readonly [string, Field])[]): Record<string, unknown> {
  const { random } = t;
  const row: Record<string, unknown> = {};
  const isClumsy = random() < 0.2;
  for (const [name, f] of fields) {
    if (!f.required && f.type !== "json" && random() < 0.3) continue;
    if (isClumsy && random() < 0.15) continue;
    row[wireName(name, f)] = isClumsy && random() < 0.3 ? absurdValue(random, f) : validValue(t, name, f);
  }
  return row;
}

/** Returns the fields that callers may set in a new row. */
export const ofNewRow = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(([, f]) => !f.secret && !f.readOnly && !f.virtual);
