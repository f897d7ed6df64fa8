/**
 * Position of a cell: row in the page and index among the visible columns, both counted from 0. Row -1 is the header.
 */
export interface CellAt {
  row: number;
  col: number;
}

/** A selected rectangle of cells: the cell where the selection began, and the opposite corner. */
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

/** Returns the edges of a range of cells. All four are inclusive. */
export function rectOf(range: CellRange): Rect {
  return {
    top: Math.min(range.anchor.row, range.head.row),
    bottom: Math.max(range.anchor.row, range.head.row),
    left: Math.min(range.anchor.col, range.head.col),
    right: Math.max(range.anchor.col, range.head.col),
  };
}

export const isSingle = (rect: Rect): boolean => rect.top === rect.bottom && rect.left === rect.right;

/**
 * Joins cells to TSV (lines of tab-separated values), which spreadsheets paste as cells. Quotes a cell only where
 * needed.
 */
export function toTsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => cells.map(quoteTsv).join("\t")).join("\n");
}

function quoteTsv(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Matches a quoted cell with the tab, line break or end of the text after it. */
const quotedCell = /"([^"]*(?:""[^"]*)*)"(?=[\t\r\n]|$)/y;

/**
 * Parses TSV that `toTsv` or a spreadsheet has written. Spreadsheets copy some cells with quotes in their text as they
 * are, for example "A" cover. So a cell counts as quoted only if it ends with its closing quote.
 */
export function parseTsv(tsv: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  while (at <= tsv.length) {
    let cell = "";
    quotedCell.lastIndex = at;
    const quoted = quotedCell.exec(tsv);
    if (quoted) {
      cell = (quoted[1] ?? "").replaceAll('""', '"');
      at += quoted[0].length;
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
