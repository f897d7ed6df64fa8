import { parseMoment } from "../sheet/dates.ts";
import { parseNumber } from "../sheet/numbers.ts";
import { decimalsOf } from "./decimals.ts";
import type { EditTexts } from "./edit-texts.ts";
import { plainText } from "./format.ts";
import type { GridColumn } from "./types.ts";

/** The value that a text stands for, or an error message if the text is not a valid value of the column. */
export type ParsedCell = { readonly value: unknown } | { readonly error: string };

const yes: ReadonlySet<string> = new Set(["y", "yes", "true", "1", "是", "✓", "√"]);
const no: ReadonlySet<string> = new Set(["n", "no", "false", "0", "否", "–", "✗", "×"]);

function parseNumberCell<R>(column: GridColumn<R>, text: string, texts: EditTexts): ParsedCell {
  const parsed = parseNumber(text, "point", column.unit);
  if ("fault" in parsed) {
    const { fault } = parsed;
    return { error: fault === "numberStyle" || fault === "digits" ? texts[fault] : texts.number };
  }
  const { decimals } = column;
  if (decimals !== undefined && decimalsOf(parsed.value) > decimals)
    return { error: texts.decimals(decimals) };
  return { value: parsed.value };
}

function parseMomentCell<R>(column: GridColumn<R>, text: string, texts: EditTexts): ParsedCell {
  const parsed = parseMoment(text, undefined);
  if ("fault" in parsed) {
    if (parsed.fault === "dateStyle" || parsed.fault === "year") return { error: texts.dateStyle };
    return { error: column.type === "date" ? texts.date : texts.time };
  }
  const { value } = parsed;
  if (column.type === "time") return { value: value.length === 10 ? `${value} 00:00:00` : value };
  if (value.length > 10 && !value.endsWith(" 00:00:00")) return { error: texts.dateOnly };
  return { value: value.slice(0, 10) };
}

/**
 * Parses the text of a pasted or filled cell by the column's type. An empty text is the value null. No text is rounded,
 * cut or guessed: a text that is not exactly a value is an error.
 */
export function parseCell<R>(
  column: GridColumn<R>,
  text: string,
  flags: readonly [string, string],
  texts: EditTexts,
): ParsedCell {
  const bare = text.trim();
  if (bare === "") return { value: null };
  const word = bare.toLowerCase();
  switch (column.type) {
    case "number":
      return parseNumberCell(column, bare, texts);
    case "date":
    case "time":
      return parseMomentCell(column, bare, texts);
    case "flag":
      if (yes.has(word) || word === flags[0].toLowerCase()) return { value: true };
      return no.has(word) || word === flags[1].toLowerCase() ? { value: false } : { error: texts.flag };
    case "choice": {
      const option =
        column.options?.find((o) => o.label.toLowerCase() === word) ??
        column.options?.find((o) => String(o.value) === bare);
      return option ? { value: option.value } : { error: texts.choice };
    }
    default:
      return { value: text };
  }
}

/**
 * Returns the text that a copy of a cell contains. If this text is pasted, `parseCell` converts it to a value again.
 */
export const cellText = <R>(
  column: GridColumn<R>,
  value: unknown,
  row: R,
  flags: readonly [string, string],
) => plainText(column, value, row, flags);
