import { isEditable } from "./edit.ts";
import type { CellEdit } from "./edit-session.ts";
import type { EditTexts } from "./edit-texts.ts";
import { cellText, type ParsedCell, parseCell } from "./parse-cell.ts";
import { parseTsv, type Rect } from "./range.ts";
import { fieldOf, type GridColumn } from "./types.ts";

/**
 * Cells of the clipboard, line by line. A line may be shorter than the others. A target cell for which the line has no
 * cell stays unchanged.
 */
export type CellBlock = readonly (readonly string[])[];

/** Largest number of cells that one change may cover, such as a paste or a fill. */
export const EDIT_LIMIT = 100_000;

/**
 * A column of the target range. If `column` is undefined, the grid itself adds the column, for example the row
 * numbers. The user cannot change such a column: a paste only checks that its texts stay the same.
 */
export interface TargetColumn<R> {
  readonly column: GridColumn<R> | undefined;
  readonly title: string;
}

/** The edits by which a change of several cells is made, or the reason (refusal) why nothing may be changed. */
export type Planned<R> = { readonly edits: CellEdit<R>[] } | { readonly refusal: string };

/**
 * Reads the cells of a copied text. Spreadsheets end the last line with a line break. This line break does not begin
 * another line.
 */
export function blockOfTsv(text: string): CellBlock {
  const rows = parseTsv(text);
  const last = rows.at(-1);
  if (/[\r\n]$/.test(text) && last?.length === 1 && last[0] === "") rows.pop();
  return rows;
}

/**
 * Returns the range into which copied cells (`block`) are pasted. If whole copies of these cells fill the selected
 * range exactly, this is the selected range. Otherwise it begins at the upper left cell of the selected range and has
 * as many rows and columns as the copied cells.
 */
export function targetOf(block: CellBlock, selected: Rect): Rect {
  const rows = block.length;
  const cols = Math.max(1, ...block.map((line) => line.length));
  const [height, width] = [selected.bottom - selected.top + 1, selected.right - selected.left + 1];
  const fits = height % rows === 0 && width % cols === 0;
  return fits
    ? selected
    : {
        top: selected.top,
        left: selected.left,
        bottom: selected.top + rows - 1,
        right: selected.left + cols - 1,
      };
}

interface ChangeOptions<R> {
  /** The columns of the range into which cells are pasted, from left to right. */
  readonly columns: readonly TargetColumn<R>[];
  /** The rows of the range into which cells are pasted. */
  readonly rows: readonly R[];
  /** Number that the column of row numbers shows for the first row of the range. */
  readonly number: number;
  readonly flags: readonly [string, string];
  readonly texts: EditTexts;
}

/**
 * Returns the edit that sets a cell to a parsed value. The edit has an error if the column does not accept the value.
 */
export function editOf<R>(column: GridColumn<R>, row: R, parsed: ParsedCell, text: string): CellEdit<R> {
  const field = column.key;
  if ("error" in parsed) return { row, field, cell: { value: undefined, text, error: parsed.error } };
  const error = column.edit?.validate?.(parsed.value, row);
  return { row, field, cell: error === undefined ? parsed : { ...parsed, error } };
}

/**
 * Returns the edits that write a text into each cell of a range, or a refusal if they would change a cell that cannot
 * be edited. A read-only cell that already has its text is no reason for a refusal.
 * @param textAt text of the cell by its place in the range; undefined leaves the cell unchanged
 */
export function planTexts<R>(
  { columns, rows, number, flags, texts }: ChangeOptions<R>,
  textAt: (row: number, column: number) => string | undefined,
): Planned<R> {
  if (rows.length * columns.length > EDIT_LIMIT) return { refusal: texts.tooManyCells(EDIT_LIMIT) };
  const edits: CellEdit<R>[] = [];
  const readOnly = new Set<string>();
  for (const [at, row] of rows.entries()) {
    for (const [col, { column, title }] of columns.entries()) {
      const text = textAt(at, col);
      if (text === undefined) continue;
      if (column && isEditable(column, row)) {
        edits.push(editOf(column, row, parseCell(column, text, flags, texts), text));
        continue;
      }
      const shown = column ? cellText(column, fieldOf(row, column.key), row, flags) : String(number + at);
      if (shown !== text) readOnly.add(title);
    }
  }
  return readOnly.size > 0 ? { refusal: texts.readOnly([...readOnly].join(", ")) } : { edits };
}

/**
 * Returns the edits that paste copied cells (`block`) into a range, or a refusal. If the range is larger than the
 * block, the block is repeated.
 */
export function planPaste<R>(block: CellBlock, options: ChangeOptions<R>): Planned<R> {
  const cols = Math.max(1, ...block.map((line) => line.length));
  return planTexts(options, (row, col) => block[row % block.length]?.[col % cols]);
}

/** Returns the edits that clear the cells of a range, or a refusal. */
export const planClear = <R>(options: ChangeOptions<R>): Planned<R> => planTexts(options, () => "");

/** Returns true for columns in which every text is a value. */
const isAnyText = <R>({ type }: GridColumn<R>): boolean => type === "text" || type === "custom";

/**
 * Returns the edits that fill a range with values, or a refusal. `valueAt` gets row and column within the range. A
 * value may be the invalid text of an edited cell. The filled cells are then invalid too.
 */
export function planValues<R>(
  { columns, rows, flags, texts }: ChangeOptions<R>,
  valueAt: (row: number, column: number) => unknown,
): Planned<R> {
  if (rows.length * columns.length > EDIT_LIMIT) return { refusal: texts.tooManyCells(EDIT_LIMIT) };
  const readOnly = new Set<string>();
  const parsedOf = (column: GridColumn<R>, value: unknown): ParsedCell => {
    const hasForm = column.type === "choice" ? column.options !== undefined : !isAnyText(column);
    const parsed = typeof value === "string" && hasForm ? parseCell(column, value, flags, texts) : undefined;
    return parsed && "error" in parsed ? parsed : { value };
  };
  const edits = rows.flatMap((row, at) =>
    columns.flatMap(({ column, title }, col) => {
      if (column && isEditable(column, row)) {
        const value = valueAt(at, col);
        return [editOf(column, row, parsedOf(column, value), String(value))];
      }
      readOnly.add(title);
      return [];
    }),
  );
  return readOnly.size > 0 ? { refusal: texts.readOnly([...readOnly].join(", ")) } : { edits };
}
