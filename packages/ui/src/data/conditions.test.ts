import { field } from "@shotkeeper/contract/kernel";
import { describe, expect, it } from "vitest";
import { toConditions } from "./conditions.ts";

const fields = { no: field.text(10), at: field.time(), day: field.date() };
/** Converts a local time of this computer to an instant in ISO 8601. */
const local = (text: string) => new Date(text).toISOString();

describe("toConditions", () => {
  it("does not change texts and dates", () => {
    const filters = [
      { field: "no", operator: "LIKE", value: "A1" },
      { field: "day", operator: "EGT", value: "2026-01-02" },
    ] as const;
    expect(toConditions(filters, fields)).toEqual(filters);
  });

  it("reads times in the user's time zone and includes the whole last second", () => {
    expect(
      toConditions(
        [
          { field: "at", operator: "EGT", value: "2026-01-02" },
          { field: "at", operator: "ELT", value: "2026-01-03 23:59:59" },
        ],
        fields,
      ),
    ).toEqual([
      { field: "at", operator: "EGT", value: local("2026-01-02T00:00:00") },
      { field: "at", operator: "ELT", value: local("2026-01-03T23:59:59.999") },
    ]);
  });

  it.each([
    ["EGT", "2026-01-02T00:00:00", "2026-01-02T08:30:05"],
    ["LT", "2026-01-02T00:00:00", "2026-01-02T08:30:05"],
    ["ELT", "2026-01-02T23:59:59.999", "2026-01-02T08:30:05.999"],
    ["GT", "2026-01-02T23:59:59.999", "2026-01-02T08:30:05.999"],
    ["EQ", undefined, "2026-01-02T08:30:05"],
  ] as const)("bounds %s at the start or end of the day or second", (operator, ofDay, ofSecond) => {
    const valueFor = (value: string) => toConditions([{ field: "at", operator, value }], fields)[0]?.value;
    if (ofDay) expect(valueFor("2026-01-02")).toBe(local(ofDay));
    expect(valueFor("2026-01-02 08:30:05")).toBe(local(ofSecond));
  });

  it("does not change a text that is not a time", () => {
    const filter = { field: "at", operator: "EGT", value: "soon" } as const;
    expect(toConditions([filter], fields)).toEqual([filter]);
  });

  it("converts a day without a time to the whole day", () => {
    expect(toConditions([{ field: "at", operator: "EQ", value: "2026-01-02" }], fields)).toEqual([
      { field: "at", operator: "EGT", value: local("2026-01-02T00:00:00") },
      { field: "at", operator: "ELT", value: local("2026-01-02T23:59:59.999") },
    ]);
  });

  it("leaves out a field that the query no longer has", () => {
    expect(toConditions([{ field: "gone", operator: "EQ", value: 1 }], fields)).toEqual([]);
  });
});
