import { expect, it } from "vitest";
import { isSerial, serialText, textSerial } from "./serial.ts";

const first = textSerial("1950-01-01") ?? 0;
const last = textSerial("2149-12-31 23:59:59") ?? 0;

it("treats only numbers of the years 1950 to 2149 as dates", () => {
  expect([first, Math.floor(last)]).toEqual([18_264, 91_312]);
  expect([first, first + 0.001, 45_736, last].map(isSerial)).toEqual([true, true, true, true]);
  expect([first - 1, first - 0.001, Math.ceil(last)].map(isSerial)).toEqual([false, false, false]);
});

it.each([
  [25_569, "1970-01-01 00:00:00"],
  [45_736.5, "2025-03-20 12:00:00"],
  [367, "1901-01-01 00:00:00"],
  [45_736 + 8 / 24 + 5 / 1440 + 9 / 86_400, "2025-03-20 08:05:09"],
])("writes %d as %s, and reads it back", (serial, text) => {
  expect(serialText(serial)).toBe(text);
  expect(textSerial(text)).toBeCloseTo(serial, 6);
});

it.each(["soon", "2025-02-30", "2025-04-31", "1900-12-31", "2025-03-20 12:00", "x2025-03-20", "2025-03-20x"])(
  "finds no day in %s",
  (text) => {
    expect(textSerial(text)).toBeUndefined();
  },
);
