/** Rows of a CSV text. */
export interface CsvRows {
  readonly rows: readonly (readonly string[])[];
  /**
   * Row, from 1 on, with a quoted cell whose closing quote is missing or is followed by text. `rows` ends before this
   * row, because its end is unknown. Undefined: there is no such cell.
   */
  readonly unclosed: number | undefined;
}

/**
 * Splits CSV text into rows of cells. Quoted cells may contain separators, line breaks and doubled quotes. Stops at a
 * quoted cell whose closing quote is missing or is followed by text, because the cell could contain any number of rows.
 */
export function rowsOfCsv(text: string): CsvRows {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let state: "plain" | "quoted" | "closed" = "plain";
  const broken = (): CsvRows => ({ rows: rows.map(cleaned), unclosed: rows.length + 1 });
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? "";
    if (state === "quoted") {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') {
        cell += c;
        i++;
      } else state = "closed";
    } else if (c === separator) {
      row.push(cell);
      cell = "";
      state = "plain";
    } else if (c === "\n") {
      rows.push([...row, cell]);
      row = [];
      cell = "";
      state = "plain";
    } else if (state === "closed") {
      // Accepts spaces and tabs after the closing quote, because some banks write them. Refuses other characters there.
      if (c.trim() !== "") return broken();
    } else if (c === '"' && cell.trim() === "") {
      cell = "";
      state = "quoted";
    } else if (c !== "\r") cell += c;
  }
  if (state === "quoted") return broken();
  if (cell !== "" || row.length > 0) rows.push([...row, cell]);
  return { rows: rows.map(cleaned), unclosed: undefined };
}

/** Removes the tab or apostrophe that banks put before long numbers, so that spreadsheets keep all digits. */
const cleaned = (cells: readonly string[]): readonly string[] =>
  cells.map((x) => x.trim().replace(/^['`]/, ""));

function separatorOf(text: string): string {
  const head = text.slice(0, 4000);
  const count = (c: string) => head.split(c).length;
  return count("\t") > count(",") ? "\t" : ",";
}
