import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Day,
  type DocumentRule,
  datePart,
  dateTypes,
  documentNumber,
  isoWeek,
  serialAlphabets,
  serialPart,
  serialPeriod,
} from "./document-number.ts";

const ordinary: Day = { year: 2026, month: 5, day: 9 };
const late: Day = { year: 2026, month: 12, day: 31 };
/** 1 January 2027 is a Friday. By ISO 8601, this day belongs to week 53 of 2026. */
const newYear: Day = { year: 2027, month: 1, day: 1 };

describe("date part", () => {
  // spec: admin 9.12
  it.each([
    [1, "YYYYMMDD", "20260509", "20261231", "20270101"],
    [2, "YYMMDD", "260509", "261231", "270101"],
    [3, "YYYYMM", "202605", "202612", "202701"],
    [4, "YYMM", "2605", "2612", "2701"],
    [5, "YMD", "659", "6CV", "711"],
    [6, "YMMDD", "60509", "61231", "70101"],
    [7, "YYMDD", "26509", "26C31", "27101"],
    [8, "YMDD", "6509", "6C31", "7101"],
    [9, "YYWW", "2619", "2653", "2653"],
    [10, "YYWWD", "26196", "26534", "26535"],
    [11, "YY", "26", "26", "27"],
    [12, "YYYY", "2026", "2026", "2027"],
    [13, "YYM", "265", "26C", "271"],
  ])("type %i, %s", (type, name, ...parts) => {
    expect(dateTypes[type - 1]).toBe(name);
    expect([ordinary, late, newYear].map((d) => datePart(type, d))).toEqual(parts);
  });

  const day = fc
    .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((d) => ({ year: d.getUTCFullYear(), month: d.getUTCMonth() + 1, day: d.getUTCDate() }));

  it("has the same width on every day", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 13 }), day, (type, d) => {
        expect(datePart(type, d)).toHaveLength(datePart(type, ordinary).length);
        expect(datePart(type, d)).toMatch(/^[0-9A-V]+$/);
      }),
    );
  });

  it("numbers weeks from 1 to 53 and days from Monday", () => {
    fc.assert(
      fc.property(day, (d) => {
        const w = isoWeek(d);
        expect(w.week).toBeGreaterThanOrEqual(1);
        expect(w.week).toBeLessThanOrEqual(53);
        expect(w.weekday).toBe(new Date(Date.UTC(d.year, d.month - 1, d.day)).getUTCDay() || 7);
        expect(Math.abs(w.year - d.year)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("serial", () => {
  // spec: admin 9.13
  it.each([
    [0, "0123456789"],
    [1, "0123456789ABCDEF"],
    [2, "0123456789ABCDEFGHJKMNPQRSTVWXYZ"],
    [3, "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"],
  ])("base %i", (base, alphabet) => {
    expect(serialAlphabets[base]).toBe(alphabet);
    expect(serialPart(alphabet.length - 1, base, 3)).toBe(`00${alphabet.at(-1)}`);
    expect(serialPart(alphabet.length, base, 3)).toBe("010");
  });

  it("reports too few digits", () => {
    for (const [base, alphabet] of serialAlphabets.entries()) {
      expect(serialPart(alphabet.length ** 2 - 1, base, 2)).toBe(alphabet.at(-1)?.repeat(2));
      expect(serialPart(alphabet.length ** 2, base, 2)).toBeUndefined();
    }
  });
});

const rule: fc.Arbitrary<DocumentRule> = fc.record({
  prefix: fc.constantFrom("", "PO", "MT-"),
  useDate: fc.boolean(),
  dateType: fc.integer({ min: 1, max: 13 }),
  serialBase: fc.integer({ min: 0, max: 3 }),
  serialDigits: fc.integer({ min: 1, max: 12 }),
  joiner: fc.constantFrom("", "-", "/"),
});
const serial = fc.integer({ min: 0, max: 2 ** 40 });

describe.each(dateTypes.map((name, i) => [name, i + 1] as const))(
  "document numbers with %s",
  (_name, dateType) => {
    it("never repeat within a period, keep their width, and rise with the count", () => {
      fc.assert(
        fc.property(rule, serial, serial, (r, a, b) => {
          const of = (n: number) => documentNumber({ ...r, dateType, useDate: true }, ordinary, n);
          const [first, second] = [of(a), of(b)];
          fc.pre(first !== undefined && second !== undefined);
          expect(first === second).toBe(a === b);
          expect(first).toHaveLength(second?.length ?? 0);
          // The digits of each number system have ascending character codes. So document numbers that are sorted as
          // texts are in the order of their serial numbers.
          if (a < b) expect((first ?? "") < (second ?? "")).toBe(true);
          expect(first?.startsWith(serialPeriod({ ...r, dateType, useDate: true }, ordinary))).toBe(true);
        }),
      );
    });
  },
);

it("never restart if the rule has no date", () => {
  const r = { prefix: "A", useDate: false, dateType: 1, serialBase: 0, serialDigits: 3, joiner: "-" };
  expect(documentNumber(r, ordinary, 7)).toBe("A-007");
  expect(serialPeriod(r, ordinary)).toBe(serialPeriod(r, late));
});
