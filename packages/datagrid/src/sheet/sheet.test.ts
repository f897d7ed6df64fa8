import { describe, expect, it } from "vitest";
import { cellValue, importedRows, serialText } from "./convert.ts";
import { headerRow, mapColumns } from "./mapping.ts";
import { readSheets } from "./read.ts";
import { columnLetters, templateFile } from "./template.ts";
import type { Cell, ImportColumn } from "./types.ts";

const columns: readonly ImportColumn[] = [
  { key: "no", title: "Mold no.", type: "text", required: true, aliases: ["MOLD_NO"] },
  { key: "cycle", title: "Cycle", unit: "s", type: "number" },
  { key: "t0", title: "Planned T0", type: "date" },
  {
    key: "kind",
    title: "Kind",
    type: "choice",
    options: [
      { value: 1, label: "Hot, runner" },
      { value: 2, label: "Cold" },
    ],
  },
  { key: "ok", title: "Valid", type: "flag" },
];
const column = (key: string) => columns.find((c) => c.key === key) as ImportColumn;
const words = {
  rows: "Rows",
  notes: "Notes",
  column: "Column",
  required: "Required",
  content: "Content",
  yes: "Yes",
  no: "No",
  types: { text: "text", number: "number", date: "date", time: "time", choice: "choice", flag: "flag" },
};

describe("columns of a sheet", () => {
  it("are known by title, field or spelling on the wire, with marks and units", () => {
    expect(mapColumns(["MOLD_NO", "cycle (s)", "Planned T0 *", null, "Other", "Mold no."], columns)).toEqual([
      "no",
      "cycle",
      "t0",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("begin where most titles are known", () => {
    expect(
      headerRow(
        [["Our molds"], [], ["x", "Cycle"], ["Mold no.", "Cycle", "Kind"], ["A", 1, "Cold"]],
        columns,
      ),
    ).toBe(3);
    expect(headerRow([], columns)).toBe(0);
  });
});

it.each<[Cell, string, Cell]>([
  [" A1 ", "no", "A1"],
  [7, "no", "7"],
  ["1,234.5", "cycle", 1234.5],
  ["fast", "cycle", "fast"],
  [45_736, "t0", "2025-03-20"],
  ["2025/3/7", "t0", "2025-03-07"],
  ["2025年3月7日", "t0", "2025-03-07"],
  ["2025.03.07 08:00", "t0", "2025-03-07"],
  ["soon", "t0", "soon"],
  [3, "t0", "3"],
  ["cold", "kind", 2],
  ["2", "kind", 2],
  ["Warm", "kind", "Warm"],
  ["是", "ok", "Y"],
  [false, "ok", "N"],
  ["maybe", "ok", "maybe"],
  ["  ", "ok", null],
])("takes %j in %s for %j", (cell, key, value) => {
  expect(cellValue(cell, column(key))).toBe(value);
});

it("knows serial numbers to the second", () => {
  expect(serialText(45_736.5)).toBe("2025-03-20 12:00:00");
  expect(serialText(25_569)).toBe("1970-01-01 00:00:00");
});

it("keeps the number of a row in its sheet, and leaves empty ones out", () => {
  const rows: Cell[][] = [
    ["Mold no.", "Cycle"],
    ["A", 1],
    [null, " "],
    ["B", null],
  ];
  expect(importedRows(rows, 0, ["no", "cycle"], columns)).toEqual([
    { line: 2, values: { no: "A", cycle: 1 } },
    { line: 4, values: { no: "B" } },
  ]);
});

describe("files", () => {
  it("of text keep leading zeros, in UTF-8 and in GBK", async () => {
    const utf8 = new TextEncoder().encode('\uFEFF编号,值\r\n007,"a,b"\r\n');
    const [sheet] = await readSheets(utf8, "a.csv");
    expect(sheet?.rows).toEqual([
      ["编号", "值"],
      ["007", "a,b"],
    ]);
    // 模具 in GBK
    const [gbk] = await readSheets(new Uint8Array([0xc4, 0xa3, 0xbe, 0xdf, 0x2c, 0x31]), "b.csv");
    expect(gbk?.rows).toEqual([["模具", "1"]]);
  });

  it("made as a template are read again, header and all", async () => {
    const [rows, notes] = await readSheets(templateFile(columns, words), "t.xlsx");
    expect(rows?.name).toBe("Rows");
    expect(rows?.rows).toEqual([["Mold no. *", "Cycle (s)", "Planned T0", "Kind", "Valid"]]);
    expect(mapColumns(rows?.rows[0] ?? [], columns)).toEqual(["no", "cycle", "t0", "kind", "ok"]);
    expect(notes?.rows).toHaveLength(6);
  });

  it("name columns as spreadsheets do", () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual([
      "A",
      "Z",
      "AA",
      "AZ",
      "BA",
      "ZZ",
      "AAA",
    ]);
  });
});
