import { expect, test } from "vitest";
import { groupLevels, groupRuns } from "./column-groups.ts";
import { placeColumns } from "./columns.ts";
import { EMPTY_LAYOUT } from "./layout.ts";
import type { GridColumn } from "./types.ts";

const column = (key: string, ...groups: string[]): GridColumn<object> => ({
  key,
  title: key,
  type: "text",
  width: 100,
  ...(groups.length > 0 ? { groups } : {}),
});
const options = {
  viewWidth: 0,
  checkWidth: undefined,
  seqWidth: undefined,
  actionsWidth: undefined,
  narrow: false,
};
const runs = (columns: GridColumn<object>[], level: number, order: string[] = []) =>
  groupRuns(placeColumns(columns, { ...EMPTY_LAYOUT, order }, options).centre, level).map(
    (r) => `${r.title ?? "-"} ${r.left}+${r.width} ${r.index}x${r.count}`,
  );

const columns = [
  column("a"),
  column("b", "G"),
  column("c", "G", "H"),
  column("d", "G", "H"),
  column("e", "X", "H"),
];

test("adjacent columns of a group have one header, on each level", () => {
  expect(groupLevels(placeColumns(columns, EMPTY_LAYOUT, options))).toBe(2);
  expect(groupLevels(placeColumns([column("a")], EMPTY_LAYOUT, options))).toBe(0);
  expect(runs(columns, 0)).toEqual(["- 0+100 0x1", "G 100+300 1x3", "X 400+100 4x1"]);
  expect(runs(columns, 1)).toEqual(["- 0+200 0x2", "H 200+200 2x2", "H 400+100 4x1"]);
});

test("a group that was moved apart has a header over each part", () => {
  expect(runs(columns, 0, ["b", "a", "c", "d", "e"])).toEqual([
    "G 0+100 0x1",
    "- 100+100 1x1",
    "G 200+200 2x2",
    "X 400+100 4x1",
  ]);
});
