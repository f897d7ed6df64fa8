import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { ImportSession } from "../import-session.ts";
import type { ImportCounts, PreviewRow } from "../session-types.ts";
import { as, bytes, columns, file, hex, inline, is, type Line, no, outcome, row, xlsx } from "./files.ts";

const mark = (data: Uint8Array, ...signs: number[]) => new Uint8Array([...signs, ...data]);
const utf16 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "utf16le"));
const swapped = (data: Uint8Array) => new Uint8Array(Buffer.from(data).swap16());
const book = xlsx(
  row(1, inline("A1", "No"), inline("B1", "Amount")) + row(2, inline("A2", "A"), '<c r="B2"><v>5</v></c>'),
);

// The files "编号,数量\n模具,5\n" in GBK, "編號,Amount\n模具,5\n" in Big5 and "No,Amount\n金型カバー,5\n" in Shift-JIS.
const gbk = hex("b1e0bac5 2c cafdc1bf 0a c4a3bedf 2c 35 0a");
const big5 = hex("bd73b8b9 2c 416d6f756e74 0a bcd2a8e3 2c 35 0a");
const sjis = hex("4e6f 2c 416d6f756e74 0a 8be08c5e834a836f815b 2c 35 0a");

const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));

/** Returns a file with titles in Latin letters and the rows of `data`. */
const bytesAfterTitles = (data: Uint8Array) => mark(data.slice(data.indexOf(10)), ...bytes("No,Amount"));

/** Test cases: files whose encoding, separators, quotes or format are difficult to recognize. */
const lines: readonly Line[] = [
  ["UTF-8 with a mark", mark(bytes("No,Amount\nA,5\n"), 0xef, 0xbb, 0xbf), "no", is("A")],
  ["GBK", gbk, "no", is("模具")],
  ["GBK, number", gbk, "n", is(5)],
  ["Big5", big5, "no", is("模具")],
  ["Shift-JIS", sjis, "no", is("金型カバー")],
  ["Windows-1252", latin("No;Amount\nMüller;1,5\n"), "no", is("Müller")],
  ["Windows-1252, capitals", latin("No,Amount\nSTÜCK Öl,5\n"), "no", is("STÜCK Öl")],
  ["Windows-1252, two letters together", latin("No,Amount\nGröße,5\n"), "no", is("Größe")],
  ["Windows-1252, letter at the end", latin("No,Amount\nCafé à 5 £ ±2,5\n"), "no", is("Café à 5 £ ±2")],
  ["Windows-1252, degrees", latin("No,Amount (°C)\nA 5 µm,5\n"), "no", is("A 5 µm")],
  ["GBK, one character in a Latin text", hex("4e6f2c410a c8c8 2c35 0a"), "no", is("热")],
  ["GBK, between Latin letters", hex("4e6f2c410a 41d0cd62 2c35 0a"), "no", is("A型b")],
  ["Shift-JIS, single first bytes", hex("4e6f2c410a 836583588367 2c35 0a"), "no", is("テスト")],
  ["GBK, chosen wrongly as UTF-8", bytesAfterTitles(gbk), "no", no("undecoded"), { encoding: "utf-8" }],
  ["UTF-16 with a mark", mark(utf16("No\tAmount\r\n模具\t5\r\n"), 0xff, 0xfe), "no", is("模具")],
  ["UTF-16 without a mark", utf16("No,Amount\nA,5\nB,6\nC,7\n"), "no", is("A")],
  ["UTF-16, other order", swapped(utf16("No,Amount\nA,5\nB,6\nC,7\n")), "n", is(5)],
  ["damaged UTF-8", mark(bytes("o,Amount\nA,5\n"), 0x4e), "n", is(5)],
  ["semicolons and decimal commas", bytes("No;Amount\nA;1,5\nB;2,5\nC;3,5\n"), "n", as(1.5, "comma")],
  [
    "more commas than semicolons",
    bytes("No;Amount;Cycle\nA;1,5;2,25\nB;2,5;3,1\n"),
    "cycle",
    as(2.25, "comma"),
  ],
  ["stated separator", bytes("sep=|\nNo|Amount\nA|5\n"), "n", is(5)],
  ["tabs", bytes("No\tAmount\nA\t5\n"), "n", is(5)],
  ["bars", bytes("No|Amount\nA|5\n"), "n", is(5)],
  ["decimal comma without quotes", bytes("No,Amount\nA,1,5\n"), "n", no("extraCells")],
  ["too many cells", bytes(`No,Amount\n${",".repeat(12_000_000)}`), "n", file("tooMuch")],
  ["assigned column without a title", bytes("No\nA,5\n"), "n", is(5), { mapping: ["no", "n"] }],
  ["unclosed quote", bytes('No,Amount\n"A,5\nB,6\n'), "no", file("quotes")],
  ["unclosed quote at the end", bytes('No,Amount\nA,"5'), "n", file("quotes")],
  ["quote that another quote closes", bytes('No,Amount\n"A,5\n"B",6\n'), "no", no("quotes")],
  ["text after a quote", bytes('No,Amount\n"A"x,5\n'), "no", no("quotes")],
  ["inch marks", bytes('No,Amount\n5" pipe,5\n'), "no", is('5" pipe')],
  ["old line breaks", bytes("No,Amount\rA,5\r"), "n", is(5)],
  ["mixed line breaks", bytes("No,Amount\r\nA,5\nB,6\r"), "n", is(5)],
  ["heading above the titles", bytes("Our molds,\n,\nNo,Amount\nA,5\n"), "n", is(5)],
  ["duplicate titles", bytes("No,Amount,Amount\nA,5,6\n"), "n", is(5)],
  ["title in simplified Chinese", bytes("编号,数量\nA,5\n"), "n", is(5)],
  ["title in traditional Chinese", bytes("編號,Amount\nA,5\n"), "no", is("A")],
  ["title with a typing error", bytes("No,Amuont\nA,5\n"), "n", is(null)],
  ["title with one letter less", bytes("No,Amoun\nA,5\n"), "n", is(5)],
  ["full-width title with a star", bytes("Ｎｏ＊,Amount（个）\nA,5\n"), "no", is("A")],
  ["title row only", bytes("No,Amount\n"), "n", is(null)],
  ["nothing", new Uint8Array(), "n", file("empty")],
  ["blanks", bytes(" \r\n\t\n"), "n", file("empty")],
  ["one byte order mark", hex("efbbbf"), "n", file("empty")],
  ["zeros", new Uint8Array(2000), "n", file("unreadable")],
  ["workbook without cells", xlsx(""), "n", file("empty")],
  ["workbook cut in half", book.subarray(0, book.length / 2), "n", file("unreadable")],
  ["workbook without its end", book.subarray(0, book.length - 30), "n", file("unreadable")],
  ["zip with a password", mark(book.subarray(7), ...book.subarray(0, 6), 1), "n", file("password")],
  ["zip of a text", zipSync({ "a.txt": strToU8("hello") }), "n", file("notSheet")],
  ["document of Word", zipSync({ "word/document.xml": strToU8("<a/>") }), "n", file("notSheet")],
  ["OpenDocument", zipSync({ "content.xml": strToU8("<a/>") }), "n", file("notSheet")],
  ["PDF named .xls", bytes("%PDF-1.7\n1 0 obj\n"), "n", file("notSheet")],
  ["picture", hex("89504e470d0a1a0a 0000000d"), "n", file("notSheet")],
  ["gzip", hex("1f8b0800000000000003"), "n", file("notSheet")],
  ["JSON", bytes('[{"No": "A"}]'), "n", file("notSheet")],
  ["RTF", bytes("{\\rtf1 A}"), "n", file("notSheet")],
  [
    "page to log in instead of a file",
    bytes("<!doctype html><html><body>Log in</body></html>"),
    "n",
    file("unreadable"),
  ],
  [
    "HTML table",
    bytes("<table><tr><td>No</td><td>Amount</td></tr><tr><td>007</td><td>5</td></tr></table>"),
    "no",
    is("007"),
  ],
  [
    "HTML with a wide cell",
    bytes('<table><tr><td colspan="99999999">No</td><td>x</td></tr></table>'),
    "no",
    file("tooMuch"),
  ],
  [
    "bomb of compression",
    zipSync({ "xl/workbook.xml": new Uint8Array(450 * 2 ** 20) }, { level: 9 }),
    "n",
    file("tooMuch"),
  ],
];

for (const [what, data, key, expected, choices] of lines)
  it(what, { timeout: 60_000 }, async () => {
    expect(await outcome(data, key, choices)).toEqual(expected);
  });

/** Imports a file with the defaults of the dialog. Returns the session with its results. */
async function applied(data: Uint8Array, withHidden?: boolean) {
  const session = new ImportSession();
  await session.open(data, "rows.csv");
  const layout = session.layout(0, columns);
  const counts: ImportCounts = session.apply({ sheet: 0, columns, ...layout, withHidden });
  return { session, layout, counts, rows: session.page(0, 99, "all").rows };
}
const numbersOf = (rows: readonly PreviewRow[]) => rows.map((r) => r.values.no);

const hidden = xlsx(
  row(1, inline("A1", "No"), inline("B1", "Amount")) +
    row(2, inline("A2", "A"), '<c r="B2"><v>5</v></c>') +
    `<row r="3" hidden="1">${inline("A3", "B")}</row>` +
    `<row r="4" hidden="1"/>${row(5, inline("A5", "C"))}`,
  { before: '<cols><col min="2" max="2" width="9" hidden="1"/></cols>' },
);

describe("hidden rows", () => {
  it("are counted, and imported or left out as the user chooses", async () => {
    const before = await applied(hidden);
    expect(before.counts.hidden).toBe(1);
    expect(numbersOf(before.rows)).toEqual(["A", "B", "C"]);
    const after = await applied(hidden, false);
    expect(numbersOf(after.rows)).toEqual(["A", "C"]);
    expect(after.counts.hidden).toBe(1);
  });

  it("are read from .xls too", async () => {
    const { read, write } = await import("@e965/xlsx");
    const old = write(read(hidden, { cellStyles: true }), { type: "array", bookType: "xlml" }) as ArrayBuffer;
    expect((await applied(new Uint8Array(old))).counts.hidden).toBe(1);
  });

  it("and hidden columns are named", async () => {
    expect((await applied(hidden)).layout.titles.map((t) => t.isHidden)).toEqual([false, true]);
  });
});

describe("titles", () => {
  it("that occur twice are named, and the second column has no field", async () => {
    const { layout } = await applied(bytes("No,Amount,Amount\nA,5,6\n"));
    expect(layout.matches).toEqual(["exact", "exact", "duplicate"]);
    expect(layout.mapping).toEqual(["no", "n", undefined]);
  });

  it("that are only similar are marked", async () => {
    const { layout } = await applied(bytes("No,Amoun\nA,5\n"));
    expect(layout.matches).toEqual(["exact", "similar"]);
  });

  it("with another unit than the column's are marked", async () => {
    const matchesOf = async (titles: string) => (await applied(bytes(`${titles}\nA,5,6\n`))).layout.matches;
    expect(await matchesOf("No,Cycle（min）")).toEqual(["exact", "similar", undefined]);
    expect(await matchesOf("No,Cycle (S) *,Amount (min)")).toEqual(["exact", "exact", "exact"]);
    expect(await matchesOf("No,Cycle (min),Cycle (sec.)")).toEqual(["exact", "duplicate", "exact"]);
    expect(await matchesOf("No,Cycle (min),Cycle (h)")).toEqual(["exact", "similar", "duplicate"]);
  });

  it("that are empty are listed if their column has values", async () => {
    const { layout } = await applied(bytes("No,,\nA,5,\n"));
    expect(layout.titles.map((t) => [t.text, t.hasData])).toEqual([
      ["No", true],
      ["", true],
      ["", false],
    ]);
  });

  it("over two rows are joined", async () => {
    const { layout } = await applied(
      xlsx(
        row(1, inline("A1", "No"), inline("B1", "Plan")) +
          row(2, inline("B2", "Count"), inline("C2", "Day")) +
          row(3, inline("A3", "A")),
        { after: '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/></mergeCells>' },
      ),
    );
    expect([layout.header, layout.depth]).toEqual([0, 2]);
    expect(layout.titles.map((t) => t.text)).toEqual(["No", "Plan / Count", "Plan / Day"]);
    expect(layout.mapping).toEqual(["no", "count", "day"]);
  });
});

describe("rows", () => {
  it("without a value in the assigned columns are counted", async () => {
    const { counts } = await applied(bytes("No,Other\nA,1\n,total\n"));
    expect(counts).toMatchObject({ total: 1, skipped: 1 });
  });

  it("below a merged cell get its value, and say so", async () => {
    const { rows } = await applied(
      xlsx(
        row(1, inline("A1", "No"), inline("B1", "Kind")) +
          row(2, inline("A2", "X"), inline("B2", "Hot")) +
          row(3, inline("B3", "Cold")),
        { after: '<mergeCells><mergeCell ref="A2:A3"/></mergeCells>' },
      ),
    );
    expect(numbersOf(rows)).toEqual(["X", "X"]);
    expect(rows.map((r) => r.notes)).toEqual([[], [{ key: "no", from: "X", kinds: ["merged"] }]]);
  });

  it("with a merged amount are refused, until each amount is entered", async () => {
    const { rows, session } = await applied(
      xlsx(
        row(1, inline("A1", "No"), inline("B1", "Pieces")) +
          row(2, inline("A2", "A"), '<c r="B2"><v>100</v></c>') +
          row(3, inline("A3", "B")) +
          row(4, inline("A4", "C"), '<c r="B4"><v>7</v></c>'),
        { after: '<mergeCells><mergeCell ref="B2:B3"/></mergeCells>' },
      ),
    );
    const fault = { key: "pieces", fault: "merged" };
    expect(rows.map((r) => r.faults)).toEqual([[fault], [fault], []]);
    session.edit(2, "pieces", "60");
    expect(session.edit(3, "pieces", "40")).toMatchObject({ total: 3, bad: 0 });
    expect(session.values(0, 9, true).map((r) => r.values.pieces)).toEqual([60, 40, 7]);
  });

  it("beside an amount merged over its columns are refused", async () => {
    const { rows } = await applied(
      xlsx(
        row(1, inline("A1", "No"), inline("B1", "Count"), inline("C1", "Pieces")) +
          row(2, inline("A2", "A"), '<c r="B2"><v>5</v></c>'),
        { after: '<mergeCells><mergeCell ref="B2:C2"/></mergeCells>' },
      ),
    );
    expect(rows.map((r) => r.faults)).toEqual([[{ key: "pieces", fault: "merged" }]]);
  });

  it("below a merged cell get its error and its number format", async () => {
    const { rows } = await applied(
      xlsx(
        row(1, inline("A1", "No"), inline("B1", "Remark"), inline("C1", "Date of making")) +
          row(2, inline("A2", "A"), '<c r="B2" t="e"><v>#N/A</v></c>', '<c r="C2" s="1"><v>7</v></c>') +
          row(3, inline("A3", "B")),
        { after: '<mergeCells><mergeCell ref="B2:B3"/><mergeCell ref="C2:C3"/></mergeCells>', format: "000" },
      ),
    );
    expect(rows.map((r) => r.faults)).toEqual(Array(2).fill([{ key: "remark", fault: "error" }]));
    expect(rows.map((r) => r.values.made)).toEqual(["007", "007"]);
  });

  it("can be edited, and are converted again", async () => {
    const { session } = await applied(bytes("No;Amount\nA;x\nB;2,5\n"));
    expect(session.counts()).toMatchObject({ total: 2, bad: 1 });
    expect(session.edit(2, "n", "1,5")).toMatchObject({ total: 2, bad: 0 });
    expect(session.values(0, 9, true).map((r) => r.values.n)).toEqual([1.5, 2.5]);
  });

  it("that are duplicates name the row of the sheet", async () => {
    const { session } = await applied(bytes("No,Amount\nA,1\n,\nA,2\n"));
    session.setCheckFaults([{ row: 1, key: "no", text: "exists", sameAs: 0 }]);
    expect(session.page(0, 9, "bad").rows[0]?.faults).toEqual([{ key: "no", text: "exists", sameLine: 2 }]);
  });
});

it("contradicting texts do not prove a style", async () => {
  expect(await outcome(bytes("No;Amount\nA;1,5\nB;1.5\n"), "n")).toEqual({ fault: "numberStyle" });
});
