/** Period from `from` (inclusive) to `to` (exclusive), epoch ms. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the index of the first reading at or after an instant. */
export function firstAt(list: readonly { readonly at: number }[], at: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the time within `bounds` that lies in one of the spans `inside` and in none of the spans `outside`, ms. */
export function lengthOf(inside: readonly Span[], outside: readonly Span[], bounds: Span): number {
  const edges = [...inside, ...outside, bounds].flatMap((s) => [s.from, s.to]);
  const marks = [...new Set(edges)].filter((t) => t >= bounds.from && t <= bounds.to).sort((a, b) => a - b);
  const holds = (list: readonly Span[], a: number, b: number) => list.some((s) => s.from <= a && s.to >= b);
  let n = 0;
  for (let i = 1; i < marks.length; i++) {
    const [a, b] = [marks[i - 1] ?? 0, marks[i] ?? 0];
    if (holds(inside, a, b) && !holds(outside, a, b)) n += b - a;
  }
  return n;
}
