import { isExported } from "./columns.ts";
import { plainText } from "./format.ts";
import { inTimeSlices } from "./pause.ts";
import { fieldOf, type GridColumn } from "./types.ts";

export interface CsvOptions<R> {
  /**
   * Visible columns in display order. `exportCsv` leaves out columns with `unexport`, and `custom` columns without
   * `text`.
   */
  columns: readonly GridColumn<R>[];
  /** Loads the rows [offset, offset + limit). Returns them with the total number of rows. */
  page: (offset: number, limit: number) => Promise<{ rows: readonly R[]; total: number }>;
  /** Texts for the values true and false, in this order. */
  flags: readonly [string, string];
  /** Number of rows per request. Default: 500. */
  limit?: number | undefined;
  /** Called with the number of rows that are written and the number of all rows. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Loads all pages of rows and returns the pieces of a CSV file. The header comes first, and lines end with CRLF. */
export async function exportCsv<R>(options: CsvOptions<R>): Promise<string[]> {
  const { page, flags, limit = 500, onProgress, signal } = options;
  const columns = options.columns.filter(isExported);
  const head = columns.map((c) => csvText(c.unit ? `${c.title} (${c.unit})` : c.title)).join(",");
  // The byte order mark (U+FEFF) makes Excel read the file as UTF-8.
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
      // Writes a number without `csvText`, which would escape a leading minus against formulas.
      return column.type === "number" && text !== "" && Number.isFinite(Number(text)) ? text : csvText(text);
    })
    .join(",");
}

/** Formats one cell. Escapes texts that Excel would run as formulas (CSV injection) and quotes where needed. */
export function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
