const SEPARATORS = [",", ";", "\t", "|"] as const;

/**
 * Guesses the separator of a CSV file. It is the most frequent candidate outside quotes in the first 4096 characters.
 */
function separatorOf(text: string): string {
  const start = text.slice(0, 4096).replace(/"[^"]*"/g, "");
  const count = (separator: string): number => start.split(separator).length;
  return SEPARATORS.reduce((best, one) => (count(one) > count(best) ? one : best), SEPARATORS[0]);
}

/** Parses CSV. All cells stay texts, so that "007" keeps its zeros and nothing is mistaken for a date. */
export function readCsv(text: string): (string | null)[][] {
  const source = text.replace(/^\uFEFF/, "").replace(/^sep=(.)\r?\n/i, "");
  const separator = separatorOf(source);
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  let at = 0;
  while (at < source.length) {
    let cell = "";
    if (source[at] === '"') {
      for (at++; at < source.length; ) {
        const end = source.indexOf('"', at);
        cell += source.slice(at, end < 0 ? undefined : end);
        at = end < 0 ? source.length : end + 1;
        if (source[at] !== '"') break;
        cell += '"';
        at++;
      }
    }
    // Text after a closing quote is not valid CSV. It is tolerated and added to the cell.
    const start = at;
    while (at < source.length && source[at] !== separator && source[at] !== "\n" && source[at] !== "\r") at++;
    cell += source.slice(start, at);
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
  return rows;
}
