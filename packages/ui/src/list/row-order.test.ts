import { expect, test } from "vitest";
import { renumbered } from "./row-order.ts";

const rows = (...numbers: (number | null)[]) => numbers.map((seq, at) => ({ id: "abcd"[at], seq }));
const after = (numbers: (number | null)[], from: number, to: number) =>
  renumbered(rows(...numbers), from, to, "seq").map((r) => `${String(r.id)}${String(r.seq)}`);

test("numbers the rows from 1 after a move, and returns only those that change", () => {
  expect(after([1, 2, 3, 4], 0, 2)).toEqual(["b1", "c2", "a3"]);
  expect(after([1, 2, 3, 4], 3, 2)).toEqual(["d3", "c4"]);
  expect(after([1, 2, 3, 4], 1, 1)).toEqual([]);
  // Rows with gaps in their numbers, with equal numbers or without a number are renumbered too.
  expect(after([1, 1, 7, null], 0, 1)).toEqual(["a2", "c3", "d4"]);
});
