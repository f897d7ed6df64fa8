import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineEnum } from "./enumeration.ts";
import { AppError } from "./errors.ts";
import { field } from "./field.ts";
import {
  type Condition,
  decodePaging,
  decodeSort,
  decodeWhere,
  encodeSort,
  encodeWhere,
  operators,
} from "./filter.ts";

const fields = {
  moldNo: field.text(50),
  shots: field.int(),
  weight: field.decimal(3),
  isValid: field.flag(),
  plannedT0: field.date({ wire: "MD_T0_TIME" }),
  at: field.time({ wire: "sendTime" }),
  state: field.choice(defineEnum("state", { on: 0, off: 1 })),
  kind: field.choice(defineEnum("kind", { nb: "NB" })),
  password: field.text(100, { secret: true }),
};

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (cause) {
    if (cause instanceof AppError) return cause.message;
    throw cause;
  }
  return "accepted";
}
const one = (c: object) => decodeWhere([{ ConditionalCode: "EQ", ...c }], fields)[0];

describe("decodeWhere", () => {
  it.each([undefined, null, ""])("treats %s as no condition", (where) => {
    expect(decodeWhere(where, fields)).toEqual([]);
  });

  // spec: admin 7.13, 7.17
  it.each<[string, object, unknown]>([
    ["a text", { Field: "MOLD_NO", Value: "M1" }, "M1"],
    ["a table prefix", { Field: "B.MOLD_NO", Value: "M1" }, "M1"],
    ["an empty text", { Field: "MOLD_NO", Value: "" }, ""],
    ["a number as a text", { Field: "SHOTS", Value: "7", FieldType: "number" }, 7],
    ["a day", { Field: "MD_T0_TIME", Value: "2026-05-01", FieldType: "date" }, "2026-05-01"],
    ["a flag", { Field: "IS_VALID", Value: "N", FieldType: "boolean" }, false],
    ["a choice of numbers as a text", { Field: "STATE", Value: "1" }, 1],
    ["a choice that no longer exists", { Field: "STATE", Value: 9 }, 9],
    ["a choice of texts", { Field: "KIND", Value: "NB" }, "NB"],
    ["markup is only looked for", { Field: "MOLD_NO", Value: "<b>" }, "<b>"],
    ["contains", { Field: "SHOTS", ConditionalCode: "LIKE", Value: 12 }, "12"],
    ["a comma list", { Field: "SHOTS", ConditionalCode: "IN", Value: "1,2" }, [1, 2]],
    ["a list", { Field: "MOLD_NO", ConditionalCode: "IN", Value: ["a,b", "c"] }, ["a,b", "c"]],
  ])("%s", (_what, condition, value) => {
    expect(one(condition)?.value).toEqual(value);
  });

  it.each<[string, unknown, string]>([
    ["no list", { Field: "MOLD_NO" }, "S0007^WhereStr"],
    ["no object", ["x"], "S0007^WhereStr"],
    ["too many", Array(101).fill({}), "S0220^100"],
    ["no field", [{ ConditionalCode: "EQ" }], "S0007^Field"],
    ["an unknown field", [{ Field: "NOPE", ConditionalCode: "EQ", Value: 1 }], "S0015^NOPE"],
    ["a secret", [{ Field: "PASSWORD", ConditionalCode: "EQ", Value: "x" }], "S0015^PASSWORD"],
    ["an unknown operator", [{ Field: "SHOTS", ConditionalCode: "OR", Value: 1 }], "S0200^ConditionalCode"],
    ["no number", [{ Field: "SHOTS", ConditionalCode: "EQ", Value: "x" }], "S0200^SHOTS"],
    [
      "not what is announced",
      [{ Field: "MOLD_NO", ConditionalCode: "EQ", Value: "x", FieldType: "number" }],
      "S0200^MOLD_NO",
    ],
    [
      "an unknown type",
      [{ Field: "MOLD_NO", ConditionalCode: "EQ", Value: "x", FieldType: "blob" }],
      "S0007^FieldType",
    ],
    [
      "an inherited type",
      [{ Field: "MOLD_NO", ConditionalCode: "EQ", Value: "x", FieldType: "constructor" }],
      "S0007^FieldType",
    ],
    ["an object", [{ Field: "MOLD_NO", ConditionalCode: "EQ", Value: {} }], "S0200^MOLD_NO"],
    ["a NUL", [{ Field: "MOLD_NO", ConditionalCode: "EQ", Value: "a\0" }], "S0200^MOLD_NO"],
    [
      "a text of 4,001 characters",
      [{ Field: "MOLD_NO", ConditionalCode: "EQ", Value: "x".repeat(4001) }],
      "S0200^MOLD_NO",
    ],
    [
      "a part of 4,001 characters",
      [{ Field: "MOLD_NO", ConditionalCode: "LIKE", Value: "%".repeat(4001) }],
      "S0200^MOLD_NO",
    ],
    ["a NUL in a part", [{ Field: "MOLD_NO", ConditionalCode: "LIKE", Value: "a\0" }], "S0200^MOLD_NO"],
    ["a number beyond any count", [{ Field: "SHOTS", ConditionalCode: "EGT", Value: 1e308 }], "S0200^SHOTS"],
    ["an empty number", [{ Field: "SHOTS", ConditionalCode: "EQ", Value: "" }], "S0007^SHOTS"],
    [
      "a list of more than 10,000",
      [{ Field: "SHOTS", ConditionalCode: "IN", Value: Array(10_001).fill(1) }],
      "S0220^10000",
    ],
  ])("refuses %s", (_what, where, code) => {
    expect(codeOf(() => decodeWhere(where, fields))).toBe(code);
  });

  const condition: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({
      field: fc.constant("moldNo"),
      operator: fc.constantFrom(...operators.filter((o) => o !== "IN")),
      value: fc.string(),
    }),
    fc.record({
      field: fc.constant("moldNo"),
      operator: fc.constant("IN" as const),
      value: fc.array(fc.string(), { minLength: 1 }),
    }),
    fc.record({
      field: fc.constantFrom("shots", "weight"),
      operator: fc.constantFrom("EQ", "GT", "ELT"),
      value: fc.integer(),
    }),
    fc.record({ field: fc.constant("isValid"), operator: fc.constant("EQ" as const), value: fc.boolean() }),
    fc.record({
      field: fc.constant("plannedT0"),
      operator: fc.constantFrom("EGT", "LT"),
      value: fc.constant("2026-05-01"),
    }),
  ) as fc.Arbitrary<Condition>;

  // spec: admin 7.13, 7.14
  it("decodes the conditions that the client encodes", () => {
    fc.assert(
      fc.property(fc.array(condition, { maxLength: 5 }), (where) => {
        expect(decodeWhere(JSON.parse(JSON.stringify(encodeWhere(where, fields))), fields)).toEqual(where);
      }),
    );
  });

  it("throws only refusals for any input", () => {
    const wild = fc.record(
      {
        Field: fc.constantFrom("MOLD_NO", "SHOTS", "STATE", "X"),
        ConditionalCode: fc.constantFrom(...operators, "x"),
        Value: fc.anything(),
        FieldType: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(wild, { maxLength: 3 }), (where) => {
        expect(codeOf(() => decodeWhere(where, fields))).toMatch(/^(accepted|S0007|S0200|S0015|S0220)/);
      }),
    );
  });
});

describe("decodeSort", () => {
  // spec: shop C3.7
  it("decodes the sort that the client encodes", () => {
    const sort = [
      { field: "at", direction: "desc" as const },
      { field: "moldNo", direction: "asc" as const },
    ];
    expect(decodeSort(encodeSort(sort, fields), fields)).toEqual(sort);
  });
  it.each<[unknown, string]>([
    ["MOLD_NO", "S0007^Sort"],
    [[null], "S0007^Sort"],
    [[{ Field: "MOLD_NO", Sort: "up" }], "S0200^Sort"],
    [[{ Field: "x; drop table", Sort: "asc" }], "S0015^x; drop table"],
    [[{ Field: "PASSWORD" }], "S0015^PASSWORD"],
    [Array(21).fill({ Field: "MOLD_NO" }), "S0007^Sort"],
  ])("refuses %j", (sort, code) => {
    expect(codeOf(() => decodeSort(sort, fields))).toBe(code);
  });
});

describe("decodePaging", () => {
  it.each([
    [{}, { page: 1, limit: 20 }],
    [
      { Page: "3", Limit: "50" },
      { page: 3, limit: 50 },
    ],
    [
      { Page: 1, Limit: 1_000_000 },
      { page: 1, limit: 1_000_000 },
    ],
    [
      { Page: null, Limit: "" },
      { page: 1, limit: 20 },
    ],
  ])("%j", (body, paging) => {
    expect(decodePaging(body)).toEqual(paging);
  });
  it.each([
    [{ Page: 0 }, "S0200^Page"],
    [{ Page: -1 }, "S0200^Page"],
    [{ Page: 1.5 }, "S0200^Page"],
    [{ Page: "x" }, "S0200^Page"],
    [{ Page: [1] }, "S0200^Page"],
    [{ Limit: 0 }, "S0200^Limit"],
    [{ Limit: 1_000_001 }, "S0200^Limit"],
    [{ Limit: Number.NaN }, "S0200^Limit"],
  ])("refuses %j", (body, code) => {
    expect(codeOf(() => decodePaging(body))).toBe(code);
  });
});
