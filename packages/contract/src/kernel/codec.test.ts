import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { entities } from "../catalogue.ts";
import { decodeAnswer, decodeRow, decodeValue, encodeRow, parseInstant } from "./codec.ts";
import { defineEnum } from "./enumeration.ts";
import { AppError } from "./errors.ts";
import { type Field, type Fields, field } from "./field.ts";
import { codes } from "./messages.ts";

const colour = defineEnum("colour", { red: 0, green: 1 });

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (cause) {
    if (cause instanceof AppError) return cause.message;
    throw cause;
  }
  return "accepted";
}

describe("decodeValue", () => {
  it.each<[string, unknown, Field, unknown]>([
    ["a text", " mold 1 ", field.text(10), " mold 1 "],
    ["a number as a text", 17, field.text(10), "17"],
    ["a text of 3 characters outside the first plane", "𠮷𠮷𠮷", field.text(3), "𠮷𠮷𠮷"],
    ["a text that is too long", "abcd", field.text(3), undefined],
    ["a text with NUL", "a\u0000b", field.text(9), undefined],
    ["a text with half of a surrogate pair", "a\ud800b", field.text(9), undefined],
    ["json with half of a surrogate pair", { a: ["\udc00"] }, field.json(), undefined],
    ["a text with a line break and a tab", "a\n\tb", field.text(9), "a\n\tb"],
    ["a text against its pattern", "a b", field.text(9, { pattern: /^\S+$/ }), undefined],
    ["an object as a text", {}, field.text(9), undefined],
    ["an empty text", "", field.text(9), null],
    ["a whole number", "12", field.int(), 12],
    ["a number in another notation", "0x10", field.int(), undefined],
    ["a number with an exponent and blanks", " 1e3 ", field.int(), 1000],
    ["a negative decimal as a text", "-.5", field.decimal(1), -0.5],
    ["half a shot", 1.5, field.int(), undefined],
    ["more than a double keeps", 2 ** 53, field.int(), undefined],
    ["below the smallest", 0, field.int({ min: 1 }), undefined],
    ["above the largest", 11, field.int({ max: 10 }), undefined],
    ["at the bounds", 10, field.int({ min: 10, max: 10 }), 10],
    ["a blank as a number", "  ", field.int(), undefined],
    ["hexadecimal infinity", "Infinity", field.int(), undefined],
    ["more decimals than the field has", 1.005, field.decimal(2), undefined],
    ["more decimals in a text", "1.005", field.decimal(2), undefined],
    ["one more decimal of a large number", 9_999_999_999.123, field.decimal(2), undefined],
    ["the error of a binary fraction", 0.1 + 0.2, field.decimal(1), 0.3],
    ["the error of a large binary fraction", 1_234_567.1 * 3, field.decimal(1), 3_703_701.3],
    ["the error of a long sum", 9.99999999999998, field.decimal(2), 10],
    ["a decimal too much of a very large number", 12_345_678_901_234.56, field.decimal(1), undefined],
    ["the error of a binary fraction at the limit", 100.00000000000001, field.decimal(2, { max: 100 }), 100],
    ["zeros after the last decimal", "1.500", field.decimal(1), 1.5],
    [
      "more decimals than a rounding field has",
      121.4737012345,
      field.decimal(6, { rounds: true }),
      121.473701,
    ],
    ["a decimal beyond reach", 1e15, field.decimal(2), undefined],
    ["yes", "Y", field.flag(), true],
    ["no", 0, field.flag(), false],
    ["neither", "maybe", field.flag(), undefined],
    ["a day", "2026-02-28", field.date(), "2026-02-28"],
    ["a day that is not in the calendar", "2026-02-30", field.date(), undefined],
    ["the day of an instant", "2026-02-28T23:00:00Z", field.date(), "2026-02-28"],
    ["an instant", "2026-02-28T23:00:00Z", field.time(), "2026-02-28T23:00:00.000Z"],
    ["a local time is the product's home", "2026-03-01 08:00", field.time(), "2026-03-01T00:00:00.000Z"],
    ["an instant on a day that is not in the calendar", "2026-02-30T08:00:00Z", field.time(), undefined],
    ["a time without a zone", "2026-03-01T08:00:30.5", field.time(), "2026-03-01T00:00:30.500Z"],
    ["a short zone", "2026-03-01 08:00+0530", field.time(), "2026-03-01T02:30:00.000Z"],
    ["an instant with a remark", "2026-03-01 (x)", field.time(), undefined],
    ["a day with a remark", "2026-03-01 (x)", field.date(), undefined],
    ["an hour that is not on the clock", "2026-03-01T24:00:00Z", field.time(), undefined],
    ["epoch milliseconds", 0, field.time(), "1970-01-01T00:00:00.000Z"],
    ["an instant beyond the database's years", "+020000-01-01T00:00:00Z", field.time(), undefined],
    ["a choice", 1, field.choice(colour), 1],
    ["a choice as a text", "1", field.choice(colour), 1],
    ["a choice that is not offered", 2, field.choice(colour), undefined],
    ["a choice by its name", "red", field.choice(colour), undefined],
    ["json", { a: [1] }, field.json(), { a: [1] }],
  ])("%s", (_what, value, f, decoded) => {
    expect(decodeValue(value, f)).toEqual(decoded);
  });

  it.each([
    "<script>alert(1)</script>",
    "< img src=x onerror=alert(1)>",
    "</p>",
    "<!--",
    "javascript:alert(1)",
    "JaVaScRiPt : x",
    "x onload = y",
    "&#x3c;script&#x3e;",
    "&#60;b&#62;",
  ])("refuses %s with S0019", (text) => {
    expect(codeOf(() => decodeValue(text, field.text(100)))).toBe(codes.suspiciousText);
  });

  it.each(["a < 5 and c > d", "5 <6", "R&D", "on hold", "Java script", "直径<5mm 的孔", "once = 1", "A&B;C"])(
    "accepts %s",
    (text) => expect(decodeValue(text, field.text(100))).toBe(text),
  );
});

describe("parseInstant", () => {
  it("reads back any instant", () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date("0001-01-01T00:00:00Z"),
          max: new Date("9999-12-31T23:59:59Z"),
          noInvalidDate: true,
        }),
        (d) => {
          expect(parseInstant(d.toISOString())).toBe(d.getTime());
          expect(parseInstant(d.getTime())).toBe(d.getTime());
        },
      ),
    );
  });
  it.each([Number.NaN, Number.POSITIVE_INFINITY, "yesterday", "", null, {}, "2026-13-01", "1".repeat(50)])(
    "refuses %s",
    (v) => {
      expect(parseInstant(v)).toBeUndefined();
    },
  );
});

const texts = [
  "13800138000",
  "010-62345678",
  "a.b-c@example.org",
  "91350100M000100Y43",
  "07:30",
  "/basic/mold",
  "https://storage.example.com",
  "M1",
];

/** Returns a fast-check generator of values for a field, as code uses them and not as they are on the wire. */
function someValue(f: Field): fc.Arbitrary<unknown> {
  switch (f.type) {
    case "int":
      return fc.integer({ min: Math.max(f.min ?? -1000, -1e9), max: Math.min(f.max ?? 1000, 1e9) });
    case "decimal":
      return fc.integer({ min: Math.ceil(f.min ?? -1000), max: Math.floor(f.max ?? 1000) });
    case "flag":
      return fc.boolean();
    case "date":
      return fc.constantFrom("2024-02-29", "2026-12-31");
    case "time":
      return fc.constantFrom("2024-02-29T12:00:00.000Z", "2026-12-31T23:59:59.999Z");
    case "choice":
      return fc.constantFrom(...Object.values(f.options?.values ?? {}));
    case "json":
      return fc.constant({ a: 1 });
    case "text": {
      const fitting = texts.filter((s) => [...s].length <= (f.length ?? 1) && (f.pattern?.test(s) ?? true));
      if (fitting.length === 0) throw new Error(`no sample text fits ${f.pattern ?? f.length}`);
      return fc.constantFrom(...fitting);
    }
  }
}

function rowOf(fields: Fields): fc.Arbitrary<Record<string, unknown>> {
  const writable = Object.entries(fields).filter(([, f]) => !f.readOnly && !f.virtual);
  return fc.record(Object.fromEntries(writable.map(([n, f]) => [n, someValue(f)])));
}

describe.each(entities.map((e) => [e.wire, e] as const))("rows of %s", (_wire, e) => {
  it("survive encoding and decoding", () => {
    fc.assert(
      fc.property(rowOf(e.fields), (row) => {
        const wire = JSON.parse(JSON.stringify(encodeRow(row, e.fields)));
        expect(decodeRow(wire, e.fields, { mode: "insert" })).toEqual(row);
        expect(decodeAnswer(wire, e.fields)).toEqual(row);
      }),
      { numRuns: 30 },
    );
  });
});

describe("decodeRow", () => {
  it("lets a new row omit a field with a default, and refuses an update that empties the field", () => {
    const fields = { id: field.text(9, { required: true }), size: field.int({ hasDefault: true }) };
    expect(decodeRow({ ID: "a", SIZE: "" }, fields, { mode: "insert" })).toEqual({ id: "a", size: null });
    const update = (SIZE: unknown) => codeOf(() => decodeRow({ ID: "a", SIZE }, fields, { mode: "update" }));
    expect([update(1), update("")]).toEqual(["accepted", "S0007^SIZE"]);
  });

  const fields = {
    moldNo: field.text(5, { required: true }),
    cavities: field.int({ wire: "MOLD_CAVE_NUM", min: 1 }),
    stamp: field.time({ readOnly: true }),
    total: field.int({ virtual: true }),
  };
  it.each<[string, unknown, string]>([
    ["no row", null, "S0007^Data"],
    ["a list", [], "S0007^Data"],
    ["an unknown field", { MOLD_NO: "1", NOPE: 1 }, "S0015^NOPE"],
    ["our own spelling", { moldNo: "1" }, "S0015^moldNo"],
    ["a missing required field", { MOLD_CAVE_NUM: 2 }, "S0007^MOLD_NO"],
    ["an empty required field", { MOLD_NO: "" }, "S0007^MOLD_NO"],
    ["a required field of spaces only", { MOLD_NO: "  " }, "S0007^MOLD_NO"],
    ["a bad value", { MOLD_NO: "1", MOLD_CAVE_NUM: 0 }, "S0200^MOLD_CAVE_NUM"],
    ["markup", { MOLD_NO: "<b>" }, codes.suspiciousText],
  ])("%s", (_what, row, code) => {
    expect(codeOf(() => decodeRow(row, fields, { mode: "insert" }))).toBe(code);
  });
  it("refuses what only the server or a command sets, unless it is empty", () => {
    const insert = (row: object) => decodeRow({ MOLD_NO: "1", ...row }, fields, { mode: "insert" });
    expect(codeOf(() => insert({ STAMP: "2025-01-01" }))).toBe("S0231^STAMP");
    expect(codeOf(() => insert({ TOTAL: 1 }))).toBe("S0231^TOTAL");
    expect(insert({ STAMP: null, TOTAL: "" })).toEqual({ moldNo: "1" });
  });
  it("returns fixed fields of an update to the caller, who compares them", () => {
    const own = { ...fields, place: field.text(5, { atCreation: true }) };
    const row = { MOLD_NO: "1", PLACE: "A", TOTAL: 4 };
    const fixed = {};
    const key = ["moldNo"];
    expect(decodeRow(row, own, { mode: "update", key, allow: key, fixed })).toEqual({ moldNo: "1" });
    expect(fixed).toEqual({ place: "A", total: 4 });
    expect(codeOf(() => decodeRow(row, own, { mode: "update", key, allow: key }))).toBe("S0231^PLACE");
    expect(decodeRow({ MOLD_NO: "1", PLACE: "A" }, own, { mode: "insert" })).toEqual({
      moldNo: "1",
      place: "A",
    });
  });
  it("requires only the key for an update", () => {
    expect(decodeRow({ MOLD_CAVE_NUM: 2 }, fields, { mode: "update" })).toEqual({ cavities: 2 });
    expect(codeOf(() => decodeRow({ MOLD_CAVE_NUM: 2 }, fields, { mode: "update", key: ["moldNo"] }))).toBe(
      "S0007^MOLD_NO",
    );
  });
  it("throws only refusals for any input", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("MOLD_NO", "MOLD_CAVE_NUM", "STAMP", "X", "__proto__"), fc.anything()),
        (row) => {
          const code = codeOf(() => decodeRow(row, fields, { mode: "insert" }));
          expect(code).toMatch(/^(accepted|S0007|S0015|S0019|S0200|S0231)/);
        },
      ),
    );
  });
});

it("accepts existing calendar days only", () => {
  const two = (n: number) => String(n).padStart(2, "0");
  // JavaScript's Date accepts an invalid day and moves it to the next month. The decoder must refuse such a day.
  for (const year of [1900, 2000, 2023, 2024])
    for (let month = 0; month <= 13; month++)
      for (let day = 0; day <= 32; day++) {
        const text = `${year}-${two(month)}-${two(day)}`;
        const at = new Date(`${text}T00:00:00Z`);
        const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
        expect(decodeValue(text, field.date()), text).toBe(isReal ? text : undefined);
      }
  // PostgreSQL has no year 0, so the decoder must refuse it.
  expect(decodeValue("0000-01-01", field.date())).toBeUndefined();
});
