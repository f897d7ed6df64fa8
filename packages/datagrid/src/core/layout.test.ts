import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canMove, moveColumn, placeColumns } from "./columns.ts";
import { EMPTY_LAYOUT, mergeOrder, parseLayout, stringifyLayout } from "./layout.ts";
import type { GridColumn } from "./types.ts";

const column = (key: string, more: Partial<GridColumn<unknown>> = {}): GridColumn<unknown> => ({
  key,
  title: key,
  type: "text",
  ...more,
});
const options = { viewWidth: 0, checkWidth: 36, seqWidth: 48, actionsWidth: 100, narrow: false };

describe("stored layout", () => {
  test.each([
    null,
    "",
    "{",
    "null",
    "[]",
    "7",
    '{"order":{"a":1},"width":[],"pin":"left","hidden":null}',
    '{"width":{"a":"100","b":1e9,"c":-1},"pin":{"a":"top"},"hidden":{"a":1}}',
  ])("invalid JSON %j gives the empty layout", (json) => {
    expect(parseLayout(json)).toEqual(EMPTY_LAYOUT);
  });

  test("is parsed without errors, and is the same after writing and reading", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (json) => {
        const layout = parseLayout(json);
        expect(parseLayout(stringifyLayout(layout))).toEqual(layout);
      }),
    );
  });

  test.each([
    ["as declared", ["a", "b", "c"], [], ["a", "b", "c"]],
    ["the user's order", ["a", "b", "c"], ["c", "a", "b"], ["c", "a", "b"]],
    ["a column that is gone", ["a", "c"], ["c", "b", "a"], ["c", "a"]],
    ["a new column follows its left neighbour", ["a", "new", "b"], ["b", "a"], ["b", "a", "new"]],
    ["a new first column comes first", ["new", "a", "b"], ["b", "a"], ["new", "b", "a"]],
  ])("%s", (_, declared, stored, expected) => {
    expect(mergeOrder(declared, stored)).toEqual(expected);
  });

  test("is merged without lost or repeated columns, in the user's order", () => {
    const keys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(keys, keys, (declared, stored) => {
        const merged = mergeOrder(declared, stored);
        expect([...merged].sort()).toEqual([...declared].sort());
        const kept = stored.filter((k) => declared.includes(k));
        expect(merged.filter((k) => kept.includes(k))).toEqual(kept);
      }),
    );
  });
});

describe("placing columns", () => {
  // spec: shop C3.1
  test("puts pinned columns at their sides, without gaps between columns", () => {
    const columns = [
      column("a"),
      column("b", { pin: "left", width: 80 }),
      column("c", { hidden: true }),
      column("d", { pin: "right" }),
    ];
    const placed = placeColumns(columns, EMPTY_LAYOUT, options);
    expect(placed.all.map((c) => c.key)).toEqual(["__check", "__seq", "b", "a", "d", "__actions"]);
    expect(placed.left.map((c) => c.left)).toEqual([0, 36, 84]);
    expect(placed.all.map((c) => c.index)).toEqual([0, 1, 2, 3, 4, 5]);
    expect([placed.leftWidth, placed.centreWidth, placed.rightWidth]).toEqual([164, 140, 240]);
  });

  test("distributes the whole free width to columns that the user has not resized", () => {
    const columns = [column("a"), column("b"), column("c")];
    const layout = { ...EMPTY_LAYOUT, width: { a: 100 } };
    const placed = placeColumns(columns, layout, { ...options, viewWidth: 1001 });
    expect(placed.leftWidth + placed.centreWidth + placed.rightWidth).toBe(1001);
    expect(placed.centre[0]?.width).toBe(100);
  });

  test("pins only the checkboxes and the first column on a phone", () => {
    const columns = [column("a", { pin: "right" }), column("b", { pin: "left" })];
    const placed = placeColumns(columns, EMPTY_LAYOUT, { ...options, narrow: true });
    expect(placed.left.map((c) => c.key)).toEqual(["__check", "a"]);
    expect(placed.centre.map((c) => c.key)).toEqual(["b", "__actions"]);
  });

  test("makes a column on a phone as wide as its title, sort mark and filter button", () => {
    const columns = [column("a"), column("b", { title: "Status", width: 60 })];
    const placed = placeColumns(columns, EMPTY_LAYOUT, { ...options, narrow: true });
    expect(placed.centre[0]?.width).toBe(132);
  });

  test("neither moves nor pushes aside fixed columns", () => {
    const columns = [
      column("a", { fixed: true }),
      column("b"),
      column("c"),
      column("d", { fixed: true }),
      column("e"),
    ];
    expect(canMove(columns, "a", "b")).toBe(false);
    expect(canMove(columns, "b", "c")).toBe(true);
    expect(canMove(columns, "b", "e")).toBe(false);
    expect(moveColumn(["a", "b", "c"], "a", "c")).toEqual(["b", "c", "a"]);
  });
});
