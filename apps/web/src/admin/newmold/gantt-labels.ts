/** Width of small words of the time line, px. */
const widthOf = (text: string): number =>
  [...text].reduce((width, c) => width + (c > "\u2e7f" ? 11 : 6.4), 0);
const gap = 4;

/** Where each word's middle stands: above its mark, or further right where the word before it is in the way. */
export function labelMiddles(marks: readonly { readonly at: number; readonly text: string }[]): number[] {
  let end = Number.NEGATIVE_INFINITY;
  return marks.map(({ at, text }) => {
    const half = widthOf(text) / 2;
    const middle = Math.max(at, end + gap + half);
    end = middle + half;
    return middle;
  });
}
