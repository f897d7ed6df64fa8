// Parts of an .xlsx file that do not depend on the content of its sheets.

export const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Returns the letters of a column by its index, from 0: A, B … Z, AA … */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnLetters(rest - 1) : "") + String.fromCharCode(65 + (index % 26));
}

/** Largest length of a text that Excel allows in a cell. Longer texts are cut and end with `CUT`. */
const MAX_TEXT_LENGTH = 32_767;
const CUT = "…";

// Matches characters and texts that an .xlsx cell must contain in escaped form (_xHHHH_): control characters, lone
// surrogates, and texts that Excel would read as an escape (_x000D_).
const INVALID_XML = new RegExp(
  [
    "[\\u0000-\\u0008\\u000b-\\u001f\\ufffe\\uffff]",
    "[\\ud800-\\udbff](?![\\udc00-\\udfff])",
    "(?<![\\ud800-\\udbff])[\\udc00-\\udfff]",
    "_(?=x[\\da-f]{4}_)",
  ].join("|"),
  "gi",
);
// biome-ignore lint/suspicious/noControlCharactersInRegex: fast check for the same characters
const SPECIAL = /[&<>"\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]|_x/;
const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const hexEscape = (c: string): string => `_x${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/** Escapes a text for a cell, and cuts it to Excel's largest length. */
export function xmlText(text: string): string {
  let safe = text;
  if (safe.length > MAX_TEXT_LENGTH)
    safe = safe.slice(0, MAX_TEXT_LENGTH - CUT.length).replace(/[\ud800-\udbff]$/, "") + CUT;
  if (!SPECIAL.test(safe)) return safe;
  return safe.replace(INVALID_XML, hexEscape).replace(/[&<>"]/g, (c) => NAMED[c] ?? c);
}

/**
 * Returns a valid sheet name: at most 31 characters, without the characters :\/?*[], and without a quote at either end.
 */
export function sheetName(name: string): string {
  const plain = name
    .replace(/[:\\/?*[\]]/g, " ")
    .replace(/^'+|'+$/g, "")
    .trim()
    .slice(0, 31);
  return plain === "" ? "Sheet1" : plain;
}

/** Largest number of decimals for which the workbook has a cell style. */
export const MAX_DECIMALS = 6;
/**
 * Indices of the cell styles in the workbook. The style `decimals` + n shows numbers with n decimals. The styles from
 * `own` on are for cells with a number format of their own: one style for each such format.
 */
export const style = {
  plain: 0,
  header: 1,
  date: 2,
  time: 3,
  text: 4,
  muted: 5,
  decimals: 6,
  own: 6 + MAX_DECIMALS + 1,
} as const;

const decimalFormats = Array.from({ length: MAX_DECIMALS + 1 }, (_, n) =>
  n === 0 ? "#,##0" : `#,##0.${"0".repeat(n)}`,
);
const numFmts = ["yyyy\\-mm\\-dd", "yyyy\\-mm\\-dd\\ hh:mm:ss", ...decimalFormats];

const fonts = [
  '<font><sz val="11"/><name val="Calibri"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/></font>',
  '<font><i/><sz val="11"/><color rgb="FF808080"/><name val="Calibri"/></font>',
];
const fills = [
  '<fill><patternFill patternType="none"/></fill>',
  '<fill><patternFill patternType="gray125"/></fill>',
];
/**
 * The cell formats of the workbook (`cellXfs`), in the order of the indices in `style`. Cells name a format by its
 * index.
 */
const cellFormats = [
  "<xf/>",
  '<xf fontId="1" applyFont="1"/>',
  '<xf numFmtId="164" applyNumberFormat="1"/>',
  '<xf numFmtId="165" applyNumberFormat="1"/>',
  '<xf numFmtId="49" quotePrefix="1" applyNumberFormat="1"/>',
  '<xf fontId="2" applyFont="1"/>',
  ...decimalFormats.map((_, i) => `<xf numFmtId="${166 + i}" applyNumberFormat="1"/>`),
];
const counted = (name: string, items: readonly string[]) =>
  `<${name} count="${items.length}">${items.join("")}</${name}>`;

/** Returns the XML of the styles of a workbook. `own` lists the number formats of single cells. */
function stylesXml(own: readonly string[]): string {
  const first = 164 + numFmts.length;
  const ownFormats = own.map((_, i) => `<xf numFmtId="${first + i}" applyNumberFormat="1"/>`);
  return [
    `${head}<styleSheet ${main}>`,
    counted(
      "numFmts",
      [...numFmts, ...own].map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${xmlText(code)}"/>`),
    ),
    counted("fonts", fonts),
    counted("fills", fills),
    counted("borders", ["<border/>"]),
    counted("cellStyleXfs", ["<xf/>"]),
    counted("cellXfs", [...cellFormats, ...ownFormats]),
    "</styleSheet>",
  ].join("");
}

export interface SheetPart {
  readonly name: string;
  readonly hidden?: boolean;
}

/**
 * Returns all files of the workbook except the sheets. The sheets must be stored at xl/worksheets/sheet1.xml,
 * sheet2.xml …
 */
export function workbookParts(
  sheets: readonly SheetPart[],
  ownFormats: readonly string[] = [],
): Record<string, string> {
  const each = (make: (sheet: SheetPart, n: number) => string) =>
    sheets.map((s, i) => make(s, i + 1)).join("");
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${types}.${type}+xml"/>`;
  const relations = (list: string) =>
    `${head}<Relationships xmlns="${packages}/relationships">${list}</Relationships>`;
  const relation = (n: number, type: string, target: string) =>
    `<Relationship Id="rId${n}" Type="${office}/${type}" Target="${target}"/>`;
  const entries = each((s, n) => {
    const hidden = s.hidden ? ' state="hidden"' : "";
    return `<sheet name="${xmlText(s.name)}" sheetId="${n}"${hidden} r:id="rId${n}"/>`;
  });
  const contentTypes = [
    `${head}<Types xmlns="${packages}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override("workbook", "sheet.main"),
    override("styles", "styles"),
    each((_, n) => override(`worksheets/sheet${n}`, "worksheet")),
    "</Types>",
  ].join("");
  const related = each((_, n) => relation(n, "worksheet", `worksheets/sheet${n}.xml`));
  return {
    "[Content_Types].xml": contentTypes,
    "_rels/.rels": relations(relation(1, "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `${head}<workbook ${main} xmlns:r="${office}"><sheets>${entries}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(related + relation(sheets.length + 1, "styles", "styles.xml")),
    "xl/styles.xml": stylesXml(ownFormats),
  };
}

/** XML that freezes the first row of a sheet. */
export const frozen = [
  '<sheetViews><sheetView workbookViewId="0">',
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
  "</sheetView></sheetViews>",
].join("");

/**
 * Returns the XML of the column widths.
 * @param sizes widths in characters
 */
export const widthsXml = (sizes: readonly number[]): string =>
  `<cols>${sizes.map((w, i) => `<col min="${i + 1}" max="${i + 1}" width="${w}" customWidth="1"/>`).join("")}</cols>`;

const textCell = (at: string, text: string, styleNo: number): string =>
  `<c r="${at}" t="inlineStr" s="${styleNo}"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

export const textLine = (row: number, texts: readonly string[], styleNo: number): string => {
  const cells = texts.map((t, i) => (t === "" ? "" : textCell(`${columnLetters(i)}${row}`, t, styleNo)));
  return `<row r="${row}">${cells.join("")}</row>`;
};
