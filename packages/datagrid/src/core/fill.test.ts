import { expect, test } from "vitest";
import { fillValues } from "./fill.ts";
import type { CellType } from "./types.ts";

test.each<[CellType, unknown[], unknown[]]>([
  ["number", [5], [5, 5, 5]],
  ["number", [1, 2], [3, 4, 5]],
  ["number", [0.1, 0.2], [0.3, 0.4, 0.5]],
  ["number", [10, 7], [4, 1, -2]],
  ["number", [6901234567892, 6901234567893], [6901234567894, 6901234567895, 6901234567896]],
  ["number", [10000000000.01, 10000000000.02], [10000000000.03, 10000000000.04, 10000000000.05]],
  ["number", [1e-7, 2e-7], [3e-7, 4e-7, 5e-7]],
  ["number", [1, 2, 4], [1, 2, 4]],
  ["date", ["2026-02-27"], ["2026-02-28", "2026-03-01", "2026-03-02"]],
  ["date", ["2026-01-01", "2026-01-08"], ["2026-01-15", "2026-01-22", "2026-01-29"]],
  ["date", ["2025-11-30", "2025-12-30"], ["2026-01-30", "2026-02-28", "2026-03-30"]],
  ["date", ["soon"], ["soon", "soon", "soon"]],
  ["date", ["2026-01-05", null], ["2026-01-05", null, "2026-01-05"]],
  [
    "time",
    ["2026-01-01 08:00:00", "2026-01-01 08:30:00"],
    ["2026-01-01 09:00:00", "2026-01-01 09:30:00", "2026-01-01 10:00:00"],
  ],
  ["text", ["M-008"], ["M-009", "M-010", "M-011"]],
  ["text", ["A2", "A4"], ["A6", "A8", "A10"]],
  ["text", ["A1", "B2"], ["A1", "B2", "A1"]],
  ["text", ["Clip"], ["Clip", "Clip", "Clip"]],
  ["choice", ["idle", "repair"], ["idle", "repair", "idle"]],
  ["flag", [true], [true, true, true]],
])("%s %j continues with %j", (type, source, values) => {
  expect(fillValues(source, 3, type, "series", false)).toEqual(values);
});

test("a copy repeats the cells, and a fill upwards continues backwards", () => {
  expect(fillValues([1, 2], 3, "number", "copy", false)).toEqual([1, 2, 1]);
  expect(fillValues([1, 2], 3, "number", "series", true)).toEqual([0, -1, -2]);
  expect(fillValues(["M-002", "M-003"], 3, "text", "series", true)).toEqual(["M-001", "M-000", "M-000"]);
  expect(fillValues([1, 2], 3, "number", "copy", true)).toEqual([2, 1, 2]);
});
