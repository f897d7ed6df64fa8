import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvText, exportCsv } from "./csv.ts";
import { moveCell } from "./keyboard.ts";
import { parseTsv, toTsv } from "./range.ts";
import type { GridColumn } from "./types.ts";

describe("TSV", () => {
  test.each([
    [
      [
        ["a", "b"],
        ["c", "d"],
      ],
      "a\tb\nc\td",
    ],
    [[['say "hi"', "x"]], '"say ""hi"""\tx'],
    [[["two\nlines", "tab\there"]], '"two\nlines"\t"tab\there"'],
  ])("%j", (rows, expected) => {
    expect(toTsv(rows)).toBe(expected);
  });

  test("parses the text that toTsv has written", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', "\t", "\n", "\r", " ", "中") });
    const table = fc
      .integer({ min: 1, max: 4 })
      .chain((n) => fc.array(fc.array(cell, { minLength: n, maxLength: n }), { minLength: 1 }));
    fc.assert(
      fc.property(table, (rows) => {
        expect(parseTsv(toTsv(rows))).toEqual(rows);
      }),
    );
  });
});

describe("CSV", () => {
  test.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-x", "'-x"],
    ["@a", "'@a"],
    ['a"b', '"a""b"'],
    ["=a,b", '"\'=a,b"'],
    ["＝1+1", "'＝1+1"],
    ["a;=1+1", '"a;=1+1"'],
    ["plain", "plain"],
  ])("%s", (text, expected) => expect(csvText(text)).toBe(expected));

  // spec: shop C3.3
  test("loads all pages of the source, and leaves negative numbers unescaped", async () => {
    interface Row {
      n: number;
      s: string;
    }
    const rows: Row[] = Array.from({ length: 5 }, (_, i) => ({ n: -i - 1, s: "-text" }));
    const columns: GridColumn<Row>[] = [
      { key: "n", title: "N", unit: "g", type: "number" },
      { key: "s", title: "S", type: "text" },
      { key: "n", title: "Secret", type: "number", unexport: true },
    ];
    const requests: number[] = [];
    const pieces = await exportCsv({
      columns,
      flags: ["yes", "no"],
      limit: 2,
      page: async (offset, limit) => {
        requests.push(offset);
        return { rows: rows.slice(offset, offset + limit), total: rows.length };
      },
    });
    expect(requests).toEqual([0, 2, 4]);
    expect(pieces.join("")).toBe(
      "\uFEFFN (g),S\r\n-1,'-text\r\n-2,'-text\r\n-3,'-text\r\n-4,'-text\r\n-5,'-text\r\n",
    );
  });
});

describe("an export to CSV for Excel", () => {
  const written = async (forExcel: boolean, type: "text" | "number", v: unknown) => {
    const columns: GridColumn<{ v: unknown }>[] = [{ key: "v", title: "V", type }];
    const pieces = await exportCsv({
      columns,
      flags: ["yes", "no"],
      forExcel,
      page: async () => ({ rows: [{ v }], total: 1 }),
    });
    return pieces.join("").split("\r\n")[1];
  };
  test.each([
    ["text", "007", '"=""007"""'],
    ["text", "123456789012345678", '"=""123456789012345678"""'],
    ["text", "1-2", '"=""1-2"""'],
    ["text", "1E5", '"=""1E5"""'],
    ["text", "MAR1", '"=""MAR1"""'],
    ["text", "=1+1", "'=1+1"],
    ["text", "A-007", "A-007"],
    ["number", "123456789012345678", '"=""123456789012345678"""'],
    ["number", -12.5, "-12.5"],
  ] as const)("writes the %s %s as %s", async (type, value, expected) => {
    expect(await written(true, type, value)).toBe(expected);
  });

  test("is not the default", async () => expect(await written(false, "text", "007")).toBe("007"));
});

describe("keys", () => {
  const bounds = { rows: 100, cols: 5, screen: 10 };
  test.each([
    ["ArrowDown", false, { row: 6, col: 2 }],
    ["ArrowUp", true, { row: 0, col: 2 }],
    ["PageDown", false, { row: 15, col: 2 }],
    ["PageUp", false, { row: 0, col: 2 }],
    ["Home", false, { row: 5, col: 0 }],
    ["End", true, { row: 99, col: 4 }],
    ["x", false, undefined],
  ])("%s (ctrl %s)", (key, ctrl, expected) => {
    expect(moveCell({ row: 5, col: 2 }, key, ctrl, bounds)).toEqual(expected);
  });

  test("move from the first row up to the header", () => {
    expect(moveCell({ row: 0, col: 2 }, "ArrowUp", false, bounds)).toEqual({ row: -1, col: 2 });
  });
});
