import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayIn, dayText, startOfDay } from "./zone.ts";

const at = (text: string) => Date.parse(text);
const hour = 3_600_000;

describe("time zones", () => {
  it.each([
    ["Asia/Shanghai", "2026-05-19T15:59:59.999Z", "2026-05-19"],
    ["Asia/Shanghai", "2026-05-19T16:00:00Z", "2026-05-20"],
    ["UTC", "2026-01-01T00:00:00Z", "2026-01-01"],
    ["America/New_York", "2026-01-01T04:59:59Z", "2025-12-31"],
    ["Asia/Kolkata", "2026-12-31T18:30:00Z", "2027-01-01"],
    ["UTC", "0987-03-04T12:00:00Z", "0987-03-04"],
  ])("returns in %s at %s the day %s", (zone, instant, day) => {
    expect(dayText(zone, at(instant))).toBe(day);
    const [year, month, date] = day.split("-").map(Number);
    expect(dayIn(zone, at(instant))).toEqual({ year, month, day: date });
  });

  it.each([
    ["Asia/Shanghai", "2026-05-20T04:00:00Z", 0, "2026-05-19T16:00:00Z"],
    ["Asia/Shanghai", "2026-05-20T04:00:00Z", 1, "2026-05-20T16:00:00Z"],
    ["Asia/Shanghai", "2026-12-31T04:00:00Z", 1, "2026-12-31T16:00:00Z"],
    ["Asia/Shanghai", "2026-03-01T04:00:00Z", -1, "2026-02-27T16:00:00Z"],
    // On these days the clocks change: forward in the night to 29 March, back in the night to 25 October.
    ["Europe/Berlin", "2026-03-29T10:00:00Z", 0, "2026-03-28T23:00:00Z"],
    ["Europe/Berlin", "2026-03-29T10:00:00Z", 1, "2026-03-29T22:00:00Z"],
    ["Europe/Berlin", "2026-10-25T10:00:00Z", 0, "2026-10-24T22:00:00Z"],
    ["Europe/Berlin", "2026-10-25T10:00:00Z", 1, "2026-10-25T23:00:00Z"],
    ["America/New_York", "2026-03-08T12:00:00Z", 0, "2026-03-08T05:00:00Z"],
    ["America/New_York", "2026-11-01T12:00:00Z", 0, "2026-11-01T04:00:00Z"],
    ["Pacific/Auckland", "2026-04-04T20:00:00Z", 0, "2026-04-04T11:00:00Z"],
  ])("begins in %s the day of %s, %i days on, at %s", (zone, instant, days, start) => {
    expect(new Date(startOfDay(zone, at(instant), days)).toISOString()).toBe(new Date(start).toISOString());
  });

  it("returns the first instant of every day, in zones with and without clock changes", () => {
    const zones = ["Asia/Shanghai", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"];
    const instants = fc.integer({ min: at("2015-01-01T00:00:00Z"), max: at("2035-01-01T00:00:00Z") });
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (zone, ms) => {
        const start = startOfDay(zone, ms);
        expect(dayText(zone, start)).toBe(dayText(zone, ms));
        expect(dayText(zone, start - 1)).not.toBe(dayText(zone, ms));
        expect(ms - start).toBeGreaterThanOrEqual(0);
        expect(ms - start).toBeLessThan(25 * hour);
        expect(startOfDay(zone, start - 1, 1)).toBe(start);
      }),
    );
  });
});
