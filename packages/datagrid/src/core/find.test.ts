import { expect, test } from "vitest";
import { type Part, partColumns, parts } from "../gallery/parts.ts";
import { ArrayView } from "./array-view.ts";
import { FIND_LIMIT, findCells } from "./find.ts";

const find = (text: string, count = 6, signal = new AbortController().signal) => {
  const view = new ArrayView<Part>(parts(count), partColumns, (row) => row.id);
  return findCells(view, partColumns, text, ["Yes", "No"], signal);
};
const texts = async (text: string) => (await find(text)).map(({ row, key }) => `${row} ${key}`);

test("finds cells by the text that they show, in the order of rows and columns", async () => {
  expect(await texts("IDLE")).toEqual(["1 state", "4 state"]);
  expect(await texts("111.5")).toEqual(["3 weight"]);
  expect(await texts(" 2026-03-02 ")).toEqual(["1 made", "1 seen"]);
  expect(await texts("yes")).toEqual(["1 approved", "2 approved", "4 approved", "5 approved"]);
  expect(await texts("nothing")).toEqual([]);
  expect(await texts(" ")).toEqual([]);
});

test("stops above its limit and when it is aborted", async () => {
  expect(await find("P-", FIND_LIMIT + 50)).toHaveLength(FIND_LIMIT + 1);
  const controller = new AbortController();
  controller.abort();
  expect(await find("P-", 10, controller.signal)).toEqual([]);
});
