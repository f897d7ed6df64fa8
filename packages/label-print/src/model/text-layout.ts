import { mmPerPt, type TextItem } from "./page.ts";

/** How wide a character is, as a part of the size of type. */
export type Measure = (font: FontSpec, character: string) => number;

export type FontSpec = Pick<TextItem, "font" | "bold" | "italic">;

interface Line {
  readonly text: string;
  /** From the box's left edge and top to where the line begins on its base line, mm. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

export interface Layout {
  /** pt */
  readonly size: number;
  readonly lines: readonly Line[];
}

/** Browsers may refuse smaller type; what is smaller is drawn at this size and scaled down. */
export const smallestSize = 9;
const step = 0.2;
/** Smaller nobody reads; what does not fit then is cut off by its box. */
const floor = 2;
const lineHeight = 1.2;
/** Base line below the top of a line, as a part of the size. */
const ascent = 0.95;

/** Characters that have no letters around them to stay with: a line may break before and after each. */
const wide =
  /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]|[\ud840-\ud87f]/;
/** Does not begin a line. */
const closing = /[，。、；：？！）】》」』”’,.;:?!)\]}%]/;

/** Without a browser: Chinese is as wide as high, the rest about half of it. */
export const roughMeasure: Measure = (_, c) => (wide.test(c) ? 1 : /[A-Z@MW%]/.test(c) ? 0.68 : 0.54);

/** The pieces between which a line may break. */
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

/** Lines of a paragraph; a piece longer than a line is broken where it ends. */
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

/** Where the lines of a text go in its box, as it lies before it is turned. */
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
    // A rounding error is not a reason to break a line.
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
  // What is too high begins at the top: its beginning says more than its middle.
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
