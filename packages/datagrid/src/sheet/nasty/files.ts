import { strToU8, zipSync } from "fflate";
import { ImportSession } from "../import-session.ts";
import { workbookParts } from "../ooxml.ts";
import type { ImportPlan } from "../session-types.ts";
import type { Cell, CellFault, Conversion, Encoding, FileFault, ImportColumn } from "../types.ts";

/** Columns of the import with which the tests import all their files. */
export const columns: readonly ImportColumn[] = [
  { key: "no", title: "No", type: "text", required: true, maxLength: 40, aliases: ["编号", "編號"] },
  { key: "n", title: "Amount", type: "number", aliases: ["数量"] },
  { key: "cycle", title: "Cycle", type: "number", unit: "s", unitNames: ["sec."], decimals: 2 },
  { key: "share", title: "Share", type: "number", unit: "%" },
  { key: "count", title: "Count", type: "number", whole: true, min: 0, max: 1000 },
  { key: "pieces", title: "Pieces", type: "number", isAmount: true },
  { key: "day", title: "Day", type: "date", aliases: ["日期"] },
  { key: "at", title: "Seen at", type: "time" },
  { key: "remark", title: "Remark", type: "text", maxLength: 40 },
  { key: "made", title: "Date of making", type: "text" },
  {
    key: "kind",
    title: "Kind",
    type: "choice",
    options: [
      { value: 1, label: "Hot", aliases: ["热", "熱"] },
      { value: 2, label: "Cold", aliases: ["冷"] },
    ],
  },
  { key: "ok", title: "Valid", type: "flag" },
];

/** Expected outcome of a cell or of a file. */
export type Expected =
  | { readonly value: Cell; readonly notes: readonly Conversion[] }
  | { readonly fault: CellFault }
  | { readonly file: FileFault };

/** Expects that the cell is accepted unchanged. */
export const is = (value: Cell): Expected => ({ value, notes: [] });
/** Expects that the cell is accepted after the conversions `notes`. The preview shows these conversions to the user. */
export const as = (value: Cell, ...notes: Conversion[]): Expected => ({ value, notes });
/** Expects that the cell is refused. */
export const no = (fault: CellFault): Expected => ({ fault });
/** Expects that the file is refused. */
export const file = (fault: FileFault): Expected => ({ file: fault });

/**
 * One line of the table of test files: description; bytes of the file; key of the column whose cell in the first row is
 * checked; expected outcome; choices of the user, if any.
 */
export type Line = readonly [
  what: string,
  bytes: Uint8Array,
  key: string,
  expected: Expected,
  choices?: Partial<ImportPlan> & { readonly encoding?: Encoding },
];

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const hex = (digits: string): Uint8Array =>
  new Uint8Array((digits.replace(/\s/g, "").match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));

/** Returns a CSV file with one row: the value "A" in the column "No", and one quoted cell. */
export const csv = (title: string, cell: string): Uint8Array =>
  bytes(`No,${title}\nA,"${cell.replaceAll('"', '""')}"\n`);

interface BookOptions {
  /** Number format of the cells with the style index 1 (s="1"). */
  readonly format?: string;
  readonly is1904?: boolean;
  /** XML after the rows, such as merged cells. */
  readonly after?: string;
  /** XML before the rows, such as hidden columns. */
  readonly before?: string;
}

/** Returns an .xlsx file with the given rows (XML). */
export function xlsx(
  rows: string,
  { format = "General", is1904, after = "", before = "" }: BookOptions = {},
): Uint8Array {
  const space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const parts = workbookParts([{ name: "S" }], [format]);
  // Replaces the style with index 1 by the style of `format`, so that cells with s="1" have this format.
  const styles = parts["xl/styles.xml"] ?? "";
  const formats = styles.slice(styles.indexOf("<cellXfs")).match(/<xf[^>]*>/g) ?? [];
  parts["xl/styles.xml"] = styles.replace(formats[1] ?? "", formats.at(-1) ?? "");
  if (is1904)
    parts["xl/workbook.xml"] = (parts["xl/workbook.xml"] ?? "").replace(
      "<sheets>",
      '<workbookPr date1904="1"/><sheets>',
    );
  const sheet = `<worksheet xmlns="${space}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`;
  const all = { ...parts, "xl/worksheets/sheet1.xml": sheet };
  return zipSync(Object.fromEntries(Object.entries(all).map(([k, v]) => [k, strToU8(v)])));
}

export const inline = (at: string, text: string): string =>
  `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
export const row = (n: number, ...cells: string[]): string => `<row r="${n}">${cells.join("")}</row>`;

/**
 * Returns an .xlsx file with one row: the value "A" in the column "No", and the cell B2 with the given attributes and
 * content.
 */
export const cell = (title: string, attributes: string, content: string, options?: BookOptions): Uint8Array =>
  xlsx(
    row(1, inline("A1", "No"), inline("B1", title)) +
      row(2, inline("A2", "A"), `<c r="B2" ${attributes}>${content}</c>`),
    options,
  );

/** Returns an .xlsx file with one number in the given number format. */
export const formatted = (
  title: string,
  value: number | string,
  format: string,
  is1904 = false,
): Uint8Array => cell(title, 's="1"', `<v>${value}</v>`, { format, is1904 });

/** Imports a file as the dialog does with its defaults, and returns the outcome of one cell of the first row. */
export async function outcome(data: Uint8Array, key: string, choices: Line[4] = {}): Promise<Expected> {
  const session = new ImportSession();
  const { encoding, ...plan } = choices;
  try {
    await session.open(data, "nasty.csv", encoding);
  } catch (cause) {
    if (cause instanceof Error && "fault" in cause) return { file: cause.fault as FileFault };
    throw cause;
  }
  const layout = session.layout(0, columns);
  session.apply({ sheet: 0, columns, zone: "Asia/Shanghai", ...layout, ...plan });
  const [first] = session.page(0, 1, "all").rows;
  const fault = first?.faults.find((f) => f.key === key || f.key === null);
  if (fault && "fault" in fault) return { fault: fault.fault };
  const notes = first?.notes.find((n) => n.key === key)?.kinds ?? [];
  return { value: first?.values[key] ?? null, notes };
}
