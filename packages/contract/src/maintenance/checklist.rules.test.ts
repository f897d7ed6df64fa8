import { describe, expect, it } from "vitest";
import { checklistsFor, itemsOf, mostItems, refuseItems, resultsOf } from "./checklist.rules.ts";
import { fitsMold, usedPartsOf } from "./part.entity.ts";

describe("a checklist", () => {
  it("is one item a line, with the unit of what is measured", () => {
    expect(itemsOf(" vents clean \n\nguide clearance | mm")).toEqual([
      { name: "vents clean", unit: null },
      { name: "guide clearance", unit: "mm" },
    ]);
  });
  it("has items, not too many, and none twice", () => {
    expect(refuseItems("a\nb")).toBeUndefined();
    const many = Array.from({ length: mostItems + 1 }, (_, i) => `item ${i}`).join("\n");
    for (const text of [" \n ", "a\na | mm", many, "x".repeat(101)])
      expect(refuseItems(text)).toEqual({ code: "S0200", arg: "ITEMS" });
  });
  it("made for the mold's type comes before the general ones", () => {
    const all = [
      { checklistName: "A", moldType: null },
      { checklistName: "B", moldType: "inner" },
      { checklistName: "C", moldType: "outer" },
    ];
    expect(checklistsFor(all, "inner").map((c) => c.checklistName)).toEqual(["B", "A"]);
    expect(checklistsFor(all, null).map((c) => c.checklistName)).toEqual(["A"]);
  });
});

describe("results", () => {
  it("are read as they are sent", () => {
    expect(resultsOf([{ ITEM: "a", RESULT: "ok" }])).toEqual([
      { ITEM: "a", RESULT: "ok", VALUE: null, NOTE: null },
    ]);
  });
  it("that are none are told from others", () => {
    for (const bad of ["x", [1], [{ ITEM: "", RESULT: "ok" }], [{ ITEM: "a", RESULT: "good" }]])
      expect(resultsOf(bad)).toBeUndefined();
    expect(
      resultsOf([
        { ITEM: "a", RESULT: "ok" },
        { ITEM: "a", RESULT: "ok" },
      ]),
    ).toBeUndefined();
    expect(() => resultsOf([{ ITEM: "<script>", RESULT: "ok" }])).toThrow("S0019");
  });
});

describe("parts", () => {
  it("that a task takes are whole pieces, each part once", () => {
    expect(usedPartsOf([{ PART_NO: "P", QTY: 2 }])).toEqual([{ PART_NO: "P", QTY: 2 }]);
    for (const bad of [
      null,
      [{ PART_NO: "P", QTY: 0 }],
      [{ PART_NO: "P", QTY: 1.5 }],
      [{ PART_NO: "", QTY: 1 }],
    ])
      expect(usedPartsOf(bad)).toBeUndefined();
    expect(
      usedPartsOf([
        { PART_NO: "P", QTY: 1 },
        { PART_NO: "P", QTY: 1 },
      ]),
    ).toBeUndefined();
  });
  it("that name no mold fit all", () => {
    expect([fitsMold(null, "A"), fitsMold("A, B", "B"), fitsMold("A,B", "C")]).toEqual([true, true, false]);
  });
});
