// Reads mutated files. fuzz.test.ts bundles this program and runs it as a process that the test can stop.
// Arguments: number of mutations, first seed. Prints a line before each mutation, and the largest memory at the end.

import { writeSync } from "node:fs";
import { write } from "@e965/xlsx";
import { ImportSession } from "../import-session.ts";
import { FileError } from "../types.ts";
import { bytes, columns, formatted, hex, inline, row, xlsx } from "./files.ts";
import { mutated, randomOf } from "./mutate.ts";

const [count = 0, first = 1] = process.argv.slice(2).map(Number);

const cells = Array.from({ length: 30 }, (_, i) => {
  const n = i + 2;
  return row(
    n,
    inline(`A${n}`, `M-${i}`),
    `<c r="B${n}"><v>${i * 1.5}</v></c>`,
    `<c r="C${n}" s="1"><v>${46_000 + i}</v></c>`,
  );
});
const head = row(1, inline("A1", "No"), inline("B1", "Amount"), inline("C1", "Day"));
const book = xlsx(head + cells.join(""), {
  format: "yyyy-mm-dd",
  before: '<cols><col min="2" max="2" width="9" hidden="1"/></cols>',
  after: '<mergeCells><mergeCell ref="A3:A5"/></mergeCells>',
});
const sheet = {
  "!ref": "A1:B2",
  A1: { t: "s", v: "No" },
  B1: { t: "s", v: "Amount" },
  A2: { t: "s", v: "A" },
  B2: { t: "n", v: 1.5, z: "0.00" },
} as const;
const saved = (bookType: "biff8" | "xlml" | "html"): Uint8Array =>
  bookType === "biff8"
    ? new Uint8Array(
        write({ SheetNames: ["S"], Sheets: { S: sheet } }, { type: "array", bookType }) as ArrayBuffer,
      )
    : bytes(write({ SheetNames: ["S"], Sheets: { S: sheet } }, { type: "string", bookType }) as string);
const records = Array.from({ length: 30 }, (_, i) => `M-${i};1.${i}00,5;"0${(i % 9) + 1}/02/2026"`);
const table = `No;Amount;Day\n${records.join("\n")}\n`;
const seeds: readonly Uint8Array[] = [
  book,
  book,
  formatted("Amount", 0.45, "0%"),
  saved("biff8"),
  saved("xlml"),
  saved("html"),
  bytes(table),
  hex("b1e0bac5 2c cafdc1bf 0a c4a3bedf 2c 35 0a"),
  new Uint8Array([0xff, 0xfe, ...[...bytes(table)].flatMap((b) => [b, 0])]),
];

/** Opens a file and calls every function that the import dialog calls. */
async function use(data: Uint8Array): Promise<void> {
  const session = new ImportSession();
  try {
    await session.open(data, "fuzz.xlsx");
  } catch (cause) {
    if (cause instanceof FileError) return;
    throw cause;
  }
  const layout = session.layout(0, columns);
  const { total } = session.apply({ sheet: 0, columns, ...layout });
  session.page(0, 100, "all");
  session.page(0, 100, "converted");
  session.values(0, total, true);
  session.badFile({ sheet: "S", lineTitle: "Row", faultTitle: "Why", texts: [] });
}

for (let i = first; i < first + count; i++) {
  writeSync(1, `${i}\n`);
  const random = randomOf(i);
  await use(mutated(seeds[random(seeds.length)] ?? book, random));
}
writeSync(1, `done ${process.resourceUsage().maxRSS * 1024}\n`);
