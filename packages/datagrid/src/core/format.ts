import type { GridColumn } from "./types.ts";
import { wallTime } from "./zone.ts";

const numberFormats = new Map<number, Intl.NumberFormat>();

function numberFormat(decimals: number): Intl.NumberFormat {
  let format = numberFormats.get(decimals);
  if (!format) {
    // If `decimals` is negative, shows as many decimals as the value has, at most 6. Uses English separators, because
    // readers of all three languages understand them.
    format = new Intl.NumberFormat(
      "en-US",
      decimals < 0
        ? { maximumFractionDigits: 6 }
        : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
    );
    numberFormats.set(decimals, format);
  }
  return format;
}

export function formatNumber(value: number, decimals?: number): string {
  return Number.isFinite(value) ? numberFormat(decimals ?? -1).format(value) : "";
}

/**
 * Formats a text, epoch ms or Date as 'YYYY-MM-DD HH:mm:ss' in the time zone that is set for all pages (zone.ts). A
 * text that states no time zone is not converted.
 */
export function formatTime(value: unknown): string {
  if (typeof value === "string" && !/[zZ]$|[+-]\d\d:?\d\d$/.test(value))
    return value.replace("T", " ").slice(0, 19);
  const at = value instanceof Date ? value.getTime() : new Date(value as string | number).getTime();
  return Number.isNaN(at) ? String(value) : wallTime(at);
}

export function formatDate(value: unknown): string {
  if (typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value)) return value;
  return formatTime(value).slice(0, 10);
}

/** Returns the label of a choice. Compares values as texts, because a data source may send "1" for the number 1. */
export function optionLabel<R>(column: GridColumn<R>, value: unknown): string {
  const option = column.options?.find((o) => String(o.value) === String(value));
  return option?.label ?? (isBlank(value) ? "" : String(value));
}

export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === "";

/** Returns true for all forms of "true" that data sources send. An import writes "Y" for true and "N" for false. */
export const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || value === "1" || value === "true" || value === "Y";

/** Formats a cell for display in the grid. */
export function displayText<R>(column: GridColumn<R>, value: unknown, row: R): string {
  if (column.text) return column.text(value, row);
  if (isBlank(value)) return "";
  switch (column.type) {
    case "number": {
      const number = typeof value === "number" ? value : Number(value);
      return Number.isFinite(number) ? formatNumber(number, column.decimals) : String(value);
    }
    case "date":
      return formatDate(value);
    case "time":
      return formatTime(value);
    case "choice":
      return optionLabel(column, value);
    default:
      return typeof value === "object" ? JSON.stringify(value) : String(value);
  }
}

/**
 * Formats a cell for copying and CSV. Numbers have no separators of thousands.
 * @param flags texts for true and false
 */
export function plainText<R>(
  column: GridColumn<R>,
  value: unknown,
  row: R,
  flags: readonly [string, string],
): string {
  if (column.text) return column.text(value, row);
  if (isBlank(value)) return "";
  if (column.type === "number") return String(value);
  if (column.type === "flag") return isTrue(value) ? flags[0] : flags[1];
  return displayText(column, value, row);
}
