import { expect, it } from "vitest";
import { type MenuDef, menus, screens } from "../menus.ts";
import { everyRight, givenOf, toggleRight, toggleScreens, withLooking } from "./rights.rules.ts";

const mold: MenuDef = { id: menus.mold, icon: "mold", actions: ["A", "M"] };
const board: MenuDef = { id: menus.plantBoard, icon: "desktop" };

it("knows every right of every screen once", () => {
  const all = everyRight();
  expect(new Set(all).size).toBe(all.length);
  for (const s of screens) expect(all).toContain(`${s.id}:Q`);
});

it("lets who may change something look at it", () => {
  expect(withLooking(["BS101:M", "KB101:Q"])).toEqual(["BS101:M", "BS101:Q", "KB101:Q"]);
});

it("gives looking with doing, and takes doing with looking", () => {
  const given = toggleRight(new Set(), mold, "M", true);
  expect([...given].sort()).toEqual(["BS101:M", "BS101:Q"]);
  expect([...toggleRight(given, mold, "M", false)]).toEqual(["BS101:Q"]);
  expect([...toggleRight(given, mold, "Q", false)]).toEqual([]);
});

it("gives and takes many screens at once and counts them", () => {
  const all = toggleScreens(new Set(["X:Q"]), [mold, board], true);
  expect([...all].sort()).toEqual(["BS101:A", "BS101:M", "BS101:Q", "KB101:Q", "X:Q"]);
  expect(givenOf(all, [mold, board])).toEqual({ given: 4, of: 4 });
  expect([...toggleScreens(all, [mold], false)].sort()).toEqual(["KB101:Q", "X:Q"]);
});
