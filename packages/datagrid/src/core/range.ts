/** A cell: its row in the page and its index among the visible columns, both from 0. Row -1 is the header. */
export interface CellAt {
  row: number;
  col: number;
}

/** A selected block of cells: the cell where it started and the opposite corner. */
export interface CellRange {
  anchor: CellAt;
  head: CellAt;
}

export interface Rect {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** Returns the edges of a range, all inclusive. */
export function rectOf(range: CellRange): Rect {
  return {
    top: Math.min(range.anchor.row, range.head.row),
    bottom: Math.max(range.anchor.row, range.head.row),
    left: Math.min(range.anchor.col, range.head.col),
    right: Math.max(range.anchor.col, range.head.col),
  };
}

export const isSingle = (rect: Rect): boolean => rect.top === rect.bottom && rect.left === rect.right;

/** Joins cells to TSV, which spreadsheets paste as cells. Quotes only where needed. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quoteTsv).join("\t")).join("\n");
}

function quoteTsv(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Parses TSV from `toTsv` or from a spreadsheet. */
export function parseTsv(tsv: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at <= tsv.length) {
    let cell = "";
    if (tsv[at] === '"') {
      at++;
      while (at < tsv.length && !(tsv[at] === '"' && tsv[at + 1] !== '"')) {
        if (tsv[at] === '"') at++;
        cell += tsv[at] ?? "";
        at++;
      }
      at++;
    } else {
      const start = at;
      while (at < tsv.length && tsv[at] !== "\t" && tsv[at] !== "\n" && tsv[at] !== "\r") at++;
      cell = tsv.slice(start, at);
    }
    rows.at(-1)?.push(cell);
    if (at >= tsv.length) break;
    if (tsv[at] === "\r" && tsv[at + 1] === "\n") at++;
    if (tsv[at] !== "\t") rows.push([]);
    at++;
  }
  return rows;
}
