import { expect, it } from "vitest";
import { ImportSession } from "../sheet/import-session.ts";
import type { ImportColumn } from "../sheet/types.ts";
import { faultsText } from "./fault-text.ts";
import { importTexts } from "./texts.ts";

const columns: ImportColumn[] = [
  { key: "no", title: "No", type: "text", required: true, maxLength: 4 },
  { key: "n", title: "N", type: "number", min: 1, max: 9, whole: true },
  { key: "day", title: "Day", type: "date" },
  { key: "at", title: "At", type: "time" },
  { key: "kind", title: "Kind", type: "choice", options: [{ value: 1, label: "hot" }] },
  { key: "ok", title: "OK", type: "flag" },
];

/**
 * CSV file with one row for each kind of fault, and valid rows between these rows. The last row has a fault in each
 * column.
 */
const file = `No,N,Day,At,Kind,OK
A,1,2026-01-31,2026-01-31 08:30,hot,Yes
,1,,,,
TOOLONG,1,,,,
B,many,,,,
C,1.5,,,,
D,0,,,,
E,10,,,,
F,1,2026-02-30,,,
G,1,,25:00,,
H,1,,,lukewarm,
I,1,,,,perhaps
Z,9,46053,46053.5,1,N
,x,soon,later,cold,?
`;

it.each([
  [
    "zh_CN",
    ["No: 必填", "No: 超过 4 个字符", "N: 不是数字", "N: 必须是整数", "N: 不能小于 1", "N: 不能大于 9"],
    ["Day: 不是日期", "At: 不是时间", "Kind: 不在可选范围内", "OK: 请填是或否"],
  ],
  [
    "zh_TW",
    ["No: 必填", "No: 超過 4 個字元", "N: 不是數字", "N: 必須是整數", "N: 不能小於 1", "N: 不能大於 9"],
    ["Day: 不是日期", "At: 不是時間", "Kind: 不在可選範圍內", "OK: 請填是或否"],
  ],
  [
    "en",
    [
      "No: required",
      "No: longer than 4 characters",
      "N: not a number",
      "N: must be a whole number",
      "N: less than 1",
      "N: more than 9",
    ],
    ["Day: not a date", "At: not a date and time", "Kind: not one of the choices", "OK: yes or no, please"],
  ],
] as const)("describes every kind of cell fault, in %s", async (locale, first, rest) => {
  const session = new ImportSession();
  await session.open(new TextEncoder().encode(file), "bad.csv");
  const mapping = columns.map((c) => c.key);
  expect(session.apply({ sheet: 0, header: 0, mapping, columns })).toMatchObject({ total: 13, bad: 11 });
  const { rows } = session.page(0, 100, "bad");
  const t = importTexts[locale];
  const texts = rows.map((row) => faultsText(row.faults, columns, t));
  expect(rows.map((r) => r.line)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14]);
  const all = [...first, ...rest];
  expect(texts.slice(0, -1)).toEqual(all);
  expect(texts.at(-1)).toBe([first[0], first[2], ...rest].join("; "));
});
