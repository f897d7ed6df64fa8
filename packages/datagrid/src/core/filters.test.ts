import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fromDraft, isInvalidDraft, parseNumberFilter, toDraft } from "./filter-draft.ts";
import { filtersFromParam, filtersToParam } from "./filter-param.ts";
import { predicateOf } from "./filter-test.ts";
import { filterText } from "./filter-text.ts";
import { withFilters } from "./filters.ts";
import { gridTexts } from "./texts.ts";
import { type GridColumn, type GridFilter, OPERATORS } from "./types.ts";

const columnOf = (type: GridColumn<unknown>["type"]): GridColumn<unknown> => ({
  key: "f",
  title: "F",
  type,
  options: [
    { value: 1, label: "one" },
    { value: 2, label: "two" },
  ],
});
const f = (operator: GridFilter["operator"], value: GridFilter["value"]): GridFilter => ({
  field: "f",
  operator,
  value,
});

describe("typed numbers", () => {
  // spec: admin 5.25
  test.each([
    ["12", "EQ", "12", ""],
    [" >= 10 ", "EGT", "10", ""],
    ["≤-3.5", "ELT", "-3.5", ""],
    ["<>0", "NEQ", "0", ""],
    ["＞１，０００", "GT", "1000", ""],
    ["10..20", "BETWEEN", "10", "20"],
    ["-5 ~ 5", "BETWEEN", "-5", "5"],
  ])("%s", (typed, operator, from, to) => {
    expect(parseNumberFilter(typed)).toEqual({ operator, from, to });
  });

  test.each(["", "abc", ">", ">1,5", "1 2", "--1", "1..", ".", "1.2.3"])("%j is not a number", (typed) => {
    expect(parseNumberFilter(typed)).toBeUndefined();
  });
});

describe("drafts", () => {
  // spec: admin 7.15, 7.16
  test.each<[string, GridColumn<unknown>["type"], GridFilter[]]>([
    ["text", "text", [f("LIKE", "ab")]],
    ["number", "number", [f("GT", 5)]],
    ["between", "number", [f("EGT", 5), f("ELT", 9)]],
    ["days", "date", [f("EGT", "2025-01-01"), f("ELT", "2025-01-31")]],
    ["times end with the day", "time", [f("EGT", "2025-01-01"), f("ELT", "2025-01-31 23:59:59")]],
    ["set", "choice", [f("IN", [1, 2])]],
    ["flag", "flag", [f("EQ", false)]],
    ["none", "flag", []],
  ])("%s is the same after the popover is opened and applied", (_, type, filters) => {
    const column = columnOf(type);
    expect(fromDraft(column, toDraft(column, filters))).toEqual(filters);
  });

  test("exchange the ends of a range that are in the wrong order", () => {
    const draft = { kind: "number", operator: "BETWEEN", from: "9", to: "5" } as const;
    expect(fromDraft(columnOf("number"), draft)).toEqual([f("EGT", 5), f("ELT", 9)]);
  });

  test("replace old conditions at the same position in the list", () => {
    const other = (field: string): GridFilter => ({ field, operator: "EQ", value: 1 });
    expect(withFilters([other("a"), f("EQ", 1), other("b")], "f", [f("EQ", 2)])).toEqual([
      other("a"),
      f("EQ", 2),
      other("b"),
    ]);
  });
});

// A comma that does not separate three digits may be a decimal comma: 1,5 is not 15.
test.each([
  ["1,5", true],
  ["abc", true],
  ["1,234,567.5", false],
  [" ", false],
])("%j is no number: %s", (text, isInvalid) => {
  const draft = { kind: "number", operator: "EGT", from: text, to: "" } as const;
  expect(isInvalidDraft(draft)).toBe(isInvalid);
  expect(isInvalidDraft({ ...draft, from: "1", to: text })).toBe(false);
  expect(isInvalidDraft({ ...draft, operator: "BETWEEN", from: "1", to: text })).toBe(isInvalid);
  if (isInvalid) expect(fromDraft(columnOf("number"), draft)).toEqual([]);
});

describe("predicates", () => {
  test.each<[GridColumn<unknown>["type"], GridFilter, unknown, boolean]>([
    ["text", f("LIKE", "AB"), "xaby", true],
    ["text", f("LIKE", "ab"), null, false],
    ["text", f("NEQ", "a"), undefined, true],
    ["number", f("GT", 9), 10, true],
    ["number", f("GT", 9), "10", true],
    ["number", f("ELT", 9), null, false],
    ["date", f("ELT", "2025-01-05"), "2025-01-05 10:00:00", true],
    ["time", f("ELT", "2025-01-05 23:59:59"), "2025-01-06 00:00:00", false],
    ["choice", f("IN", ["1"]), 1, true],
    ["flag", f("EQ", true), 1, true],
    ["flag", f("EQ", false), null, true],
  ])("%s %j on %j is %s", (type, filter, cell, expected) => {
    expect(predicateOf(columnOf(type), filter)(cell)).toBe(expected);
  });
});

describe("filters in the address", () => {
  const scalar = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
  );
  const filter = fc.oneof(
    fc.record({
      field: fc.string({ minLength: 1 }),
      operator: fc.constantFrom(...OPERATORS.filter((o) => o !== "IN")),
      value: fc.oneof(scalar, fc.boolean()),
    }),
    fc.record({
      field: fc.string({ minLength: 1 }),
      operator: fc.constant("IN" as const),
      value: fc.array(scalar),
    }),
  );

  test("are the same after encoding and decoding", () => {
    fc.assert(
      fc.property(fc.array(filter), (filters) => {
        expect(filtersFromParam(filtersToParam(filters))).toEqual(filters);
      }),
    );
  });

  test("never throw for an invalid text", () => {
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(filtersFromParam(text))));
    expect(filtersFromParam("a~XX~s1;b~EQ~n;c~EQ~sok")).toEqual([
      { field: "c", operator: "EQ", value: "ok" },
    ]);
  });
});

test.each<[GridFilter, GridColumn<unknown>["type"], string]>([
  [f("IN", [1, 2]), "choice", "F: one, two"],
  [f("EGT", 5), "number", "F ≥ 5"],
  [f("EQ", false), "flag", "F = No"],
  [f("LIKE", "x"), "text", "F contains x"],
])("chip %j", (filter, type, expected) => {
  expect(filterText(columnOf(type), filter, gridTexts.en)).toBe(expected);
});
