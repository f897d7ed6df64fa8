import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readSheets } from "./read.ts";
import { textSerial } from "./serial.ts";
import { templateFile } from "./template.ts";
import type { Cell } from "./types.ts";
import { XlsxWriter } from "./xlsx-writer.ts";

const there = spawnSync("soffice", ["--version"]).status === 0;
if (!there) console.warn("soffice is not installed: what LibreOffice makes of our files is not tested.");

const dir = mkdtempSync(join(tmpdir(), "office-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Opened and saved by LibreOffice. */
function converted(bytes: Uint8Array, to: string, filter: string): Uint8Array {
  writeFileSync(join(dir, "in.xlsx"), bytes);
  const profile = `-env:UserInstallation=file://${join(dir, "profile")}`;
  const args = [
    profile,
    "--headless",
    "--convert-to",
    `${to}:${filter}`,
    "--outdir",
    join(dir, to),
    "in.xlsx",
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
  it("opens an export, and gives the same cells back as .xlsx and .xls", { timeout: 120_000 }, async () => {
    const file = exported();
    const [again] = await readSheets(converted(file, "xlsx", "Calc MS Excel 2007 XML"), "a.xlsx");
    expect(trimmed(again?.rows)).toEqual(expected);
    const [old] = await readSheets(converted(file, "xls", "MS Excel 97"), "a.xls");
    expect(trimmed(old?.rows)).toEqual(expected);
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
