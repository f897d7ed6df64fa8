import { fontFamily } from "../model/svg.ts";
import type { FontSpec, Measure } from "../model/text-layout.ts";

/** Returns a function that measures the width of characters in the browser, with a cache per font. */
export function browserMeasure(): Measure {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) throw new Error("This browser has no canvas to measure text with");
  const fonts = new Map<string, Map<string, number>>();
  let current = "";
  return ({ font, bold, italic }: FontSpec, character) => {
    const css = `${italic ? "italic" : ""} ${bold ? 700 : 400} 100px ${fontFamily(font)}`;
    let widths = fonts.get(css);
    if (!widths) {
      widths = new Map();
      fonts.set(css, widths);
    }
    const known = widths.get(character);
    if (known !== undefined) return known;
    if (css !== current) {
      context.font = css;
      context.fontKerning = "none";
      current = css;
    }
    const width = context.measureText(character).width / 100;
    // Limits the cache: a label has only some hundreds of characters, but a page may stay open for months.
    if (widths.size > 5000) widths.clear();
    widths.set(character, width);
    return width;
  };
}
