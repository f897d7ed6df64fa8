/**
 * Returns a pseudo-random number from 0 to 1 (excluded), computed as a hash of the key. The same key always gives the
 * same number, so the demo after a restart is the same without any stored state.
 */
export function chance(...key: readonly (number | string)[]): number {
  let h = 0x811c9dc5;
  for (const part of key) {
    const text = typeof part === "string" ? part : String(part);
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    h = Math.imul(h ^ 0x2f, 0x01000193);
  }
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad);
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
  return ((h ^ (h >>> 15)) >>> 0) / 4_294_967_296;
}

export function between(low: number, high: number, ...key: readonly (number | string)[]): number {
  return low + (high - low) * chance(...key);
}

export function whole(low: number, high: number, ...key: readonly (number | string)[]): number {
  return Math.floor(between(low, high + 1, ...key));
}

export function pick<T>(list: readonly T[], ...key: readonly (number | string)[]): T {
  const item = list[Math.floor(chance(...key) * list.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
