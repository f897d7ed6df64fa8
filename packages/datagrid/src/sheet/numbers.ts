import type { CellFault, Conversion, NumberStyle } from "./types.ts";

export type Converted<T> =
  | { readonly value: T; readonly notes: readonly Conversion[] }
  | { readonly fault: CellFault };

const signs = "NT\\$|US\\$|HK\\$|[$¥€£₩元]|RMB|CNY|USD|EUR|TWD|HKD|JPY|GBP";
const currencyFirst = new RegExp(`^([+-]?)\\s*(?:${signs})\\s*(?=[\\d+.,-])`, "i");
const currencyLast = new RegExp(`(?<=\\d)\\s*(?:${signs})$`, "i");

/** Largest number of significant digits that Excel and JavaScript keep exactly. */
const MAX_DIGITS = 15;

/** Returns the number of significant digits of a decimal number such as "-001.50". */
function significantDigits(mantissa: string): number {
  const [whole = "", part = ""] = mantissa.replace(/^[+-]/, "").split(".");
  return `${whole}${part.replace(/0+$/, "")}`.replace(/^0+/, "").length;
}

/**
 * Matches superscript, subscript and enclosed digits, which are not digits of the number: 10² is not 102. Does not
 * match them after a letter, because they then belong to a unit such as cm³. The letter "e" is an exception, because it
 * begins an exponent.
 */
const otherDigits = /(?<![^\P{L}eE])[²³¹⁰-₎①-⓿❶-➓㉑-㉟㊱-㊿\u{1f100}-\u{1f10c}]/u;

interface Plain {
  readonly text: string;
  readonly isGrouped: boolean;
}

function patternsOf(decimal: string, group: string) {
  return {
    whole: new RegExp(`^[+-]?(?:\\d+(?:${decimal}\\d*)?|${decimal}\\d+)(?:e[+-]?\\d+)?$`, "i"),
    grouped: new RegExp(
      `^[+-]?\\d{1,3}(?:(?<sign>${group}| |'|’)\\d{3})(?:\\k<sign>\\d{3})*(?:${decimal}\\d+)?$`,
    ),
  };
}

/** Patterns of numbers by style. They are created once, because creating a pattern takes longer than matching. */
const patterns = { point: patternsOf("\\.", ","), comma: patternsOf(",", "\\.") };

/** Returns a number text with "." as decimal sign and without thousands separators. */
function plainNumber(text: string, style: NumberStyle): Plain | undefined {
  const { whole, grouped } = patterns[style];
  const isGrouped = grouped.test(text);
  if (!isGrouped && !whole.test(text)) return undefined;
  const separators = style === "point" ? /[, '’]/g : /[. '’]/g;
  const bare = isGrouped ? text.replace(separators, "") : text;
  return { text: bare.replace(",", "."), isGrouped };
}

/**
 * Parses a number in a text by the given style. The result also lists the conversions that the user must see, for
 * example "currency" if a currency sign was removed.
 * @param unit unit of the column, which may follow the number
 */
export function parseNumber(source: string, style: NumberStyle, unit: string | undefined): Converted<number> {
  if (otherDigits.test(source)) return { fault: "number" };
  const notes: Conversion[] = [];
  let text = source
    .normalize("NFKC")
    .replace(/[\u2212\u2013]/g, "-")
    .trim();
  if (text !== source.trim().replaceAll("\u00a0", " ")) notes.push("signs");
  const bare = text.replace(currencyFirst, "$1").replace(currencyLast, "").trim();
  if (bare !== text) notes.push("currency");
  text = bare;
  let factor = 1;
  if (unit && text.toLowerCase().endsWith(unit.toLowerCase()) && text.length > unit.length) {
    text = text.slice(0, -unit.length).trim();
    notes.push("unit");
  } else if (text.endsWith("%")) {
    text = text.slice(0, -1).trim();
    factor = 100;
    notes.push("percent");
  }
  const plain = plainNumber(text, style);
  if (!plain) {
    const other = plainNumber(text, style === "point" ? "comma" : "point");
    return { fault: other ? "numberStyle" : "number" };
  }
  if (plain.isGrouped) notes.push("separators");
  if (style === "comma" && text.includes(",")) notes.push("comma");
  const [mantissa = "", exponent] = plain.text.toLowerCase().split("e");
  if (/^[+-]?0\d/.test(mantissa)) notes.push("zeros");
  if (exponent !== undefined) notes.push("exponent");
  if (significantDigits(mantissa) > MAX_DIGITS) return { fault: "digits" };
  const value = Number(plain.text);
  if (!Number.isFinite(value)) return { fault: "number" };
  if (value === 0 && /[1-9]/.test(mantissa)) return { fault: "digits" };
  // Divides by changing the decimal exponent, because 0.7 / 100 is 0.006999999999999999.
  return { value: factor === 1 ? value : Number(`${mantissa}e${Number(exponent ?? 0) - 2}`), notes };
}

/**
 * Returns the decimal sign (point or comma) that the text of a number proves. Returns undefined if the text is a number
 * with both signs, or with neither.
 */
export function provenStyle(source: string): NumberStyle | undefined {
  if (otherDigits.test(source)) return undefined;
  const text = source.normalize("NFKC").replace(/[^\d.,]/g, "");
  if (!/^[\d.,]+$/.test(text)) return undefined;
  const point = plainNumber(text, "point");
  const comma = plainNumber(text, "comma");
  return point && !comma ? "point" : comma && !point ? "comma" : undefined;
}
