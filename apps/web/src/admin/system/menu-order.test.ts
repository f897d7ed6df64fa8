import { expect, it } from "vitest";
import { inOrder, placeAfterDrop } from "./menu-order.ts";

const rows = inOrder([
  { menuId: "A2", section: "A", sortNumber: 2 },
  { menuId: "A1", section: "A", sortNumber: 1 },
  { menuId: "A", section: "", sortNumber: 1 },
  { menuId: "B", section: "", sortNumber: 2 },
  { menuId: "B1", section: "B", sortNumber: 1 },
]);
const gap = { toGap: true, after: true };

it("moves an entry to the place of the drop", () => {
  expect(placeAfterDrop(rows, "A1", "A2", gap)).toEqual({ section: "A", place: 1 });
  expect(placeAfterDrop(rows, "A2", "A1", { toGap: true, after: false })).toEqual({ section: "A", place: 0 });
  expect(placeAfterDrop(rows, "B1", "A1", gap)).toEqual({ section: "A", place: 1 });
  expect(placeAfterDrop(rows, "A1", "B", { toGap: false, after: false })).toEqual({ section: "B", place: 0 });
  expect(placeAfterDrop(rows, "A", "B", gap)).toEqual({ section: "", place: 1 });
});

it("keeps sections on the top level and screens in sections", () => {
  expect(placeAfterDrop(rows, "A", "B1", gap)).toBeUndefined();
  expect(placeAfterDrop(rows, "A", "B", { toGap: false, after: true })).toBeUndefined();
  expect(placeAfterDrop(rows, "A1", "B", gap)).toBeUndefined();
  expect(placeAfterDrop(rows, "A", "A", gap)).toBeUndefined();
});
