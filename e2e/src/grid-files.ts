import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";

/**
 * Creates a file of 200 MB, which the import must refuse as too large. The file is sparse, so it takes no space on the
 * disk.
 */
export function hugeFile(dir: string): string {
  const huge = join(dir, "huge.xlsx");
  mkdirSync(dir, { recursive: true });
  writeFileSync(huge, "PK");
  truncateSync(huge, 200 * 2 ** 20);
  return huge;
}

/** Returns a zip bomb: a small archive that unpacks to a file of `size` zero bytes. */
export function bomb(size: number): Buffer {
  const name = Buffer.from("xl/workbook.xml");
  const packed = deflateRawSync(Buffer.alloc(size), { level: 9 });
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(8, 4);
  head.writeUInt32LE(packed.length, 14);
  head.writeUInt32LE(100, 18);
  head.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), head, name, packed]);
  const made = Buffer.from([20, 0]);
  const rest = Buffer.alloc(14);
  const directory = Buffer.concat([Buffer.from("PK\x01\x02"), made, head, rest, name]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, directory, Buffer.from("PK\x05\x06"), end]);
}

export const hasOffice = (): boolean => spawnSync("soffice", ["--version"]).status === 0;

const spaces = ["office", "table", "text", "style"].map(
  (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
);

/**
 * Creates a spreadsheet with LibreOffice, as .xlsx or .xls. The spreadsheet has one date with a date format, and one
 * date as a plain number. `from` is the day that the spreadsheet counts as day 0.
 */
export function officeFile(dir: string, to: "xlsx" | "xls", from: "1899-12-30" | "1904-01-01"): string {
  const text = (word: string) =>
    `<table:table-cell office:value-type="string"><text:p>${word}</text:p></table:table-cell>`;
  const number = (n: number) => `<table:table-cell office:value-type="float" office:value="${n}"/>`;
  const day = (date: string) =>
    `<table:table-cell table:style-name="d" office:value-type="date" office:date-value="${date}"/>`;
  const serial = (Date.parse("2026-03-02") - Date.parse(from)) / 86_400_000;
  const rows = [
    [text("Our jobs")],
    ["Job", "What", "Hours", "Due date"].map(text),
    [text("007"), text("Weld &amp; 焊接"), number(2.5), day("2026-03-01")],
    [text("008"), text("Turn"), number(3), number(serial)],
  ].map((cells) => `<table:table-row>${cells.join("")}</table:table-row>`);
  const numbers = 'xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"';
  const long = (part: string) => `<number:${part} number:style="long"/>`;
  const dash = "<number:text>-</number:text>";
  const format = [long("year"), dash, long("month"), dash, long("day")].join("");
  const flat = `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${spaces.join(" ")} ${numbers} office:version="1.3"
  office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:automatic-styles>
<number:date-style style:name="n">${format}</number:date-style>
<style:style style:name="d" style:family="table-cell" style:data-style-name="n"/>
</office:automatic-styles>
<office:body><office:spreadsheet>
<table:calculation-settings><table:null-date table:date-value="${from}"/></table:calculation-settings>
<table:table table:name="Jobs">${rows.join("")}</table:table>
</office:spreadsheet></office:body></office:document>`;
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, `jobs-${from}.fods`), flat);
  const filter = to === "xlsx" ? "xlsx:Calc MS Excel 2007 XML" : "xls:MS Excel 97";
  const profile = `-env:UserInstallation=file://${join(dir, "profile")}`;
  const args = [profile, "--headless", "--convert-to", filter, "--outdir", dir, `jobs-${from}.fods`];
  execFileSync("soffice", args, { cwd: dir, stdio: "pipe", timeout: 60_000 });
  return join(dir, `jobs-${from}.${to}`);
}
