import { describe, expect, it } from "vitest";
import { menus, menuTree } from "../menus.ts";
import { closedMenus, mayClose, menuOf, movedMenu } from "./menu.rules.ts";

const ids = (items: readonly { menuId: string }[]) => items.map((m) => m.menuId);

describe("a tenant's menu", () => {
  it("starts with the contract's menu", () => {
    expect(ids(menuOf([]))).toEqual(menuTree.flatMap((m) => [m.id, ...(m.children ?? []).map((c) => c.id)]));
    expect(closedMenus(menuOf([]), null)).toEqual(new Set());
  });

  it("is ordered, renamed and moved by the tenant's changes", () => {
    const items = menuOf([
      { menuId: "CT", sortNumber: 0, enabled: true },
      { menuId: menus.counterLog, section: "BS", sortNumber: 0, nameEn: "Readings", enabled: true },
      { menuId: menus.mold, section: "NOWHERE", enabled: true },
    ]);
    expect(ids(items)[0]).toBe("CT");
    expect(items.find((m) => m.section === "BS")).toMatchObject({
      menuId: menus.counterLog,
      nameEn: "Readings",
    });
    expect(items.find((m) => m.menuId === menus.mold)?.section).toBe("BS");
  });

  it("closes disabled entries, screens of disabled sections, and entries of other organizations", () => {
    const items = menuOf([
      { menuId: "WA", enabled: false },
      { menuId: menus.mold, enabled: true, orgId: "P1" },
      { menuId: menus.menu, enabled: false },
    ]);
    const closed = closedMenus(items, "P2");
    expect(closed.has("WA")).toBe(true);
    expect(closed.has(menus.batteryWarnings)).toBe(true);
    expect(closed.has(menus.mold)).toBe(true);
    expect(closed.has(menus.menu)).toBe(false);
    expect(closedMenus(items, "P1").has(menus.mold)).toBe(false);
    expect(closedMenus(items, undefined).has(menus.mold)).toBe(false);
  });

  it("never closes the menu screen", () => {
    const items = menuOf([]);
    expect(mayClose(items, menus.menu)).toBe(false);
    expect(mayClose(items, "SYS")).toBe(false);
    expect(mayClose(items, menus.mold)).toBe(true);
    expect(movedMenu(menuOf([{ menuId: "WA", enabled: false }]), menus.menu, "WA", 0)).toBeUndefined();
  });

  it("moves sections among sections, and screens into sections", () => {
    const items = menuOf([]);
    expect(movedMenu(items, "CT", "", 0)?.[0]).toBe("CT");
    expect(movedMenu(items, menus.mold, "CT", 99)).toEqual([
      menus.counterRegistration,
      menus.counterLog,
      menus.quarantine,
      menus.gateway,
      menus.connector,
      menus.mold,
    ]);
    expect(movedMenu(items, menus.mold, "BS", -5)?.[0]).toBe(menus.mold);
    for (const [menu, section] of [
      ["CT", "BS"],
      [menus.mold, ""],
      [menus.mold, menus.product],
      ["NONE", "BS"],
    ] as const)
      expect(movedMenu(items, menu, section, 0)).toBeUndefined();
  });
});
