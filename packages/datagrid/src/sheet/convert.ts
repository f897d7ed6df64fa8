import type { Cell, ImportColumn } from "./types.ts";

const dayMs = 86_400_000;
const two = (n: number) => String(n).padStart(2, "0");

/** 'YYYY-MM-DD HH:mm:ss' of a spreadsheet's serial number (1900 system, its leap-year mistake left out). */
export function serialText(serial: number): string {
  const d = new Date(Math.round((serial - 25_569) * 86_400) * 1000);
  return `${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`;
}

/** Serial numbers of the years 1950 to 2150. */
const isSerial = (n: number) => n > 18_264 && n < (2150 - 1970) * 365.25 + 25_569 && n * dayMs > 0;

/** "2025/3/7", "2025.03.07" and "2025年3月7日" as 'YYYY-MM-DD', the time behind it kept. */
function dateText(text: string): string {
  const m = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](.+))?$/.exec(text);
  if (!m) return text;
  const [, year, month = "", day = "", time] = m;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}${time ? ` ${time}` : ""}`;
}

const yes: ReadonlySet<string> = new Set(["y", "yes", "true", "1", "是"]);
const no: ReadonlySet<string> = new Set(["n", "no", "false", "0", "否"]);

/** What a cell means in a column; what cannot be understood stays as it is, and is refused by who checks it. */
export function cellValue(cell: Cell, column: ImportColumn): Cell {
  const text = typeof cell === "string" ? cell.trim() : cell;
  if (text === null || text === "") return null;
  switch (column.type) {
    case "text":
      return String(text);
    case "number": {
      const plain = typeof text === "string" ? text.replace(/[,，\s]/g, "") : text;
      return typeof plain === "string" && plain !== "" && Number.isFinite(Number(plain))
        ? Number(plain)
        : plain;
    }
    case "date":
    case "time": {
      const full = typeof text === "number" && isSerial(text) ? serialText(text) : dateText(String(text));
      return column.type === "date" ? full.slice(0, full.length > 10 ? 10 : undefined) : full;
    }
    case "choice": {
      const word = String(text).toLowerCase();
      const found = column.options?.find(
        (o) => o.label.toLowerCase() === word || String(o.value) === String(text),
      );
      return found ? found.value : text;
    }
    case "flag": {
      const word = String(text).toLowerCase();
      const named = column.options?.find((o) => o.label.toLowerCase() === word)?.value;
      return yes.has(word) || named === "Y" ? "Y" : no.has(word) || named === "N" ? "N" : text;
    }
  }
}

export interface ImportedRow {
  /** The row's number in the sheet, from 1. */
  readonly line: number;
  readonly values: Readonly<Record<string, Cell>>;
}

/** Rows below the header, with their values by column; empty ones are left out. */
export function importedRows(
  rows: readonly (readonly Cell[])[],
  header: number,
  mapping: readonly (string | undefined)[],
  columns: readonly ImportColumn[],
): ImportedRow[] {
  const byKey = new Map(columns.map((c) => [c.key, c]));
  return rows.slice(header + 1).flatMap((row, i) => {
    const values: Record<string, Cell> = {};
    for (const [at, key] of mapping.entries()) {
      const column = key === undefined ? undefined : byKey.get(key);
      const value = column ? cellValue(row[at] ?? null, column) : null;
      if (column && value !== null) values[column.key] = value;
    }
    return Object.keys(values).length === 0 ? [] : [{ line: header + i + 2, values }];
  });
}
