import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";

/** Generator of pseudo-random numbers (mulberry32). The same seed always gives the same numbers. */
export function randomOf(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

type Random = ReturnType<typeof randomOf>;

const joined = (...parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/** Changes the bytes of a file: flips, overwrites, removes, repeats, inserts or cuts. */
function mutateBytes(source: Uint8Array, random: Random): Uint8Array {
  const data = source.slice();
  const at = random(data.length);
  const length = 1 + random(Math.min(64, data.length));
  switch (random(6)) {
    case 0:
      for (let i = 0; i < 1 + random(8); i++) {
        const where = random(data.length);
        data[where] = (data[where] ?? 0) ^ (1 << random(8));
      }
      return data;
    case 1:
      for (let i = at; i < at + length; i++) data[i] = random(256);
      return data;
    case 2:
      return joined(data.subarray(0, at), data.subarray(at + length));
    case 3:
      return joined(
        data.subarray(0, at + length),
        data.subarray(at, at + length),
        data.subarray(at + length),
      );
    case 4: {
      const extra = Uint8Array.from({ length }, () => random(256));
      return joined(data.subarray(0, at), extra, data.subarray(at));
    }
    default:
      return data.subarray(0, at);
  }
}

const numbers = ["-1", "0", "1", "65536", "1048577", "999999999", "2147483648", "1e308", "NaN", ""];
const pieces = [
  '"',
  "'",
  "<",
  ">",
  "&",
  "&#0;",
  "]]>",
  "\u0000",
  "=",
  ",",
  ";",
  "\n",
  "\ud800",
  "<!--",
  "<c>",
  "</row>",
];

/** Changes a text: replaces numbers, removes, repeats or moves parts, or inserts special characters. */
function mutateText(source: string, random: Random): string {
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const at = random(source.length);
  const length = 1 + random(80);
  switch (random(5)) {
    case 0: {
      const found = [...source.matchAll(/\d+/g)];
      const one = found[random(found.length)];
      return one
        ? source.slice(0, one.index) + pick(numbers) + source.slice(one.index + one[0].length)
        : source;
    }
    case 1:
      return source.slice(0, at) + source.slice(at + length);
    case 2:
      return (
        source.slice(0, at) + source.slice(at, at + length).repeat(1 + random(50)) + source.slice(at + length)
      );
    case 3: {
      const from = random(source.length);
      return source.slice(0, at) + source.slice(from, from + length) + source.slice(at);
    }
    default:
      return source.slice(0, at) + pick(pieces) + source.slice(at);
  }
}

/**
 * Changes the text of one entry of a zip file, so that the zip file stays valid and the parser of the entry reads the
 * change.
 */
function mutateEntry(source: Uint8Array, random: Random): Uint8Array {
  const entries = unzipSync(source);
  const names = Object.keys(entries);
  const name = names[random(names.length)] ?? "";
  const text = mutateText(strFromU8(entries[name] ?? new Uint8Array()), random);
  return zipSync({ ...entries, [name]: strToU8(text) }, { level: 1 });
}

/** Returns a copy of a file with one or more random changes. */
export function mutated(source: Uint8Array, random: Random): Uint8Array {
  const isZip = source[0] === 0x50 && source[1] === 0x4b;
  let data = source;
  const times = 1 + random(3);
  if (isZip && random(4) > 0) for (let i = 0; i < times; i++) data = mutateEntry(data, random);
  else for (let i = 0; i < times && data.length > 1; i++) data = mutateBytes(data, random);
  return data;
}
