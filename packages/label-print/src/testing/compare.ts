import type { Pixels } from "../file/bitmap.ts";

const visibly = 64;

/** Returns the share of pixels whose difference a person could see. */
export function differing(seen: Pixels, golden: Pixels): number {
  let count = 0;
  for (let i = 0; i < seen.data.length; i += 4) {
    const far = (c: number) => Math.abs((seen.data[i + c] ?? 0) - (golden.data[i + c] ?? 0)) > visibly;
    if (far(0) || far(1) || far(2)) count++;
  }
  return count / (seen.width * seen.height);
}

/**
 * Compares the dark pixels of two pictures. Returns the share of dark pixels that have no dark pixel of the other
 * picture within `within` pixels. So a line may be thinner in one picture, but not at another place.
 */
export function misplaced(a: Pixels, b: Pixels, within: number): number {
  const reach = Math.round(within);
  const { width, height } = a;
  const [inkA, inkB] = [a, b].map(({ data }) =>
    Uint8Array.from({ length: width * height }, (_, i) => ((data[i * 4 + 1] ?? 255) < 180 ? 1 : 0)),
  ) as [Uint8Array, Uint8Array];
  const grown = (from: Uint8Array, step: number) => {
    const to = new Uint8Array(from.length);
    for (let i = 0; i < from.length; i++)
      if (from[i]) for (let d = -reach; d <= reach; d++) to[i + d * step] = 1;
    return to;
  };
  const near = (ink: Uint8Array) => grown(grown(ink, 1), width);
  const [nearA, nearB] = [near(inkA), near(inkB)];
  let [ink, far] = [0, 0];
  for (let i = 0; i < inkA.length; i++) {
    if (inkA[i] || inkB[i]) ink++;
    if ((inkA[i] && !nearB[i]) || (inkB[i] && !nearA[i])) far++;
  }
  return far / ink;
}
