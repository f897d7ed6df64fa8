import { describe, expect, test } from "vitest";
import { ArrayView } from "./array-view.ts";
import { equalTo, fromAlternatives, toAlternatives } from "./filter-alternatives.ts";
import { type FilterDraft, toDraft } from "./filter-draft.ts";
import { filtersFromParam, filtersToParam } from "./filter-param.ts";
import { rowTest } from "./filter-test.ts";
import { filterText } from "./filter-text.ts";
import { gridTexts } from "./texts.ts";
import type { GridColumn, GridFilter } from "./types.ts";

interface Row {
  readonly name: string | null;
  readonly weight: number | string | null;
  readonly state: string;
  readonly made: string;
}
const columns: readonly GridColumn<Row>[] = [
  { key: "name", title: "Name", type: "text" },
  { key: "weight", title: "Weight", unit: "g", type: "number" },
  { key: "state", title: "State", type: "choice", options: [{ value: "idle", label: "Idle" }] },
  { key: "made", title: "Made on", type: "date" },
  { key: "checked", title: "Checked", type: "flag" },
];
const [name, weight, state, made, checked] = columns as [
  GridColumn<Row>,
  GridColumn<Row>,
  GridColumn<Row>,
  GridColumn<Row>,
  GridColumn<Row>,
];
const row = (values: Partial<Row>): Row => ({ name: "", weight: 0, state: "", made: "", ...values });
const text = (value: string): FilterDraft => ({ kind: "text", operator: "LIKE", value });

/** Conditions for a weight from 10 to 20, one of two alternatives in the tests. */
const between: readonly GridFilter[] = [
  { field: "weight", operator: "EGT", value: 10 },
  { field: "weight", operator: "ELT", value: 20 },
];
const idle: GridFilter = { field: "state", operator: "IN", value: ["idle"] };
const weightOrIdle: GridFilter = { ...(between[0] as GridFilter), any: [between, [idle]] };

describe("alternatives of a filter", () => {
  test.each<[Partial<Row>, boolean]>([
    [{ weight: 15 }, true],
    [{ weight: 25 }, false],
    [{ weight: 5 }, false],
    [{ weight: 25, state: "idle" }, true],
    [{ weight: null, state: "idle" }, true],
    [{ weight: null }, false],
  ])("%j passes: %s", (values, expected) => {
    expect(rowTest(columns, weightOrIdle)(row(values))).toBe(expected);
  });

  test("are combined with other filters by AND", () => {
    const view = new ArrayView(
      [row({ name: "a", weight: 15 }), row({ name: "b", state: "idle" }), row({ name: "b" })],
      columns,
      (r) => String(r.name),
    );
    view.setQuery({ filters: [weightOrIdle, { field: "name", operator: "EQ", value: "b" }], sort: [] });
    expect([view.total, view.get(0)?.state]).toEqual([1, "idle"]);
  });

  test("on a column that does not exist let each row pass, as a single condition does", () => {
    const old: GridFilter = { ...idle, any: [[idle], [{ field: "gone", operator: "EQ", value: 1 }]] };
    expect(rowTest(columns, old)(row({}))).toBe(true);
  });

  test("are the same after the popover is opened and applied", () => {
    expect(fromAlternatives(toAlternatives(weight, columns, [weightOrIdle]))).toEqual([weightOrIdle]);
    expect(toAlternatives(state, columns, [weightOrIdle])).toEqual([
      { column: state, draft: toDraft(state, []) },
    ]);
  });

  test("without a value are left out", () => {
    const empty = { column: name, draft: text(" ") };
    expect(fromAlternatives([empty])).toEqual([]);
    expect(fromAlternatives([empty, { column: name, draft: text("a") }, empty])).toEqual([
      { field: "name", operator: "LIKE", value: "a" },
    ]);
  });

  test("on dates and flags stay alternatives", () => {
    const day = { column: made, draft: { kind: "range", from: "2026-01-01", to: "2026-01-31" } } as const;
    const flag = { column: checked, draft: { kind: "flag", value: true } } as const;
    const no = { column: checked, draft: { kind: "flag", value: false } } as const;
    expect(fromAlternatives([day, flag])[0]?.any).toHaveLength(2);
    expect(fromAlternatives([flag, no])[0]?.any).toHaveLength(2);
  });

  test("that are equal to values of one column become one IN", () => {
    const list = [equalTo(name, "a"), equalTo(name, "b"), equalTo(name, "a")];
    const filter: GridFilter = { field: "name", operator: "IN", value: ["a", "b"] };
    expect(fromAlternatives(list)).toEqual([filter]);
    expect(toAlternatives(name, columns, [filter])).toEqual([equalTo(name, "a"), equalTo(name, "b")]);
    expect(fromAlternatives([equalTo(weight, 1), equalTo(weight, 2)])).toEqual([
      { field: "weight", operator: "IN", value: [1, 2] },
    ]);
    expect(fromAlternatives([equalTo(name, "a"), equalTo(name, "a")])).toEqual([
      { field: "name", operator: "EQ", value: "a" },
    ]);
    // These alternatives cannot become one condition IN: `text("b")` finds names that contain "b", but IN compares
    // whole names.
    expect(fromAlternatives([equalTo(name, "a"), { column: name, draft: text("b") }])[0]?.any).toHaveLength(
      2,
    );
  });

  test("of numbers find what a single equal finds", () => {
    const one: GridFilter = { field: "weight", operator: "IN", value: [1.5, 0] };
    expect([1.5, "1.50", 0].map((w) => rowTest(columns, one)(row({ weight: w })))).toEqual([
      true,
      true,
      true,
    ]);
    expect([null, "", 2].map((w) => rowTest(columns, one)(row({ weight: w })))).toEqual([
      false,
      false,
      false,
    ]);
  });
});

test("the chip names all alternatives", () => {
  expect(filterText(weight, weightOrIdle, gridTexts.en, columns)).toBe(
    "Weight ≥ 10 g, Weight ≤ 20 g or State: Idle",
  );
  expect(filterText(weight, weightOrIdle, gridTexts.zh_CN, columns)).toContain(" 或 ");
  expect(filterText(weight, weightOrIdle, gridTexts.en)).toContain("or state");
});

describe("alternatives in the address", () => {
  test("are the same after encoding and decoding", () => {
    const odd: GridFilter = { field: "name", operator: "LIKE", value: "a~b;c,d!0" };
    const filters = [idle, weightOrIdle, { ...odd, any: [[odd], [idle, odd]] }];
    expect(filtersFromParam(filtersToParam(filters))).toEqual(filters);
  });

  test.each([
    ["one alternative", "a~ANY~sa!1EQ!1n1"],
    ["an invalid alternative", "a~ANY~sa!1EQ!1n1,sb"],
    ["no alternative", "a~ANY~"],
    ["a value of the wrong type", "a~ANY~n1,n2"],
  ])("with %s are left out", (_, param) => {
    expect(filtersFromParam(param)).toEqual([]);
  });

  test("have no alternatives of their own", () => {
    const nested = { ...weightOrIdle, any: [[weightOrIdle], [idle]] };
    expect(filtersFromParam(filtersToParam([nested]))).toEqual([]);
  });
});
