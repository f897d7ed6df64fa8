import { field } from "@shotkeeper/contract/kernel";
import { describe, expect, it } from "vitest";
import { toConditions } from "./conditions.ts";

const fields = { no: field.text(10), at: field.time(), day: field.date() };
/** An instant of the clock that runs here, whatever its zone. */
const local = (text: string) => new Date(text).toISOString();

describe("toConditions", () => {
  it("leaves texts and dates as they are", () => {
    const filters = [
      { field: "no", operator: "LIKE", value: "A1" },
      { field: "day", operator: "EGT", value: "2026-01-02" },
    ] as const;
    expect(toConditions(filters, fields)).toEqual(filters);
  });

  it("takes times as they are on the user's clock, the last second whole", () => {
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

  it("makes a day alone the whole day", () => {
    expect(toConditions([{ field: "at", operator: "EQ", value: "2026-01-02" }], fields)).toEqual([
      { field: "at", operator: "EGT", value: local("2026-01-02T00:00:00") },
      { field: "at", operator: "ELT", value: local("2026-01-02T23:59:59.999") },
    ]);
  });

  it("forgets a field that the query no longer has", () => {
    expect(toConditions([{ field: "gone", operator: "EQ", value: 1 }], fields)).toEqual([]);
  });
});
