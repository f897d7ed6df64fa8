import { isExported } from "./columns.ts";
import { plainText } from "./format.ts";
import { inTimeSlices } from "./pause.ts";
import { fieldOf, type GridColumn } from "./types.ts";

export interface CsvOptions<R> {
  /** Visible columns in their order. Columns with `unexport` are skipped. */
  columns: readonly GridColumn<R>[];
  /** Loads rows [offset, offset + limit) and the total number of rows. */
  page: (offset: number, limit: number) => Promise<{ rows: readonly R[]; total: number }>;
  /** Texts for true and false. */
  flags: readonly [string, string];
  /** Rows per request. Default 500. */
  limit?: number | undefined;
  /** Called with the number of written rows and of all rows. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Loads all pages of a source and returns the CSV in pieces: header first, lines end with CRLF. */
export async function exportCsv<R>(options: CsvOptions<R>): Promise<string[]> {
  const { page, flags, limit = 500, onProgress, signal } = options;
  const columns = options.columns.filter(isExported);
  const head = columns.map((c) => csvText(c.unit ? `${c.title} (${c.unit})` : c.title)).join(",");
  // Byte order mark: without it Excel does not read the file as UTF-8.
  const pieces = [`\uFEFF${head}\r\n`];
  let done = 0;
  let total = Number.POSITIVE_INFINITY;
  while (done < total) {
    signal?.throwIfAborted();
    const part = await page(done, limit);
    total = part.total;
    if (part.rows.length === 0) break;
    for await (const lines of inTimeSlices(part.rows, (row) => csvLine(columns, row, flags))) {
      signal?.throwIfAborted();
      pieces.push(`${lines.join("\r\n")}\r\n`);
      done += lines.length;
      onProgress?.(done, total);
    }
  }
  return pieces;
}

function csvLine<R>(columns: readonly GridColumn<R>[], row: R, flags: readonly [string, string]): string {
  return columns
    .map((column) => {
      const value = fieldOf(row, column.key);
      const text = plainText(column, value, row, flags);
      // A number may start with a minus. Text that starts with one would be read as a formula, so `csvText` escapes it.
      return column.type === "number" && text !== "" && Number.isFinite(Number(text)) ? text : csvText(text);
    })
    .join(",");
}

/** Writes one cell: prevents CSV injection (formulas) and quotes where needed. */
export function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
