import { describe, expect, it } from "vitest";
import { codes, refusals } from "../kernel/index.ts";
import {
  checklistsFor,
  itemResult,
  itemsOf,
  maxItems,
  readDrafts,
  readResults,
  refuseItems,
  writeResults,
} from "./checklist.rules.ts";
import { fitsMold, readUsedParts, writeUsedParts } from "./part.entity.ts";

describe("a checklist", () => {
  it("has one item per line, with the unit of the measured value", () => {
    expect(itemsOf(" vents clean \n\nguide clearance | mm")).toEqual([
      { name: "vents clean", unit: null },
      { name: "guide clearance", unit: "mm" },
    ]);
    expect(itemsOf("| mm\n|")).toEqual([]);
    for (const none of [null, undefined, ""]) expect(itemsOf(none)).toEqual([]);
  });
  it("needs at least one item, not too many, and none twice", () => {
    expect(refuseItems("a\nb")).toBeUndefined();
    const many = Array.from({ length: maxItems + 1 }, (_, i) => `item ${i}`).join("\n");
    expect(refuseItems(many.slice(0, many.lastIndexOf("\n")))).toBeUndefined();
    // A text may have 100 characters. "𝟘" is one character, although it has two UTF-16 code units.
    for (const longest of ["x".repeat(100), "𝟘".repeat(100), `a | ${"𝟘".repeat(20)}`])
      expect(refuseItems(longest)).toBeUndefined();
    for (const text of [
      " \n ",
      "a\na | mm",
      many,
      "x".repeat(101),
      `a\n${"x".repeat(101)}`,
      `a | ${"u".repeat(21)}`,
    ])
      expect(refuseItems(text)).toEqual(refusals.invalidField("items"));
  });
  it("comes before general checklists if it is for the mold's type", () => {
    const all = [
      { checklistName: "A", moldType: null },
      { checklistName: "B", moldType: "inner" },
      { checklistName: "C", moldType: "outer" },
    ];
    expect(checklistsFor(all, "inner").map((c) => c.checklistName)).toEqual(["B", "A"]);
    expect(checklistsFor(all, null).map((c) => c.checklistName)).toEqual(["A"]);
    const general = [{ checklistName: "!", moldType: "" }, ...all, { checklistName: "0", moldType: null }];
    expect(checklistsFor(general, null).map((c) => c.checklistName)).toEqual(["!", "0", "A"]);
    expect(checklistsFor([...general].reverse(), "outer").map((c) => c.checklistName)).toEqual([
      "C",
      "!",
      "0",
      "A",
    ]);
  });
});

describe("results", () => {
  it("have the wire names under which they are stored", () => {
    expect(itemResult).toEqual({ name: "itemResult", values: { ok: "ok", notOk: "notOk", na: "na" } });
  });
  it("are decoded and encoded without change", () => {
    const results = readResults([{ ITEM: "a", RESULT: "ok" }]);
    expect(results).toEqual([{ item: "a", result: "ok", value: null, note: null }]);
    expect(writeResults(results ?? [])).toEqual([{ ITEM: "a", RESULT: "ok", VALUE: null, NOTE: null }]);
  });
  it("may be incomplete as drafts", () => {
    const draft = { item: "a", result: null, value: "1", note: null };
    expect(readDrafts(writeResults([draft]))).toEqual([draft]);
    expect(readResults(writeResults([draft]))).toBeUndefined();
    expect(readDrafts(undefined)).toEqual([]);
    expect(readDrafts([1, { ITEM: 1, RESULT: "good", NOTE: "n" }])).toEqual([
      { item: "", result: null, value: null, note: "n" },
    ]);
  });
  it("are refused if they are not valid", () => {
    const many = Array.from({ length: maxItems + 1 }, (_, i) => ({ ITEM: `item ${i}`, RESULT: "na" }));
    expect(readResults(many.slice(1))).toHaveLength(maxItems);
    const found = { ITEM: "a", RESULT: "notOk", VALUE: "v", NOTE: "n" };
    expect(writeResults(readResults([found]) ?? [])).toEqual([found]);
    for (const bad of [
      "x",
      null,
      {},
      many,
      [1],
      [null],
      [[]],
      ["x"],
      [{ ITEM: "a" }],
      [{ RESULT: "ok" }],
      [{ ITEM: "", RESULT: "ok" }],
      [{ ITEM: "a", RESULT: "good" }],
    ])
      expect(readResults(bad)).toBeUndefined();
    expect(
      readResults([
        { ITEM: "a", RESULT: "ok" },
        { ITEM: "a", RESULT: "ok" },
      ]),
    ).toBeUndefined();
    expect(() => readResults([{ ITEM: "<script>", RESULT: "ok" }])).toThrow(codes.suspiciousText);
  });
});

describe("parts", () => {
  it("of a task are whole pieces, each part once", () => {
    expect(readUsedParts([{ PART_NO: "P", QTY: 2 }])).toEqual([{ partNo: "P", quantity: 2 }]);
    expect(writeUsedParts([{ partNo: "P", quantity: 2 }])).toEqual([{ PART_NO: "P", QTY: 2 }]);
    for (const bad of [
      null,
      [{ PART_NO: "P", QTY: 0 }],
      [{ PART_NO: "P", QTY: 1.5 }],
      [{ PART_NO: "", QTY: 1 }],
    ])
      expect(readUsedParts(bad)).toBeUndefined();
    expect(
      readUsedParts([
        { PART_NO: "P", QTY: 1 },
        { PART_NO: "P", QTY: 1 },
      ]),
    ).toBeUndefined();
  });
  it("without molds fit all", () => {
    expect([fitsMold(null, "A"), fitsMold("A, B", "B"), fitsMold("A,B", "C")]).toEqual([true, true, false]);
  });
});
