import type { TextRow } from "../../kernel/range-rows.ts";
import type { FileColumn } from "./datasets.ts";

/** Returns a value as CSV (RFC 4180). Null becomes an empty cell, and an empty text becomes a pair of quotes. */
const cell = (value: string | null) =>
  value === null ? "" : value === "" || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

const line = (values: TextRow) => `${values.map(cell).join(",")}\r\n`;

/** Yields a CSV file in UTF-8 with a header line. */
export async function* encodeCsv(
  columns: readonly FileColumn[],
  chunks: AsyncIterable<TextRow[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(line(columns.map((c) => c.name)));
  for await (const rows of chunks) yield Buffer.from(rows.map(line).join(""));
}
