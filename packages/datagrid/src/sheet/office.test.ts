import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ImportSession } from "./import-session.ts";
import { readSheets } from "./read.ts";
import { textSerial } from "./serial.ts";
import { templateFile } from "./template.ts";
import type { Cell, ImportColumn } from "./types.ts";
import { XlsxWriter } from "./xlsx-writer.ts";

const there = spawnSync("soffice", ["--version"]).status === 0;
if (!there) console.warn("soffice is not installed: what LibreOffice makes of our files is not tested.");

const dir = mkdtempSync(join(tmpdir(), "office-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Opens a file in LibreOffice and saves it in another format. */
function converted(bytes: Uint8Array, to: string, filter: string, from = "xlsx"): Uint8Array {
  writeFileSync(join(dir, `in.${from}`), bytes);
  const profile = `-env:UserInstallation=file://${join(dir, "profile")}`;
  const args = [
    profile,
    "--headless",
    "--convert-to",
    `${to}:${filter}`,
    "--outdir",
    join(dir, to),
    `in.${from}`,
  ];
  execFileSync("soffice", args, { cwd: dir, stdio: "pipe", timeout: 60_000 });
  return new Uint8Array(readFileSync(join(dir, to, `in.${to}`)));
}

const rows: Cell[][] = [
  ["007", 1234.5, textSerial("2025-03-20") ?? null, textSerial("2025-03-20 08:30:05") ?? null],
  ["=1+1", -0.25, null, null],
  ['模具 <&> "x"\n_x0041_', 1e-7, textSerial("1999-12-31") ?? null, null],
  ["-5", 9_007_199_254_740_991, null, textSerial("2026-02-28 23:59:59") ?? null],
];
const expected = [
  ["No.", "Weight", "Made on", "Seen"],
  ["007", 1234.5, "2025-03-20 00:00:00", "2025-03-20 08:30:05"],
  ["=1+1", -0.25],
  ['模具 <&> "x"\n_x0041_', 1e-7, "1999-12-31 00:00:00"],
  ["-5", "9007199254740991", null, "2026-02-28 23:59:59"],
];

function exported(): Uint8Array {
  const chunks: Uint8Array[] = [];
  const columns = [
    { title: "No.", kind: "text", width: 120 },
    { title: "Weight", kind: "number", width: 100, decimals: 1 },
    { title: "Made on", kind: "date", width: 112 },
    { title: "Seen", kind: "time", width: 160 },
  ] as const;
  const writer = new XlsxWriter({ name: "Parts", columns }, (chunk) => chunks.push(chunk));
  writer.add(rows);
  writer.finish();
  return new Uint8Array(Buffer.concat(chunks));
}

const trimmed = (sheet: readonly (readonly Cell[])[] | undefined) =>
  sheet?.map((row) => {
    const cells = [...row];
    while (cells.at(-1) === null) cells.pop();
    return cells;
  });

describe.skipIf(!there)("LibreOffice", () => {
  it("opens an export, and writes the same cells as .xlsx and .xls", { timeout: 120_000 }, async () => {
    const file = exported();
    const [again] = await readSheets(converted(file, "xlsx", "Calc MS Excel 2007 XML"), "a.xlsx");
    expect(trimmed(again?.rows)).toEqual(expected);
    const [old] = await readSheets(converted(file, "xls", "MS Excel 97"), "a.xls");
    expect(trimmed(old?.rows)).toEqual(expected);
  });

  it.each([
    ["1899-12-30", "xlsx", "Calc MS Excel 2007 XML"],
    ["1899-12-30", "xls", "MS Excel 97"],
    ["1904-01-01", "xlsx", "Calc MS Excel 2007 XML"],
    ["1904-01-01", "xls", "MS Excel 97"],
  ])("keeps dates that count from %s in .%s", { timeout: 120_000 }, async (nullDate, to, filter) => {
    const cell = (value: string) =>
      `<table:table-cell table:style-name="d" office:value-type="date" office:date-value="${value}"/>`;
    const serial = (Date.parse("2025-03-20") - Date.parse(nullDate)) / 86_400_000;
    const space = (name: string) => `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`;
    const spaces = ["office", "table", "text", "style"].map((n) => `xmlns:${n}="${space(n)}"`);
    const long = (part: string) => `<number:${part} number:style="long"/>`;
    const literal = (text: string) => `<number:text>${text}</number:text>`;
    const format = [
      ...[long("year"), literal("-"), long("month"), literal("-"), long("day"), literal(" ")],
      ...[long("hours"), literal(":"), long("minutes"), literal(":"), long("seconds")],
    ].join("");
    const cells = [
      cell("2025-03-20"),
      cell("2025-03-20T08:30:05"),
      `<table:table-cell office:value-type="float" office:value="${serial}"/>`,
    ].join("");
    const flat = `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${spaces.join(" ")} xmlns:number="${space("datastyle")}" office:version="1.3"
  office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>
<number:date-style style:name="n">${format}</number:date-style>
<style:style style:name="d" style:family="table-cell" style:data-style-name="n"/>
</office:automatic-styles>
<office:body><office:spreadsheet>
<table:calculation-settings><table:null-date table:date-value="${nullDate}"/></table:calculation-settings>
<table:table table:name="S"><table:table-row>${cells}</table:table-row></table:table>
</office:spreadsheet></office:body></office:document>`;
    const book = converted(new TextEncoder().encode(flat), to, filter, "fods");
    const session = new ImportSession();
    await session.open(book, `dates.${to}`);
    const columns = ["a", "b", "c"].map((key): ImportColumn => ({ key, title: key, type: "time" }));
    session.apply({ sheet: 0, header: -1, mapping: ["a", "b", "c"], columns });
    expect(session.values(0, 1, true)[0]?.values).toEqual({
      a: "2025-03-20 00:00:00",
      b: "2025-03-20 08:30:05",
      // The cell has no date format, but its column's title says that it contains a date.
      c: "2025-03-20 00:00:00",
    });
  });

  it("opens an import template", { timeout: 120_000 }, async () => {
    const template = templateFile(
      [
        { key: "no", title: "No.", type: "text", required: true },
        {
          key: "kind",
          title: "Kind",
          type: "choice",
          options: Array.from({ length: 60 }, (_, i) => ({ value: i, label: `Choice ${i}, long` })),
        },
      ],
      {
        rows: "Rows",
        notes: "Notes",
        column: "Column",
        required: "Required",
        content: "Content",
        yes: "Yes",
        no: "No",
        example: "Example",
        types: { text: "t", number: "n", date: "d", time: "t", choice: "c", flag: "f" },
      },
    );
    const sheets = await readSheets(converted(template, "xlsx", "Calc MS Excel 2007 XML"), "a.xlsx");
    expect(sheets.map((s) => s.name)).toEqual(["Rows", "Notes"]);
    expect(trimmed(sheets[0]?.rows)).toEqual([
      ["No. *", "Kind"],
      ["Example", "Choice 0, long"],
    ]);
  });
});
