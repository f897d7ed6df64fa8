import { expect, it } from "vitest";
import { type MenuDef, menus, screens } from "../menus.ts";
import { countGranted, everyRight, toggleRight, toggleScreens, withQueryRights } from "./rights.rules.ts";

const mold: MenuDef = { id: menus.mold, icon: "mold", actions: ["A", "M"] };
const board: MenuDef = { id: menus.plantBoard, icon: "desktop" };

it("lists every right of every screen once", () => {
  const all = everyRight();
  expect(new Set(all).size).toBe(all.length);
  for (const s of screens) expect(all).toContain(`${s.id}:Q`);
});

it("adds the right to query to every screen with another right", () => {
  expect(withQueryRights(["BS101:M", "KB101:Q"])).toEqual(["BS101:M", "BS101:Q", "KB101:Q"]);
});

it("grants the right to query with an action, and revokes actions with it", () => {
  const granted = toggleRight(new Set(), mold, "M", true);
  expect([...granted].sort()).toEqual(["BS101:M", "BS101:Q"]);
  expect([...toggleRight(granted, mold, "M", false)]).toEqual(["BS101:Q"]);
  expect([...toggleRight(granted, mold, "Q", false)]).toEqual([]);
});

it("grants and revokes all rights of several screens and counts them", () => {
  const all = toggleScreens(new Set(["X:Q"]), [mold, board], true);
  expect([...all].sort()).toEqual(["BS101:A", "BS101:M", "BS101:Q", "KB101:Q", "X:Q"]);
  expect(countGranted(all, [mold, board])).toEqual({ granted: 4, total: 4 });
  expect([...toggleScreens(all, [mold], false)].sort()).toEqual(["KB101:Q", "X:Q"]);
});

it("grants, revokes and counts one action on the screens that have it", () => {
  const edited = toggleScreens(new Set(), [mold, board], true, "M");
  expect([...edited].sort()).toEqual(["BS101:M", "BS101:Q"]);
  expect(countGranted(edited, [mold, board], "M")).toEqual({ granted: 1, total: 1 });
  expect(countGranted(edited, [mold, board], "Q")).toEqual({ granted: 1, total: 2 });
  expect([...toggleScreens(edited, [mold, board], false, "M")]).toEqual(["BS101:Q"]);
  expect([...toggleScreens(edited, [mold, board], false, "Q")]).toEqual([]);
});
