import { isSerial, serialText } from "./serial.ts";
import type { Cell, CellFault, ImportColumn } from "./types.ts";

const datePattern = /(\d{4})(?:[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d\d)(\d\d))/;
const timePattern = /[ T]+(\d{1,2})[:：时時](\d{1,2})(?:[:：分](\d{1,2}))?.*/;
const instantPattern = new RegExp(`^${datePattern.source}(?:${timePattern.source})?$`);

/** Converts "2025/3/7", "2025.03.07", "20250307" and "2025年3月7日 8:05" to 'YYYY-MM-DD[ HH:mm:ss]'. */
function dateText(text: string): string {
  const m = instantPattern.exec(text);
  if (!m) return text;
  const two = (part: string | undefined) => (part ?? "0").padStart(2, "0");
  const day = `${m[1]}-${two(m[2] ?? m[4])}-${two(m[3] ?? m[5])}`;
  return m[6] === undefined ? day : `${day} ${two(m[6])}:${two(m[7])}:${two(m[8])}`;
}

/** Returns true if 'YYYY-MM-DD[ HH:mm:ss]' is a date that exists. */
function isMoment(text: string): boolean {
  const m = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d))?$/.exec(text);
  if (!m) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = m
    .slice(1)
    .map((p) => Number(p ?? 0));
  const date = new Date(Date.UTC(year, month - 1, day));
  return (
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  );
}

const yes: ReadonlySet<string> = new Set(["y", "yes", "true", "1", "是", "✓", "√"]);
const no: ReadonlySet<string> = new Set(["n", "no", "false", "0", "否", "–"]);

/** Matches titles of columns that contain dates or times, in Chinese and English. */
const dateWord = /日期|时间|時間|日時|\bdate\b|\btime\b/i;

/**
 * Converts a cell to a value of the column's type. If the cell cannot be converted, returns a value that `cellFault`
 * reports.
 * @param shift days to add to Excel serial dates, for sheets that count from 1904
 */
export function cellValue(cell: Cell, column: ImportColumn, shift = 0): Cell {
  const text = typeof cell === "string" ? cell.trim() : cell;
  if (text === null || text === "") return null;
  switch (column.type) {
    case "text":
      // A number in a text column is an Excel serial date if the column's title says that the column contains dates.
      if (typeof text === "number" && isSerial(text + shift) && dateWord.test(column.title))
        return serialText(text + shift);
      return String(text);
    case "number": {
      const plain = typeof text === "string" ? text.normalize("NFKC").replace(/[,\s]/g, "") : text;
      return typeof plain === "string" && plain !== "" && Number.isFinite(Number(plain))
        ? Number(plain)
        : plain;
    }
    case "date":
    case "time": {
      // The text of a CSV cell may be an Excel serial date, for example "45000". Such a text is first converted to a
      // number.
      const serial = typeof text === "string" && /^\d{5}(\.\d+)?$/.test(text) ? Number(text) : text;
      const full =
        typeof serial === "number" && isSerial(serial + shift)
          ? serialText(serial + shift)
          : dateText(String(text));
      return column.type === "date" ? full.slice(0, isMoment(full) ? 10 : undefined) : full;
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

/** Returns the fault of a value that `cellValue` has returned. Returns undefined if the value is valid. */
export function cellFault(value: Cell, column: ImportColumn): CellFault | undefined {
  if (value === null) return column.required ? "required" : undefined;
  switch (column.type) {
    case "text":
      return column.maxLength !== undefined && String(value).length > column.maxLength
        ? "tooLong"
        : undefined;
    case "number":
      if (typeof value !== "number") return "number";
      if (column.whole && !Number.isInteger(value)) return "whole";
      if (column.min !== undefined && value < column.min) return "tooSmall";
      return column.max !== undefined && value > column.max ? "tooLarge" : undefined;
    case "date":
    case "time":
      return typeof value === "string" && isMoment(value) ? undefined : column.type;
    case "choice":
      return column.options?.some((o) => o.value === value) ? undefined : "choice";
    case "flag":
      return value === "Y" || value === "N" ? undefined : "flag";
  }
}
