import { expect, it } from "vitest";
import { mayOpen, menuPath, menuTree } from "./menu-tree.ts";
import { matches } from "./palette-entries.ts";
import { findScreen, type ScreenMap } from "./screens.ts";

const load = () => Promise.resolve({ default: () => null });
const screens: ScreenMap = {
  "/basic/mold": { load },
  "/basic/mold/:moldNo": { load, menu: "BS101" },
  "/basic/mold/import": { load, menu: "" },
  "/dashboard/workplace": { load },
};
const row = (menuId: string, parentId: string, path: string, sortNumber = 0) => ({
  menuId,
  parentId,
  path,
  icon: "x",
  sortNumber,
  orgId: null,
  names: {},
});
const rows = [
  row("DB101", "", "/dashboard/workplace"),
  row("BS", "", ""),
  row("BS101", "BS", "/basic/mold"),
  row("BS199", "BS", "/basic/not-built"),
  row("XX", "", ""),
];

it("shows sections with their screens, and no empty sections", () => {
  expect(menuTree(rows, screens).map((s) => [s.id, s.children.map((c) => c.id)])).toEqual([
    ["DB101", ["DB101"]],
    ["BS", ["BS101"]],
  ]);
});

it.each([
  ["/basic/mold", "/basic/mold"],
  ["/basic/mold/M-1", "/basic/mold/:moldNo"],
  ["/basic/mold/A%2FB", "/basic/mold/:moldNo"],
  ["/basic/mold/import", "/basic/mold/import"],
  ["/basic/mold/a/b", undefined],
  ["/nowhere", undefined],
])("finds the screen of %s", (path, pattern) => {
  expect(findScreen(screens, path)?.pattern).toBe(pattern);
});

it.each([
  ["/basic/mold", true],
  ["/basic/mold/M-1", true],
  ["/basic/mold/import", true],
  ["/dashboard/workplace", false],
])("checks the right on %s", (path, allowed) => {
  const session = { menus: rows.filter((r) => r.menuId === "BS101"), can: () => false };
  const found = findScreen(screens, path);
  expect(found && mayOpen(found, session)).toBe(allowed);
});

it("matches all words in any order", () => {
  expect(matches("绑定 计数", "计数器绑定", "BS104")).toBe(true);
  expect(matches("bs104", "计数器绑定", "BS104")).toBe(true);
  expect(matches("mold x", "Molds", "Basic")).toBe(false);
});

it.each([
  ["the entry itself", "/basic/mold", undefined, "/basic/mold"],
  ["the entry above a page", "/basic/mold/M-1", "BS101", "/basic/mold"],
  ["the entry whose rights apply to a page elsewhere", "/basic/forecast", "BS101", "/basic/mold"],
  ["nothing for a page of every user", "/messages", "", undefined],
])("highlights %s", (_name, pathname, menu, path) => {
  expect(menuPath(pathname, menuTree(rows, screens), menu)).toBe(path);
});
