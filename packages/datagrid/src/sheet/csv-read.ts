import { FileError, MAX_CELLS } from "./types.ts";

const SEPARATORS = [",", ";", "\t", "|"] as const;
/** The separator is detected from at most this number of lines at the start of the file. */
const SAMPLE_LINES = 50;

/**
 * Detects the separator of a CSV file: comma, semicolon, tab or bar. Counts each sign in each line, and chooses the
 * sign with the same count in the most lines. So decimal commas, whose count differs from line to line, do not hide
 * semicolons. If two signs are equal in this respect, a sign in the first line takes precedence.
 */
function separatorOf(text: string): string {
  const start = text.slice(0, 1 << 16).replace(/"[^"]*"/g, "");
  const lines = start.split(/\r\n|\r|\n/, SAMPLE_LINES).filter((line) => line.trim() !== "");
  let best: string = SEPARATORS[0];
  let most = 0;
  for (const separator of SEPARATORS) {
    const lineCounts = new Map<number, number>();
    for (const line of lines) {
      const cells = line.split(separator).length - 1;
      if (cells > 0) lineCounts.set(cells, (lineCounts.get(cells) ?? 0) + 1);
    }
    const inHeader = (lines[0]?.split(separator).length ?? 1) > 1 ? 0.5 : 0;
    const score = Math.max(0, ...lineCounts.values()) + inHeader;
    if (score > most) [best, most] = [separator, score];
  }
  return best;
}

/**
 * Cells of a CSV file. `marks` has the cells with invalid quotes ("quotes"), and the cells that the file contains in a
 * form that Excel reads as text, such as ="007" ("excelText"). `rows` has only the text: 007. A key of `marks` is the
 * index of the row and the index of the column: "3 0".
 */
export interface CsvSheet {
  readonly rows: (string | null)[][];
  readonly marks: ReadonlyMap<string, "quotes" | "excelText">;
}

/**
 * Removes the characters that make spreadsheet programs read a cell as text: ="007", or an apostrophe before a
 * character that begins a formula.
 */
function excelText(cell: string): string | undefined {
  const quoted = /^="((?:[^"]|"")*)"$/.exec(cell);
  if (quoted) return (quoted[1] ?? "").replaceAll('""', '"');
  return /^'[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : undefined;
}

/**
 * Parses CSV. All cells stay texts, so that "007" keeps its zeros and nothing is mistaken for a date. Throws if a quote
 * is never closed, because that cell would contain all rows below it. Throws if there are too many cells.
 */
export function readCsv(text: string): CsvSheet {
  const source = text.replace(/^\uFEFF/, "");
  const stated = /^sep=(.)\r?\n/i.exec(source);
  const separator = stated?.[1] ?? separatorOf(source);
  const rows: (string | null)[][] = [];
  const marks = new Map<string, "quotes" | "excelText">();
  let row: (string | null)[] = [];
  let at = stated?.[0].length ?? 0;
  let cellCount = 0;
  while (at < source.length) {
    let cell = "";
    const begin = at;
    if (source[at] === '"') {
      for (at++; ; ) {
        const end = source.indexOf('"', at);
        if (end < 0)
          throw new FileError("quotes", { line: source.slice(0, begin).split(/\r\n|\r|\n/).length });
        cell += source.slice(at, end);
        at = end + 1;
        if (source[at] !== '"') break;
        cell += '"';
        at++;
      }
    }
    const start = at;
    while (at < source.length && source[at] !== separator && source[at] !== "\n" && source[at] !== "\r") at++;
    const rest = source.slice(start, at);
    // Marks a cell with text after its closing quote, which is not valid CSV. The cell keeps its text from the file,
    // and the conversion refuses it later.
    if (start > begin && rest.trim() !== "") {
      marks.set(`${rows.length} ${row.length}`, "quotes");
      cell = source.slice(begin, at);
    } else cell += start > begin ? "" : rest;
    const bare = excelText(cell);
    if (bare !== undefined) {
      marks.set(`${rows.length} ${row.length}`, "excelText");
      cell = bare;
    }
    if (++cellCount > MAX_CELLS) throw new FileError("tooMuch");
    row.push(cell === "" ? null : cell);
    if (source[at] === separator) {
      at++;
      if (at < source.length) continue;
      row.push(null);
    }
    if (source[at] === "\r" && source[at + 1] === "\n") at++;
    at++;
    rows.push(row);
    row = [];
  }
  return { rows, marks };
}
