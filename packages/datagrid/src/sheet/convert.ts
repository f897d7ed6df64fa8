import { parseMoment } from "./dates.ts";
import { parseNumber } from "./numbers.ts";
import { isSerial, serialText } from "./serial.ts";
import type { Cell, CellFault, CellMark, Conversion, DateOrder, ImportColumn, NumberStyle } from "./types.ts";

/** A cell before its conversion, as it is in the sheet. */
export interface SourceCell {
  readonly value: Cell;
  readonly mark?: CellMark | undefined;
  readonly format?: string | undefined;
  /** The text that a spreadsheet program shows for the cell. Set only for cells with a special format. */
  readonly shown?: string | undefined;
}

export interface ConvertOptions {
  /** Decimal sign of numbers in texts. Default: point. */
  readonly numbers?: NumberStyle | undefined;
  /** Order of day and month. Default: dates that fit both orders are faults. */
  readonly dates?: DateOrder | undefined;
  /** Days to add to Excel serial dates of sheets that count days from 1904. */
  readonly shift?: number | undefined;
}

/**
 * Value of a cell with the conversions that led to it. A refused cell has a fault, and its value is the unconverted
 * source value.
 */
export interface Outcome {
  readonly value: Cell;
  readonly notes: readonly Conversion[];
  readonly fault?: CellFault | undefined;
}

const none: readonly Conversion[] = [];
const yes: ReadonlySet<string> = new Set(["y", "yes", "true", "1", "是", "✓", "√"]);
const no: ReadonlySet<string> = new Set(["n", "no", "false", "0", "否", "–"]);

/** Matches column titles that contain a word for "date" or "time", in Chinese or English. */
const dateWord = /日期|时间|時間|日時|\bdate\b|\btime\b/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are matched on purpose
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/;

/**
 * Returns true for a number with more than 15 digits before the decimal sign. Excel keeps only 15 digits, so the last
 * digits are already lost.
 */
const isLost = (n: number): boolean => Math.abs(n) >= 1e15;
/**
 * Removes the floating-point error of a computed number, as Excel does. Otherwise 0.1 + 0.2 would be
 * 0.30000000000000004.
 */
const exact = (n: number): number => Number(n.toPrecision(15));
/** Removes the parts of a number format that are shown as they are: "quoted", \escaped, and blanks such as "_)". */
const bareFormat = (format = ""): string => format.replace(/"[^"]*"|[\\_*]./g, "");

const isMoment = (mark: CellMark | undefined): boolean =>
  mark === "date" || mark === "dateRounded" || mark === "timeOnly";

type Part = { readonly value: Cell; readonly notes: readonly Conversion[] } | { readonly fault: CellFault };

function textOf(cell: SourceCell, column: ImportColumn, shift: number): Part {
  const { value, mark, format, shown } = cell;
  if (typeof value === "boolean") return { value: value ? "TRUE" : "FALSE", notes: ["boolean"] };
  if (typeof value !== "number") {
    const text = String(value);
    // Refuses a number such as 1.23457E+17 in a text column. Excel writes long numbers in this form to CSV files, and
    // the other digits are lost.
    if (/^-?\d[.,]\d+E\+\d+$/i.test(text)) return { fault: "digits" };
    return { value: text, notes: isMoment(mark) ? ["dateText"] : none };
  }
  if (isLost(value)) return { fault: "digits" };
  // Reads a number in a text column as an Excel serial date if the column's title says that the column contains dates.
  if (isSerial(value + shift) && dateWord.test(column.title))
    return { value: serialText(value + shift), notes: ["serial"] };
  const number = exact(value);
  if (shown === undefined || shown === String(number)) return { value: String(number), notes: none };
  const digits = shown.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
  const isPadded =
    Number.isInteger(number) && !/[#,%E]/i.test(bareFormat(format)) && digits === String(Math.abs(number));
  if (isPadded || (/^-?[\d.]+$/.test(shown) && Number(shown) === number))
    return { value: shown, notes: ["shown"] };
  return { value: String(number), notes: ["format"] };
}

function numberOf({ value, mark, format }: SourceCell, column: ImportColumn, numbers: NumberStyle): Part {
  if (typeof value === "boolean" || mark === "date" || mark === "dateRounded") return { fault: "number" };
  let notes: Conversion[] = [];
  let number: number;
  if (typeof value === "number") {
    if (isLost(value)) return { fault: "digits" };
    number = exact(value);
    if (bareFormat(format).includes("%")) {
      notes = ["percent"];
      if (column.unit === "%") number = exact(value * 100);
    }
  } else {
    const parsed = parseNumber(String(value), numbers, column.unit);
    if ("fault" in parsed) return parsed;
    number = parsed.value;
    notes = [...parsed.notes];
  }
  if (column.decimals !== undefined && !column.whole) {
    const rounded = Number(number.toFixed(column.decimals));
    if (rounded !== number) notes.push("rounded");
    number = rounded;
  }
  return { value: number, notes };
}

function momentOf({ value, mark }: SourceCell, column: ImportColumn, options: ConvertOptions): Part {
  const { shift = 0 } = options;
  if (typeof value === "boolean") return { fault: column.type === "date" ? "date" : "time" };
  const isCell = mark === "date" || mark === "dateRounded";
  // Reads a text of five digits as an Excel serial date, for example "45000" in a cell of a CSV file.
  const serial = typeof value === "string" && /^\d{5}(\.\d+)?$/.test(value) ? Number(value) : value;
  let found: Part;
  if (typeof serial === "number" && isSerial(serial + shift))
    found = { value: serialText(serial + shift), notes: ["serial"] };
  else if (isCell) found = { value, notes: mark === "dateRounded" ? ["seconds"] : none };
  else found = parseMoment(String(value), options.dates);
  if ("fault" in found)
    return found.fault === "date" || found.fault === "time"
      ? { fault: column.type === "date" ? "date" : "time" }
      : found;
  const text = String(found.value);
  if (column.type === "time")
    return text.length === 10 ? { value: text, notes: [...found.notes, "midnight"] } : found;
  const isMidnight = text.length === 10 || text.endsWith(" 00:00:00");
  return { value: text.slice(0, 10), notes: isMidnight ? found.notes : [...found.notes, "timeDropped"] };
}

function optionOf(value: Cell, column: ImportColumn): Part {
  const word = String(value).toLowerCase();
  const found = column.options?.find(
    (o) => o.label.toLowerCase() === word || String(o.value) === String(value),
  );
  if (found) return { value: found.value, notes: none };
  const other = column.options?.filter((o) => o.aliases?.some((a) => a.toLowerCase() === word)) ?? [];
  return other.length === 1 && other[0] ? { value: other[0].value, notes: ["word"] } : { fault: "choice" };
}

function flagOf(value: Cell, column: ImportColumn): Part {
  const word = String(value).toLowerCase();
  const named = optionOf(value, column);
  const meant = "fault" in named ? undefined : named.value;
  if (meant === "Y" || yes.has(word)) return { value: "Y", notes: none };
  return meant === "N" || no.has(word) ? { value: "N", notes: none } : { fault: "flag" };
}

function partOf(cell: SourceCell, column: ImportColumn, options: ConvertOptions): Part {
  switch (column.type) {
    case "text":
      return textOf(cell, column, options.shift ?? 0);
    case "number":
      return numberOf(cell, column, options.numbers ?? "point");
    case "date":
    case "time":
      return momentOf(cell, column, options);
    case "choice":
      return optionOf(cell.value, column);
    case "flag":
      return flagOf(cell.value, column);
  }
}

/**
 * Returns the fault of a converted value that exceeds the limits of its column. Returns undefined if the value is
 * allowed.
 */
function limitFault(value: Cell, column: ImportColumn): CellFault | undefined {
  if (column.type === "text")
    return column.maxLength !== undefined && [...String(value)].length > column.maxLength
      ? "tooLong"
      : undefined;
  if (typeof value !== "number" || column.type !== "number") return undefined;
  if (column.whole && !Number.isInteger(value)) return "whole";
  if (column.min !== undefined && value < column.min) return "tooSmall";
  return column.max !== undefined && value > column.max ? "tooLarge" : undefined;
}

function sourceFault({ value, mark }: SourceCell, column: ImportColumn): CellFault | undefined {
  if (mark === "error" || mark === "noValue" || mark === "quotes") return mark;
  if (mark === "noDate" || (mark === "timeOnly" && column.type !== "text"))
    return column.type === "date" || column.type === "number" ? column.type : "time";
  if (column.isAmount && (mark === "merged" || mark === "mergedFirst")) return "merged";
  if (typeof value !== "string") return undefined;
  return control.test(value) ? "control" : value.includes("\uFFFD") ? "undecoded" : undefined;
}

/**
 * Converts a cell to a value of the column's type. The outcome is the unchanged value, a value with a list of
 * conversions, or a fault.
 */
export function convertCell(cell: SourceCell, column: ImportColumn, options: ConvertOptions = {}): Outcome {
  const { value: source, mark } = cell;
  const refused = sourceFault(cell, column);
  if (refused) return { value: source, notes: none, fault: refused };
  const value = typeof source === "string" ? source.trim() : source;
  if (value === null || value === "")
    return { value: null, notes: none, fault: column.required ? "required" : undefined };
  const part = partOf({ ...cell, value }, column, options);
  if ("fault" in part) return { value: source, notes: none, fault: part.fault };
  const own: Conversion[] = [];
  if (value !== source) own.push("trimmed");
  if (mark === "merged" || mark === "excelText") own.push(mark);
  const notes = own.length > 0 ? [...own, ...part.notes] : part.notes;
  return { value: part.value, notes, fault: limitFault(part.value, column) };
}
