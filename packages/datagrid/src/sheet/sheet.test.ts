import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { convertCell } from "./convert.ts";
import { ImportSession } from "./import-session.ts";
import { headerOf, matchTitles, schemeOf } from "./mapping.ts";
import { columnLetters } from "./ooxml.ts";
import { readSheets } from "./read.ts";
import { templateFile } from "./template.ts";
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
  example: "Example",
  types: { text: "text", number: "number", date: "date", time: "time", choice: "choice", flag: "flag" },
};

const titles = (cells: readonly Cell[]) =>
  cells.map((cell) => ({ text: String(cell ?? ""), last: String(cell ?? "") }));
const mapColumns = (
  ...[cells, ...rest]: [readonly Cell[], ...[typeof columns, ReturnType<typeof schemeOf>?]]
) => matchTitles(titles(cells), ...rest).mapping;

describe("columns of a sheet", () => {
  it("are recognised by title, field name or wire name, also with marks and units", () => {
    expect(mapColumns(["MOLD_NO", "cycle (s)", "Planned T0 *", null, "Other", "Mold no."], columns)).toEqual([
      "no",
      "cycle",
      "t0",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("begin in the row with the most known titles", () => {
    const rows = [["Our molds"], [], ["x", "Cycle"], ["Mold no.", "Cycle", "Kind"], ["A", 1, "Cold"]];
    expect(headerOf({ name: "S", rows }, columns).header).toBe(3);
    expect(headerOf({ name: "S", rows: [] }, columns).header).toBe(0);
  });
});

it.each<[Cell, string, Cell]>([
  [" A1 ", "no", "A1"],
  [7, "no", "7"],
  ["1,234.5", "cycle", 1234.5],
  ["fast", "cycle", "fast"],
  [45_736, "t0", "2025-03-20"],
  ["45736.5", "t0", "2025-03-20"],
  ["2025/3/7", "t0", "2025-03-07"],
  ["2025年3月7日", "t0", "2025-03-07"],
  ["2025.03.07 08:00", "t0", "2025-03-07"],
  ["soon", "t0", "soon"],
  [3, "t0", 3],
  ["cold", "kind", 2],
  ["2", "kind", 2],
  ["Warm", "kind", "Warm"],
  ["是", "ok", "Y"],
  [false, "ok", "N"],
  ["maybe", "ok", "maybe"],
  ["  ", "ok", null],
])("converts %j in column %s to %j", (cell, key, value) => {
  expect(convertCell({ value: cell }, column(key)).value).toBe(value);
});

it.each<[Cell, Partial<ImportColumn> & Pick<ImportColumn, "type">, string | undefined]>([
  [null, { type: "text", required: true }, "required"],
  ["abcd", { type: "text", maxLength: 3 }, "tooLong"],
  ["x", { type: "number" }, "number"],
  [1.5, { type: "number", whole: true }, "whole"],
  [1, { type: "number", min: 2 }, "tooSmall"],
  [9, { type: "number", max: 2 }, "tooLarge"],
  ["2025-02-30", { type: "date" }, "date"],
  ["2025-02-28", { type: "date" }, undefined],
  ["2025-02-28 25:00:00", { type: "time" }, "time"],
  ["Warm", { type: "choice", options: [] }, "choice"],
  ["maybe", { type: "flag" }, "flag"],
])("reports for %j with %j: %s", (value, extra, fault) => {
  expect(convertCell({ value }, { key: "k", title: "K", ...extra }).fault).toBe(fault);
});

// spec: shop C5.4, C9.5
it("converts a number to a date if the column's title says that it contains dates", () => {
  const dateOf = (title: string) => convertCell({ value: 45_736 }, { key: "k", title, type: "text" }).value;
  expect(dateOf("移交日期")).toBe("2025-03-20 00:00:00");
  expect(dateOf("Number")).toBe("45736");
});

it("stores a mapping: titles assigned by hand, and titles without a field", () => {
  const scheme = schemeOf(titles(["Mold no. *", "Cycle", "Other"]), [undefined, undefined, "cycle"]);
  expect(mapColumns(["Other", "Cycle (s)", "Mold no.", "Kind"], columns, scheme)).toEqual([
    "cycle",
    undefined,
    undefined,
    "kind",
  ]);
});

describe("a session", () => {
  const open = async (text: string) => {
    const session = new ImportSession();
    await session.open(new TextEncoder().encode(text), "a.csv");
    return session;
  };
  const plan = { sheet: 0, header: 0, mapping: ["no", "cycle"], columns };

  it("keeps the row numbers of the sheet, skips empty and example rows, and marks faulty rows", async () => {
    const session = await open("Mold no.,Cycle\nA,1\n, \nExample,1\nB,x\n,2\n");
    expect(session.apply({ ...plan, exampleMarks: ["Example"] })).toMatchObject({ total: 3, bad: 2 });
    expect(session.page(0, 9, "all").rows).toEqual([
      { line: 2, values: { no: "A", cycle: 1 }, faults: [], notes: [] },
      { line: 5, values: { no: "B", cycle: "x" }, faults: [{ key: "cycle", fault: "number" }], notes: [] },
      { line: 6, values: { cycle: 2 }, faults: [{ key: "no", fault: "required" }], notes: [] },
    ]);
    expect(session.values(0, 9, true)).toEqual([{ row: 0, values: { no: "A", cycle: 1 } }]);
  });

  it("accepts faults from the caller, and writes faulty rows unchanged to a file", async () => {
    const session = await open("Mold no.,Cycle,Mine\nA,1,a\nB,2,b\n");
    session.apply({ ...plan, mapping: ["no", "cycle", undefined] });
    expect(session.setCheckFaults([{ row: 1, key: null, text: "taken" }])).toMatchObject({
      total: 2,
      bad: 1,
    });
    const file = session.badFile({ sheet: "Rows", lineTitle: "Row", faultTitle: "Why", texts: ["taken"] });
    const [sheet] = await readSheets(new Uint8Array(await file.arrayBuffer()), "b.xlsx");
    expect(sheet?.rows).toEqual([
      ["Mold no.", "Cycle", "Mine", "Row", "Why"],
      ["B", "2", "b", 3, "taken"],
    ]);
  });

  // spec: shop C3.3
  it("drops the values of columns that are not imported", async () => {
    const session = await open("Mold no.,Cycle\nA,1\n");
    session.apply({ ...plan, columns: columns.map((c) => ({ ...c, unimport: c.key === "cycle" })) });
    expect(session.values(0, 9, false)).toEqual([{ row: 0, values: { no: "A" } }]);
  });
});

describe("files", () => {
  it("in CSV keep leading zeros, in UTF-8 and in GBK", async () => {
    const utf8 = new TextEncoder().encode('\uFEFF编号,值\r\n007,"a,b"\r\n');
    const [sheet] = await readSheets(utf8, "a.csv");
    expect(sheet?.rows).toEqual([
      ["编号", "值"],
      ["007", "a,b"],
    ]);
    // The first four bytes are 模具 in GBK.
    const [gbk] = await readSheets(new Uint8Array([0xc4, 0xa3, 0xbe, 0xdf, 0x2c, 0x31]), "b.csv");
    expect(gbk?.rows).toEqual([["模具", "1"]]);
  });

  it("made as a template can be read again with their header", async () => {
    const [rows, notes] = await readSheets(templateFile(columns, words), "t.xlsx");
    expect(rows?.name).toBe("Rows");
    expect(rows?.rows).toEqual([
      ["Mold no. *", "Cycle (s)", "Planned T0", "Kind", "Valid"],
      ["Example", "1", "2026-01-31", "Hot, runner", "Yes"],
    ]);
    expect(mapColumns(rows?.rows[0] ?? [], columns)).toEqual(["no", "cycle", "t0", "kind", "ok"]);
    expect(notes?.rows).toHaveLength(6);
    // The cells of a choice column must have a drop-down list with the column's options.
    const sheet = strFromU8(
      unzipSync(templateFile(columns, words))["xl/worksheets/sheet1.xml"] ?? new Uint8Array(),
    );
    const lists = [
      ...sheet.matchAll(/<dataValidation type="list"[^>]*sqref="([A-Z])2:[^>]*>(.*?)<\/dataValidation>/g),
    ];
    expect(lists.map((m) => m[1])).toEqual(["D", "E"]);
  });

  it("use the column letters of spreadsheets", () => {
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
