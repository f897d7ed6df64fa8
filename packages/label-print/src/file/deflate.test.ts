import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { Deflate } from "./deflate.ts";

/** Runs of bytes: each byte and how often it is repeated. */
type Runs = readonly (readonly [byte: number, times: number])[];

function inflated(runs: Runs): Buffer {
  const deflate = new Deflate();
  for (const [byte, times] of runs) deflate.add(byte, times);
  // `inflateSync` also checks the checksum at the end of the stream.
  return inflateSync(deflate.end());
}
const plain = (runs: Runs) => Buffer.concat(runs.map(([byte, times]) => Buffer.alloc(times, byte)));

it("keeps runs of each length", () => {
  const runs: Runs = Array.from({ length: 800 }, (_, i) => [i % 2, i + 1] as const);
  expect(inflated(runs).equals(plain(runs))).toBe(true);
});

it("joins a run that is added in parts", () => {
  const runs: Runs = [
    [7, 1],
    [7, 2],
    [7, 300],
    [9, 1],
    [7, 1],
  ];
  expect(inflated(runs).equals(plain(runs))).toBe(true);
});

it("keeps random bytes", () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  const runs: Runs = Array.from({ length: 20_000 }, () => [random() % 256, 1 + (random() % 3)] as const);
  expect(inflated(runs).equals(plain(runs))).toBe(true);
});

it("keeps codes within 15 bits if symbols differ extremely in their number", () => {
  // Each byte occurs as often as the two bytes before it together, which gives the longest codes.
  const runs: [number, number][] = [];
  for (let byte = 0, a = 1, b = 1; byte < 24; byte++, [a, b] = [b, a + b])
    for (let i = 0; i < a; i++) runs.push([byte, 1], [200 + (i % 2), 1]);
  expect(inflated(runs).equals(plain(runs))).toBe(true);
});

it("needs 3 kB for a white page of a million bytes", () => {
  const deflate = new Deflate();
  for (let row = 0; row < 1000; row++) {
    deflate.add(2);
    deflate.add(0, 1000);
  }
  expect(deflate.end().length).toBeLessThan(3000);
});
