import { isExported } from "./columns.ts";
import { plainText } from "./format.ts";
import { inStretches } from "./pause.ts";
import { fieldOf, type GridColumn } from "./types.ts";

export interface CsvOptions<R> {
  /** Visible columns in the order of the grid; those that are not exported are left out. */
  columns: readonly GridColumn<R>[];
  /** Answers rows [offset, offset + limit) and how many there are in all. */
  page: (offset: number, limit: number) => Promise<{ rows: readonly R[]; total: number }>;
  /** Words for true and false. */
  flags: readonly [string, string];
  /** Rows asked for at a time. Default 500. */
  limit?: number | undefined;
  /** Called now and then with rows done and rows in all. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** Pages through a source and answers the CSV in pieces, header first, lines ended by CRLF. */
export async function exportCsv<R>(options: CsvOptions<R>): Promise<string[]> {
  const { page, flags, limit = 500, onProgress, signal } = options;
  const columns = options.columns.filter(isExported);
  const head = columns.map((c) => csvText(c.unit ? `${c.title} (${c.unit})` : c.title)).join(",");
  // The mark tells spreadsheets that the text is UTF-8.
  const pieces = [`\uFEFF${head}\r\n`];
  let done = 0;
  let total = Number.POSITIVE_INFINITY;
  while (done < total) {
    signal?.throwIfAborted();
    const part = await page(done, limit);
    total = part.total;
    if (part.rows.length === 0) break;
    for await (const lines of inStretches(part.rows, (row) => csvLine(columns, row, flags))) {
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
      // A real number may begin with a minus; text that does could be read as a formula.
      return column.type === "number" && text !== "" && Number.isFinite(Number(text)) ? text : csvText(text);
    })
    .join(",");
}

/** One cell: made harmless for spreadsheets, quoted where needed. */
export function csvText(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
