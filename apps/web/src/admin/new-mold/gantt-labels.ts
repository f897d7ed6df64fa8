/** Returns the approximate width of a small label, px. Chinese characters are wider than Latin letters. */
const widthOf = (text: string): number =>
  [...text].reduce((width, c) => width + (c > "\u2e7f" ? 11 : 6.4), 0);
const gap = 4;

/**
 * Returns the x position of each label's centre. A label stands above its mark, or further right if it would overlap
 * the previous label. Labels that would leave the chart at its right edge move to the left.
 * @param width width of the chart, px
 */
export function labelMiddles(
  marks: readonly { readonly at: number; readonly text: string }[],
  width = Number.POSITIVE_INFINITY,
): number[] {
  let end = Number.NEGATIVE_INFINITY;
  const middles = marks.map(({ at, text }) => {
    const half = widthOf(text) / 2;
    const middle = Math.max(at, end + gap + half);
    end = middle + half;
    return middle;
  });
  let edge = width;
  for (const [i, { text }] of [...marks.entries()].reverse()) {
    const half = widthOf(text) / 2;
    const middle = Math.min(middles[i] ?? 0, edge - half);
    middles[i] = middle;
    edge = middle - half - gap;
  }
  return middles;
}
