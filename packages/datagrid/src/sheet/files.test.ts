import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { GridColumn } from "../core/types.ts";
import { readCsv } from "./csv-read.ts";
import { sheetCell } from "./export-cells.ts";
import { ImportSession } from "./import-session.ts";
import { workbookParts, xmlText } from "./ooxml.ts";
import { readSheets } from "./read.ts";
import { textSerial } from "./serial.ts";
import type { Cell } from "./types.ts";
import { type SheetPlan, XlsxWriter } from "./xlsx-writer.ts";
import { unzipped } from "./zip-guard.ts";

const text = (s: string) => new TextEncoder().encode(s);

function writeXlsx(plan: SheetPlan, rows: Cell[][]): Uint8Array {
  const chunks: Uint8Array[] = [];
  const writer = new XlsxWriter(plan, (chunk) => chunks.push(chunk));
  writer.add(rows);
  writer.finish();
  return new Uint8Array(Buffer.concat(chunks));
}

const plan: SheetPlan = {
  name: "Parts / 零件",
  columns: [
    { title: "No.", kind: "text", width: 120 },
    { title: "Weight (g)", kind: "number", width: 100, decimals: 1 },
    { title: "Made on", kind: "date", width: 112 },
    { title: "Seen", kind: "time", width: 160 },
  ],
};

describe("an export", () => {
  it("has the same values and types when it is read again", async () => {
    const file = writeXlsx(plan, [
      ["007", 1.25, textSerial("2025-03-20") ?? null, textSerial("2025-03-20 08:30:05") ?? null],
      ["=1+1", null, null, null],
      [' a\nb\t<&>" ', -3, null, null],
    ]);
    const [sheet] = await readSheets(file, "a.xlsx");
    expect(sheet?.name).toBe("Parts   零件");
    expect(sheet?.rows).toEqual([
      ["No.", "Weight (g)", "Made on", "Seen"],
      ["007", 1.25, "2025-03-20 00:00:00", "2025-03-20 08:30:05"],
      ["=1+1"],
      [' a\nb\t<&>" ', -3],
    ]);
  });

  it("has a frozen header, and columns as wide as in the grid", () => {
    const parts = unzipSync(writeXlsx(plan, [["007", 1, null, null]]));
    const sheet = strFromU8(parts["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    const widths = [...sheet.matchAll(/<col [^>]*width="([\d.]+)"/g)].map((m) => Number(m[1]));
    expect(widths).toHaveLength(4);
    // Excel measures column widths in characters, which are about 7 px wide.
    for (const [i, { width }] of plan.columns.entries())
      expect(Math.abs((widths[i] ?? 0) * 7 - width)).toBeLessThan(8);
  });

  it("contains labels of choices, dates as numbers, and texts for yes and no", () => {
    const column = (type: GridColumn<Row>["type"], more: Partial<GridColumn<Row>> = {}) =>
      ({ key: "v", title: "V", type, ...more }) satisfies GridColumn<Row>;
    type Row = { v: unknown };
    const cell = (c: GridColumn<Row>, v: unknown) => sheetCell(c, { v }, ["Yes", "No"]);
    expect(cell(column("choice", { options: [{ value: 2, label: "Cold" }] }), "2")).toBe("Cold");
    expect(cell(column("flag"), true)).toBe("Yes");
    expect(cell(column("flag"), false)).toBe("No");
    expect(cell(column("number", { decimals: 1 }), "1234.56")).toBe(1234.56);
    expect(cell(column("date"), "2025-03-20")).toBe(45_736);
    expect(cell(column("time"), "2025-03-20T12:00:00")).toBe(45_736.5);
    expect(cell(column("text"), "=1+1")).toBe("=1+1");
    expect(cell(column("number"), null)).toBeNull();
    expect(cell(column("number"), "123456789012345678")).toBe("123456789012345678");
  });

  it("cuts texts that are too long for a cell, and escapes characters that XML forbids", () => {
    expect(xmlText("x".repeat(40_000))).toHaveLength(32_767);
    expect(xmlText("x".repeat(40_000)).endsWith("x…")).toBe(true);
    expect(xmlText("a\u0007_x0041_\ud800")).toBe("a_x0007__x005F_x0041__xD800_");
  });

  it("continues in another sheet when a sheet is full", async () => {
    const sheets = await readSheets(writeXlsx({ ...plan, rowsPerSheet: 3 }, [["a"], ["b"], ["c"]]), "a.xlsx");
    expect(sheets.map((s) => s.rows.length)).toEqual([3, 2]);
  });
});

describe("a .csv", () => {
  it.each([
    [
      "a,b\r\n1,2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a;b;c\n1,5;2;\n",
      [
        ["a", "b", "c"],
        ["1,5", "2", null],
      ],
    ],
    ["a\tb\n\n1\t2", [["a", "b"], [null], ["1", "2"]]],
    ['"x ""y""","1\n2"\n3', [['x "y"', "1\n2"], ["3"]]],
    ["ID;P", [["ID", "P"]]],
    ["sep=;\na;b", [["a", "b"]]],
  ])("%j", (source, rows) => {
    expect(readCsv(source).rows).toEqual(rows);
  });

  it("with a quote that is never closed is refused with its line", () => {
    expect(() => readCsv('a\n"open\nb')).toThrow(expect.objectContaining({ fault: "quotes", line: 2 }));
  });

  it("in UTF-16, as old spreadsheets save 'Unicode text'", async () => {
    const bytes = new Uint8Array(Buffer.from("\uFEFF模具\t1\r\n", "utf16le"));
    expect((await readSheets(bytes, "a.txt"))[0]?.rows).toEqual([["模具", "1"]]);
  });
});

describe("files of another format than their name says", () => {
  it("reads an HTML table named .xls, in GBK", async () => {
    const html = Buffer.concat([
      Buffer.from("<html><meta charset=gb2312><table><tr><td>"),
      Buffer.from([0xc4, 0xa3, 0xbe, 0xdf]),
      Buffer.from("</td><td>N</td></tr><tr><td>007</td><td>2</td></tr></table></html>"),
    ]);
    const [sheet] = await readSheets(new Uint8Array(html), "report.xls");
    expect(sheet?.rows).toEqual([
      ["模具", "N"],
      ["007", "2"],
    ]);
  });

  it("reads an XML spreadsheet named .xls", async () => {
    const spaces = ["xmlns", "xmlns:ss"].map((n) => `${n}="urn:schemas-microsoft-com:office:spreadsheet"`);
    const cells = [
      '<Cell><Data ss:Type="String">A</Data></Cell>',
      '<Cell><Data ss:Type="Number">2</Data></Cell>',
    ];
    const table = `<Table><Row>${cells.join("")}</Row></Table>`;
    const workbook = `<Workbook ${spaces.join(" ")}><Worksheet ss:Name="S">${table}</Worksheet></Workbook>`;
    const xml = `<?xml version="1.0"?>${workbook}`;
    expect((await readSheets(text(xml), "a.xls"))[0]?.rows).toEqual([["A", 2]]);
  });

  it.each([
    ["nothing", new Uint8Array(), "empty"],
    ["blanks", text(" \n "), "empty"],
    ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), "notSheet"],
    ["a zip of something", zipSync({ "a.txt": text("hello") }), "notSheet"],
    ["half a workbook", writeXlsx(plan, [["a"]]).subarray(0, 400), "unreadable"],
    ["half an old one", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), "unreadable"],
  ])("%s", async (_name, bytes, fault) => {
    await expect(readSheets(bytes, "a.xlsx")).rejects.toMatchObject({ fault });
  });

  it("refuses a zip bomb, whatever sizes its entries declare", async () => {
    const bomb = zipSync({ "xl/worksheets/sheet1.xml": new Uint8Array(8 * 2 ** 20) }, { level: 1 });
    // The forged archive claims an uncompressed size of only 100 bytes, both in the header of its entry and in the
    // directory.
    const view = new DataView(bomb.buffer);
    view.setUint32(22, 100, true);
    view.setUint32(bomb.lastIndexOf(0x50, bomb.length - 23) + 24, 100, true);
    expect(bomb.length).toBeLessThan(20_000);
    await expect(unzipped(bomb, 2 ** 20)).rejects.toMatchObject({ fault: "tooMuch" });
    const entries = await unzipped(bomb, 2 ** 24);
    expect([...entries.values()].map((e) => e.length)).toEqual([8 * 2 ** 20]);
  });
});

describe("dates", () => {
  const book = (is1904: boolean) => {
    const parts = workbookParts([{ name: "S" }]);
    const row = '<row r="1"><c r="A1" s="2"><v>45000</v></c><c r="B1"><v>45000</v></c></row>';
    const space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    const sheet = `<worksheet xmlns="${space}"><sheetData>${row}</sheetData></worksheet>`;
    const all: Record<string, string> = { ...parts, "xl/worksheets/sheet1.xml": sheet };
    if (is1904)
      all["xl/workbook.xml"] = (all["xl/workbook.xml"] ?? "").replace(
        "<sheets>",
        '<workbookPr date1904="1"/><sheets>',
      );
    return zipSync(Object.fromEntries(Object.entries(all).map(([k, v]) => [k, strToU8(v)])));
  };

  it("are counted from 1900, or in some files from 1904; plain numbers stay numbers", async () => {
    expect((await readSheets(book(false), "a.xlsx"))[0]?.rows).toEqual([["2023-03-15 00:00:00", 45_000]]);
    expect((await readSheets(book(true), "a.xlsx"))[0]?.rows).toEqual([["2027-03-16 00:00:00", 45_000]]);
  });

  it.each([
    [false, "2023-03-15"],
    [true, "2027-03-16"],
  ])(
    "are recognised in cells without a date format, by the title of the column (from 1904: %s)",
    async (is1904, day) => {
      const session = new ImportSession();
      await session.open(book(is1904), "a.xlsx");
      const columns = [
        { key: "shown", title: "Shown", type: "date" },
        { key: "plain", title: "Plain", type: "date" },
      ] as const;
      session.apply({ sheet: 0, header: -1, mapping: ["shown", "plain"], columns });
      expect(session.values(0, 1, true)).toEqual([{ row: 0, values: { shown: day, plain: day } }]);

      // The dates must mean the same day after the faulty rows were written to a file and imported again.
      session.setCheckFaults([{ row: 0, key: null, text: "taken" }]);
      const file = session.badFile({ sheet: "S", lineTitle: "Row", faultTitle: "Why", texts: ["taken"] });
      await session.open(new Uint8Array(await file.arrayBuffer()), "bad.xlsx");
      session.apply({ sheet: 0, header: 0, mapping: ["shown", "plain"], columns });
      expect(session.values(0, 1, true)).toEqual([{ row: 0, values: { shown: day, plain: day } }]);
    },
  );
});
