import { isExported } from "./columns.ts";
import { plainText } from "./format.ts";
import { inTimeSlices } from "./pause.ts";
import { fieldOf, type GridColumn } from "./types.ts";

export interface CsvOptions<R> {
  /**
   * Visible columns in display order. `exportCsv` leaves out the columns that no export contains (`unexport`), and
   * `custom` columns without a function `text`, which have no text to write.
   */
  columns: readonly GridColumn<R>[];
  /** Loads the rows [offset, offset + limit). Returns them with the total number of rows. */
  page: (offset: number, limit: number) => Promise<{ rows: readonly R[]; total: number }>;
  /**
   * True: the file is for Excel. Long numbers, leading zeros and texts that look like numbers or dates are written as
   * ="007", because Excel would change them. Default: false.
   */
  forExcel?: boolean | undefined;
  /** Texts for the values true and false, in this order. */
  flags: readonly [string, string];
  /** Number of rows per request. Default: 500. */
  limit?: number | undefined;
  /** Callback for the progress. Gets the number of rows written so far and the total number of rows. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Loads all pages of rows and returns the pieces of a CSV file. The header comes first, and lines end with CRLF. */
export async function exportCsv<R>(options: CsvOptions<R>): Promise<string[]> {
  const { page, flags, limit = 500, onProgress, signal, forExcel = false } = options;
  const columns = options.columns.filter(isExported);
  const head = columns.map((c) => csvText(c.unit ? `${c.title} (${c.unit})` : c.title)).join(",");
  // Begins with the byte order mark (U+FEFF), which makes Excel read the file as UTF-8.
  const pieces = [`\uFEFF${head}\r\n`];
  let done = 0;
  let total = Number.POSITIVE_INFINITY;
  while (done < total) {
    signal?.throwIfAborted();
    const part = await page(done, limit);
    total = part.total;
    if (part.rows.length === 0) break;
    for await (const lines of inTimeSlices(part.rows, (row) => csvLine(columns, row, flags, forExcel))) {
      signal?.throwIfAborted();
      pieces.push(`${lines.join("\r\n")}\r\n`);
      done += lines.length;
      onProgress?.(done, total);
    }
  }
  return pieces;
}

function csvLine<R>(
  columns: readonly GridColumn<R>[],
  row: R,
  flags: readonly [string, string],
  forExcel: boolean,
): string {
  return columns
    .map((column) => {
      const value = fieldOf(row, column.key);
      const text = plainText(column, value, row, flags);
      const isNumber = column.type === "number" && text !== "" && Number.isFinite(Number(text));
      const isChanged = isNumber
        ? digitsOf(text) > MAX_DIGITS
        : column.type === "text" && isChangedText(text);
      if (forExcel && isChanged) return `"=""${text}"""`;
      // Writes a number without `csvText`, which would take the minus of a negative number for the start of a formula.
      return isNumber ? text : csvText(text);
    })
    .join(",");
}

/** Largest number of digits that Excel keeps in a number. Excel replaces further digits by zeros. */
const MAX_DIGITS = 15;
const digitsOf = (text: string): number =>
  text.replace(/e.*$/i, "").replace(/\D/g, "").replace(/^0+/, "").length;

/** Matches texts that Excel would read as a number, a date or a time: digits, . , : / - and an exponent or %. */
const looksLikeValue = /^(?=.*\d)[\d.,:/ -]*(?:e[+-]?\d+|%)?$/i;

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
/** Matches texts that Excel would read as a day of a month, such as MAR1 and 2-Sep. */
const looksLikeDay = new RegExp(
  `^(?:(?:${months})[a-z]*[-/. ]*\\d{1,4}|\\d{1,4}[-/. ]*(?:${months})[a-z]*)$`,
  "i",
);
const isChangedText = (text: string): boolean => looksLikeValue.test(text) || looksLikeDay.test(text);

/** Matches texts that Excel would run as formulas. Excel also runs texts that begin with a full-width sign. */
const beginsFormula = /^[=+\-@\t\r＝＋－＠]/;

/** Formats one cell. Escapes texts that Excel would run as formulas (CSV injection) and quotes where needed. */
export function csvText(text: string): string {
  const safe = beginsFormula.test(text) ? `'${text}` : text;
  // Quotes semicolons and tabs too, because Excel separates cells by these characters in some regions.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
