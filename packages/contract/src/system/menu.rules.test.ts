import { describe, expect, it } from "vitest";
import { menus } from "../menus.ts";
import { closedMenus, mayClose, menuOf, movedMenu } from "./menu.rules.ts";

const ids = (items: readonly { menuId: string }[]) => items.map((m) => m.menuId);

describe("a tenant's menu", () => {
  it("starts as the contract has it", () => {
    expect(ids(menuOf([]))).toEqual(menus.flatMap((m) => [m.id, ...(m.children ?? []).map((c) => c.id)]));
    expect(closedMenus(menuOf([]), null)).toEqual(new Set());
  });

  it("is ordered, renamed and moved by what was changed", () => {
    const items = menuOf([
      { menuId: "CT", sortNumber: 0, enabled: true },
      { menuId: "CT102", section: "BS", sortNumber: 0, nameEn: "Readings", enabled: true },
      { menuId: "BS101", section: "NOWHERE", enabled: true },
    ]);
    expect(ids(items)[0]).toBe("CT");
    expect(items.find((m) => m.section === "BS")).toMatchObject({ menuId: "CT102", nameEn: "Readings" });
    expect(items.find((m) => m.menuId === "BS101")?.section).toBe("BS");
  });

  it("closes what is off, what stands in it, and what is another organisation's", () => {
    const items = menuOf([
      { menuId: "WA", enabled: false },
      { menuId: "BS101", enabled: true, orgId: "P1" },
      { menuId: "SYS104", enabled: false },
    ]);
    const closed = closedMenus(items, "P2");
    expect(closed.has("WA")).toBe(true);
    expect(closed.has("WA101")).toBe(true);
    expect(closed.has("BS101")).toBe(true);
    expect(closed.has("SYS104")).toBe(false);
    expect(closedMenus(items, "P1").has("BS101")).toBe(false);
    expect(closedMenus(items, undefined).has("BS101")).toBe(false);
  });

  it("keeps the way to itself open", () => {
    const items = menuOf([]);
    expect(mayClose(items, "SYS104")).toBe(false);
    expect(mayClose(items, "SYS")).toBe(false);
    expect(mayClose(items, "BS101")).toBe(true);
    expect(movedMenu(menuOf([{ menuId: "WA", enabled: false }]), "SYS104", "WA", 0)).toBeUndefined();
  });

  it("lets sections move among sections, and screens into sections", () => {
    const items = menuOf([]);
    expect(movedMenu(items, "CT", "", 0)?.[0]).toBe("CT");
    expect(movedMenu(items, "BS101", "CT", 99)).toEqual(["CT101", "CT102", "BS101"]);
    expect(movedMenu(items, "BS101", "BS", -5)?.[0]).toBe("BS101");
    for (const [menu, section] of [
      ["CT", "BS"],
      ["BS101", ""],
      ["BS101", "BS102"],
      ["NONE", "BS"],
    ] as const)
      expect(movedMenu(items, menu, section, 0)).toBeUndefined();
  });
});
