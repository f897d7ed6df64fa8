/** Characters that may separate the columns of a pasted list, beside the tab and spaces. */
const marks = [",", ";", "|"] as const;

/** A number with commas as thousands separators, between spaces or separators: "1,000". */
const thousands = /(?<=[\s;|])\d{1,3}(?:,\d{3})+(?=[\s;|]|$)/g;

/** A line of a pasted list. Line breaks within quotes do not end a line. */
interface PastedLine {
  readonly text: string;
  /** Number of the line in the text, counted from 1. */
  readonly number: number;
}

/**
 * Result of separating the columns of a pasted list. `text`: the list with a tab between the columns. `unclear`: lines
 * with different separators, for example a comma and a semicolon. The list is then not read.
 */
type PastedLines =
  | { readonly text: string; readonly unclear?: undefined }
  | { readonly text?: undefined; readonly unclear: readonly PastedLine[] };

/** Matches a quoted cell at the start of a line or after a separator. */
const quoted = /(?<=^|[\t,;|\r\n])"(?:[^"]|"")*"/g;

/** Splits a pasted text into lines. A line break within quotes does not end a line. */
function linesOf(text: string): PastedLine[] {
  const breaks = new Set<number>();
  for (const { index, 0: cell } of text.matchAll(quoted))
    for (let at = index; at < index + cell.length; at++) breaks.add(at);
  const lines: PastedLine[] = [];
  let [start, number, inCells] = [0, 1, 0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) {
    if (breaks.has(index)) {
      inCells++;
      continue;
    }
    lines.push({ text: text.slice(start, index), number });
    start = index + end.length;
    number += inCells + 1;
    inCells = 0;
  }
  return [...lines, { text: text.slice(start), number }];
}

/**
 * Returns the separator of a line: the tab if the line has one, else the comma, semicolon or vertical bar (`marks`),
 * else a space. Returns undefined if the line has two or three different `marks`.
 */
function separatorOf(line: string): string | undefined {
  const bare = line.replace(quoted, "");
  if (bare.includes("\t")) return "\t";
  const unnumbered = bare.replace(thousands, "");
  const found = marks.filter((mark) => unnumbered.includes(mark));
  return found.length > 1 ? undefined : (found[0] ?? " ");
}

/** Splits a line at its separator. A quoted cell keeps its quotes. */
function cellsOf(line: string, separator: string): string[] {
  if (separator === " ") return line.trim().split(/\s+/);
  const cells: string[] = [];
  let start = 0;
  for (let at = 0; at <= line.length; at++) {
    if (at === start && line[at] === '"') {
      const end = /^"(?:[^"]|"")*"/.exec(line.slice(at));
      if (end) at += end[0].length;
    }
    if (at < line.length && line[at] !== separator) continue;
    cells.push(line.slice(start, at));
    start = at + 1;
  }
  return cells;
}

/** Quotes a cell with characters that the reader of CSV could take for separators. */
const quote = (cell: string): string =>
  !cell.startsWith('"') && /[,;|]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/**
 * Returns pasted text with the tab as the separator of all lines. The separator is decided for each line, because
 * people put lists together from several sources: tab, else the only one of comma, semicolon and vertical bar, else
 * spaces. A line with several of these characters is not clear.
 */
export function pastedLines(text: string): PastedLines {
  const plain = text.replaceAll("，", ",").replaceAll("；", ";").replaceAll("｜", "|");
  const lines = linesOf(plain).map((line) => ({ ...line, separator: separatorOf(line.text) }));
  const unclear = lines.filter((line) => line.separator === undefined);
  if (unclear.length > 0) return { unclear };
  return {
    text: lines
      .map(({ text: line, separator = "\t" }) =>
        cellsOf(line, separator)
          .map((cell) => quote(separator === "\t" ? cell : cell.trim()))
          .join("\t"),
      )
      .join("\n"),
  };
}
