import { mmPerPt, type TextItem } from "./page.ts";

/** Returns the width of a character as a multiple of the font size. */
export type Measure = (font: FontSpec, character: string) => number;

export type FontSpec = Pick<TextItem, "font" | "bold" | "italic">;

interface Line {
  readonly text: string;
  /** Distance of the line's start from the left edge of the box, mm. */
  readonly x: number;
  /** Distance of the line's baseline from the upper edge of the box, mm. */
  readonly y: number;
  readonly width: number;
}

export interface Layout {
  /** Font size, points. */
  readonly size: number;
  readonly lines: readonly Line[];
}

/** Smallest font size that browsers draw, points. Smaller text is drawn in this size and then scaled down. */
export const smallestSize = 9;
/** Step by which the font size of a text that does not fit is reduced, points. */
const step = 0.2;
/**
 * Smallest font size to which a text is reduced, points; smaller text cannot be read. A text that does not fit even
 * then extends beyond its box.
 */
const floor = 2;
/** Distance between two baselines, relative to the font size. */
const lineHeight = 1.2;
/** Distance from the top of a line to its baseline, relative to the font size. */
const ascent = 0.95;

/** Matches a CJK character. A line may break before and after each CJK character. */
const wide =
  /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\ud840-\ud87f]/;
/** Matches punctuation that must not begin a line. */
const closing = /[，。、；：？！）】》」』”’,.;:?!)\]}%]/;

/**
 * Estimates the widths of characters without a browser: CJK characters are as wide as their font size, others about
 * half as wide.
 */
export const roughMeasure: Measure = (_, c) => (wide.test(c) ? 1 : /[A-Z@MW%]/.test(c) ? 0.68 : 0.54);

/** Splits a paragraph into pieces that must not be broken. A line may break between two pieces. */
function pieces(paragraph: string): string[] {
  const found: string[] = [];
  let last = "";
  for (const c of paragraph) {
    const before = found.at(-1);
    const joins =
      before !== undefined &&
      (closing.test(c) || c === " " || (!wide.test(c) && !wide.test(last) && last !== " " && last !== "-"));
    if (joins) found[found.length - 1] = before + c;
    else found.push(c);
    last = c;
  }
  return found;
}

/**
 * Wraps a paragraph into lines. A word (or another piece from `pieces`) that is longer than a line is broken at the end
 * of the line.
 */
function wrap(paragraph: string, width: number, of: (s: string) => number): string[] {
  const lines: string[] = [];
  let line = "";
  const put = (piece: string) => {
    if (of((line + piece).trimEnd()) <= width) line += piece;
    else if (line === "" || of(piece.trimEnd()) > width) {
      for (const c of piece) {
        if (line !== "" && of(line + c) > width) {
          lines.push(line.trimEnd());
          line = "";
        }
        line += c;
      }
    } else {
      lines.push(line.trimEnd());
      line = piece;
    }
  };
  for (const piece of pieces(paragraph)) put(piece);
  lines.push(line.trimEnd());
  return lines;
}

/**
 * Returns true if more than half of a text's last line is below its box. A smaller overflow is allowed, because in
 * carriers' templates a box is often slightly less high than its line, and no part of the text is lost.
 */
export function isOverflowing(item: TextItem, measure: Measure): boolean {
  if (item.text.trim() === "") return false;
  const { size, lines } = layoutText(item, measure);
  const isTurned = item.rotation === 1 || item.rotation === 2;
  const mm = size * mmPerPt;
  const pitch = mm * lineHeight + item.lineSpacing * mmPerPt;
  const height = pitch * (lines.length - 1) + mm * lineHeight;
  return height - (isTurned ? item.width : item.height) > (mm * lineHeight) / 2;
}

/** Lays out the lines of a text in its box, as if the box were not rotated. */
export function layoutText(item: TextItem, measure: Measure): Layout {
  const turned = item.rotation === 1 || item.rotation === 2;
  const width = turned ? item.height : item.width;
  const height = turned ? item.width : item.height;
  const advances = new Map<string, number>();
  const em = (s: string) => {
    let sum = 0;
    for (const c of s) {
      let a = advances.get(c);
      if (a === undefined) {
        a = measure(item, c);
        advances.set(c, a);
      }
      sum += a;
    }
    return sum;
  };
  const paragraphs = item.text.split(/\r\n|\r|\n/);
  const at = (size: number) => {
    const mm = size * mmPerPt;
    // Allows 0.01 mm more than the width, so that rounding errors do not break a line that just fits.
    const lines = paragraphs.flatMap((p) => wrap(p, width + 0.01, (s) => em(s) * mm));
    const pitch = mm * lineHeight + item.lineSpacing * mmPerPt;
    return { mm, lines, pitch, height: pitch * (lines.length - 1) + mm * lineHeight };
  };
  let { size } = item;
  let fit = at(size);
  while (item.shrink && fit.height > height + 0.01 && size - step >= floor) {
    size = Math.round((size - step) * 10) / 10;
    fit = at(size);
  }
  const rest = height - fit.height;
  // Starts a text that is higher than its box at the top, because its beginning matters most.
  const top = rest <= 0 ? 0 : item.valign === 1 ? rest / 2 : item.valign === 2 ? rest : 0;
  const lines = fit.lines.map((line, i): Line => {
    const w = em(line) * fit.mm;
    const x = item.align === 1 ? (width - w) / 2 : item.align === 2 ? width - w : 0;
    return {
      text: line,
      x,
      y: top + i * fit.pitch + fit.mm * ((lineHeight - 1) / 2 + ascent - 0.07),
      width: w,
    };
  });
  return { size, lines };
}
