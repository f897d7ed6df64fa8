import { strToU8, zipSync } from "fflate";
import {
  columnLetters,
  frozen,
  head,
  main,
  style,
  textLine,
  widthsXml,
  workbookParts,
  xmlText,
} from "./ooxml.ts";
import type { ImportColumn } from "./types.ts";

/** Texts of an import template, in particular of its second sheet, which explains the columns. */
export interface TemplateWords {
  readonly rows: string;
  readonly notes: string;
  readonly column: string;
  readonly required: string;
  readonly content: string;
  readonly yes: string;
  readonly no: string;
  /** Word that marks the first row as an example. The import skips the marked row. */
  readonly example: string;
  readonly types: Readonly<Record<ImportColumn["type"], string>>;
}

/** Last row of the sheet that has drop-down lists. Row 1 has the titles, so 5,000 rows have lists. */
const dropDownRows = 5001;
/** Excel's limit for a list inside a validation rule, in characters. Longer lists are on a separate sheet. */
const maxListLength = 255;

function labelsOf(c: ImportColumn, words: TemplateWords): readonly string[] {
  if (c.type === "flag") return [words.yes, words.no];
  return c.type === "choice" ? (c.options ?? []).map((o) => o.label) : [];
}

const fitsInRule = (labels: readonly string[]) =>
  labels.join(",").length <= maxListLength && labels.every((l) => !/[",]/.test(l));

/**
 * Returns the lists that do not fit in a validation rule, because they are too long or a label contains a comma or a
 * quote. The template has these lists on a separate sheet.
 */
function longLists(columns: readonly ImportColumn[], words: TemplateWords): (readonly string[])[] {
  return columns.map((c) => labelsOf(c, words)).filter((labels) => !fitsInRule(labels));
}

function validations(columns: readonly ImportColumn[], words: TemplateWords): string {
  let long = 0;
  const rules = columns.flatMap((c, i) => {
    const labels = labelsOf(c, words);
    if (labels.length === 0) return [];
    const column = columnLetters(long);
    const list = fitsInRule(labels)
      ? `"${labels.join(",")}"`
      : `lists!$${column}$1:$${column}$${labels.length}`;
    if (!fitsInRule(labels)) long++;
    const at = columnLetters(i);
    const range = `${at}2:${at}${dropDownRows}`;
    return [
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${range}">`,
      `<formula1>${xmlText(list)}</formula1></dataValidation>`,
    ].join("");
  });
  return rules.length === 0
    ? ""
    : `<dataValidations count="${rules.length}">${rules.join("")}</dataValidations>`;
}

const titleOf = (c: ImportColumn) => `${c.title}${c.unit ? ` (${c.unit})` : ""}${c.required ? " *" : ""}`;

function exampleOf(c: ImportColumn, words: TemplateWords): string {
  if (c.example !== undefined) return c.example;
  switch (c.type) {
    case "text":
      return "";
    case "number":
      return String(Math.max(1, c.min ?? 1));
    case "date":
      return "2026-01-31";
    case "time":
      return "2026-01-31 08:30:00";
    case "choice":
      return c.options?.[0]?.label ?? "";
    case "flag":
      return words.yes;
  }
}

/**
 * Returns the example row. Its first text cell has a mark, by which the import recognises and skips the row. Without a
 * text column there is no example row.
 */
function exampleLine(columns: readonly ImportColumn[], words: TemplateWords): string {
  const mark = columns.findIndex((c) => c.type === "text");
  if (mark < 0) return "";
  const cells = columns.map((c, i) => (i === mark ? words.example : exampleOf(c, words)));
  return textLine(2, cells, style.muted);
}

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
  const lines = rows.map((r, i) => textLine(i + 2, r, style.plain)).join("");
  const titles = textLine(1, [words.column, words.required, words.content], style.header);
  const widths = widthsXml([26, 10, 80]);
  return `${head}<worksheet ${main}>${frozen}${widths}<sheetData>${titles}${lines}</sheetData></worksheet>`;
}

function listSheet(lists: readonly (readonly string[])[]): string {
  const rows = Array.from({ length: Math.max(...lists.map((l) => l.length)) }, (_, at) =>
    textLine(
      at + 1,
      lists.map((l) => l[at] ?? ""),
      style.plain,
    ),
  );
  return `${head}<worksheet ${main}><sheetData>${rows.join("")}</sheetData></worksheet>`;
}

/**
 * Creates an .xlsx template for an import. It has titles with marks on required columns, an example row, drop-down
 * lists, and a sheet that explains the columns.
 */
export function templateFile(
  columns: readonly ImportColumn[],
  words: TemplateWords,
): Uint8Array<ArrayBuffer> {
  const lists = longLists(columns, words);
  const titles = columns.map(titleOf);
  const rows = `${textLine(1, titles, style.header)}${exampleLine(columns, words)}`;
  const widths = widthsXml(titles.map((t) => Math.max(14, t.length * 1.8)));
  const data = `<sheetData>${rows}</sheetData>${validations(columns, words)}`;
  const files: Record<string, string> = {
    ...workbookParts([
      { name: words.rows },
      { name: words.notes },
      ...(lists.length > 0 ? [{ name: "lists", hidden: true }] : []),
    ]),
    "xl/worksheets/sheet1.xml": `${head}<worksheet ${main}>${frozen}${widths}${data}</worksheet>`,
    "xl/worksheets/sheet2.xml": notes(columns, words),
    ...(lists.length > 0 ? { "xl/worksheets/sheet3.xml": listSheet(lists) } : {}),
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}
