import { strToU8, zipSync } from "fflate";
import type { ImportColumn } from "./types.ts";

/** Words of the second sheet. */
export interface TemplateWords {
  readonly rows: string;
  readonly notes: string;
  readonly column: string;
  readonly required: string;
  readonly content: string;
  readonly yes: string;
  readonly no: string;
  readonly types: Readonly<Record<ImportColumn["type"], string>>;
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c);

/** A, B … Z, AA … */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : "") + String.fromCharCode(65 + (index % 26));
}

const cell = (at: string, text: string, style: number) =>
  `<c r="${at}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

const line = (row: number, texts: readonly string[], style: number) =>
  `<row r="${row}">${texts.map((t, i) => cell(`${columnLetters(i)}${row}`, t, style)).join("")}</row>`;

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Rows down to which drop-downs are offered. */
const offered = 5001;
/** A list longer than this cannot stand in a cell's own rule. */
const longestList = 255;

function validations(columns: readonly ImportColumn[], words: TemplateWords): string {
  const rules = columns.flatMap((c, i) => {
    const labels =
      c.type === "flag"
        ? [words.yes, words.no]
        : c.type === "choice"
          ? (c.options ?? []).map((o) => o.label)
          : [];
    const list = labels.join(",");
    if (labels.length === 0 || list.length > longestList || labels.some((l) => l.includes(","))) return [];
    const at = columnLetters(i);
    return [
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${at}2:${at}${offered}"><formula1>"${escaped(list)}"</formula1></dataValidation>`,
    ];
  });
  return rules.length === 0
    ? ""
    : `<dataValidations count="${rules.length}">${rules.join("")}</dataValidations>`;
}

const titleOf = (c: ImportColumn) => `${c.title}${c.unit ? ` (${c.unit})` : ""}${c.required ? " *" : ""}`;

const widths = (sizes: readonly number[]) =>
  `<cols>${sizes.map((w, i) => `<col min="${i + 1}" max="${i + 1}" width="${w}" customWidth="1"/>`).join("")}</cols>`;
const frozen =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

function notes(columns: readonly ImportColumn[], words: TemplateWords): string {
  const rows = columns.map((c) => [
    titleOf(c),
    c.required ? words.yes : words.no,
    [
      c.type === "choice" ? (c.options ?? []).map((o) => o.label).join(" / ") : words.types[c.type],
      c.hint ?? "",
    ]
      .filter((t) => t !== "")
      .join("; "),
  ]);
  return `${head}<worksheet ${main}>${frozen}${widths([26, 10, 80])}<sheetData>${line(1, [words.column, words.required, words.content], 1)}${rows.map((r, i) => line(i + 2, r, 0)).join("")}</sheetData></worksheet>`;
}

/** An .xlsx to fill in: titles with marks on the required ones, drop-downs, and a second sheet that explains. */
export function templateFile(
  columns: readonly ImportColumn[],
  words: TemplateWords,
): Uint8Array<ArrayBuffer> {
  const sheet = `${head}<worksheet ${main}>${frozen}${widths(columns.map((c) => Math.max(12, titleOf(c).length * 1.8)))}<sheetData>${line(1, columns.map(titleOf), 1)}</sheetData>${validations(columns, words)}</worksheet>`;
  const files: Record<string, string> = {
    "[Content_Types].xml": `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/worksheets/sheet2.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    "_rels/.rels": `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${head}<workbook ${main} xmlns:r="${office}"><sheets><sheet name="${escaped(words.rows)}" sheetId="1" r:id="rId1"/><sheet name="${escaped(words.notes)}" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId3" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `${head}<styleSheet ${main}><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf fontId="0"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": sheet,
    "xl/worksheets/sheet2.xml": notes(columns, words),
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}
