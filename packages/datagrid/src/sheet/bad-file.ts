import type { SheetTitle } from "./mapping.ts";
import { SHIFT_1904, textSerial } from "./serial.ts";
import type { Cell, Sheet } from "./types.ts";
import { type SheetCell, type SheetColumn, XlsxWriter } from "./xlsx-writer.ts";

/**
 * Texts for the file with the faulty rows. The file has the columns of the original sheet, the row number, and a column
 * that explains the faults.
 */
export interface BadFileWords {
  readonly sheet: string;
  readonly lineTitle: string;
  readonly faultTitle: string;
  /** Explanations of the faults, one for each faulty row, in the order of the rows. */
  readonly texts: readonly string[];
}

interface Source {
  readonly sheet: Sheet;
  readonly titles: readonly SheetTitle[];
  /** Indices of the sheet's columns that are assigned to a date or time column. */
  readonly dateColumns: ReadonlySet<number>;
  /** Returns the text that the user typed over a cell. */
  readonly edited: (row: number, column: number) => string | undefined;
}

/**
 * Returns the text that the user typed over a cell. For all other cells, returns the value with the type and number
 * format of the original sheet.
 */
function cellOf({ sheet, dateColumns, edited }: Source, row: number, column: number): SheetCell {
  const typed = edited(row, column);
  if (typed !== undefined) return typed;
  const cell: Cell = sheet.rows[row]?.[column] ?? null;
  const mark = sheet.details?.mark(row, column);
  if (typeof cell === "string" && (mark === "date" || mark === "dateRounded")) {
    const serial = textSerial(cell);
    const format = cell.endsWith(" 00:00:00") ? "yyyy\\-mm\\-dd" : "yyyy\\-mm\\-dd\\ hh:mm:ss";
    return serial === undefined ? cell : { value: serial, format };
  }
  if (typeof cell !== "number") return cell;
  const format = sheet.details?.format(row, column);
  // Shifts dates of a sheet that counts from 1904, because the written file counts dates from 1900.
  const value = sheet.is1904 && dateColumns.has(column) ? cell + SHIFT_1904 : cell;
  return format === undefined ? value : { value, format };
}

/**
 * Writes rows of a sheet to a file, which the user can correct and import again.
 * @param rows indices of the rows
 */
export function badRowsFile(source: Source, rows: readonly number[], words: BadFileWords): Blob {
  const { titles } = source;
  const columns: SheetColumn[] = [
    ...titles.map(({ text }): SheetColumn => ({ title: text, kind: "text", width: 120 })),
    { title: words.lineTitle, kind: "number", width: 72 },
    { title: words.faultTitle, kind: "text", width: 420 },
  ];
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const writer = new XlsxWriter({ name: words.sheet, columns }, (chunk) => chunks.push(chunk));
  for (let from = 0; from < rows.length; from += 500)
    writer.add(
      rows
        .slice(from, from + 500)
        .map((row, i) => [
          ...titles.map((_, column) => cellOf(source, row, column)),
          row + 1,
          words.texts[from + i] ?? "",
        ]),
    );
  writer.finish();
  return new Blob(chunks);
}
