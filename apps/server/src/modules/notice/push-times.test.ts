import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pushAt } from "./push-times.ts";

const zone = "Asia/Shanghai";
const at = (text: string) => Date.parse(`${text}+08:00`);
const rule = (push_cycle: string, push_time: string | null = null, up_time: number | null = null) => ({
  push_cycle,
  push_time,
  up_time,
});

describe("the due time of a message", () => {
  it("is now, the next full hour, the rule's time of day, or after the rule's waiting minutes", () => {
    const noon = at("2026-05-20T12:20:00");
    expect(pushAt(rule("once"), noon, zone, noon)).toBe(noon);
    expect(pushAt(rule("once", null, 30), noon, zone, noon)).toBe(at("2026-05-20T12:50:00"));
    expect(pushAt(rule("hour"), noon, zone, noon)).toBe(at("2026-05-20T13:00:00"));
    expect(pushAt(rule("hour", null, 45), noon, zone, noon)).toBe(at("2026-05-20T14:00:00"));
    expect(pushAt(rule("day", "18:30"), noon, zone, noon)).toBe(at("2026-05-20T18:30:00"));
    expect(pushAt(rule("day", "08:00"), noon, zone, noon)).toBe(at("2026-05-21T08:00:00"));
    // A rule that collects messages per hour sends them at full hours of the tenant's zone. This zone is UTC+5:30, so
    // its full hours are at minute 30 in UTC.
    expect(pushAt(rule("hour"), noon, "Asia/Kolkata", noon) % 3_600_000).toBe(1_800_000);
  });

  it("is the rule's time of day also on a day on which the clock is changed", () => {
    const eve = (day: string) => Date.parse(`${day}T20:00:00Z`);
    const next = (day: string) => new Date(pushAt(rule("day", "08:00"), eve(day), "Europe/Berlin", eve(day)));
    expect(next("2026-03-28").toISOString()).toBe("2026-03-29T06:00:00.000Z");
    expect(next("2026-10-24").toISOString()).toBe("2026-10-25T07:00:00.000Z");
  });

  it("is never before the event and at most a day and an hour after it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at("2020-01-01T00:00:00"), max: at("2035-01-01T00:00:00") }),
        fc.constantFrom("once", "hour", "day"),
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 10_080 }),
        fc.constantFrom(zone, "UTC", "America/New_York", "Australia/Lord_Howe"),
        (now, cycle, minute, lasting, where) => {
          const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
          const ready = now + lasting * 60_000;
          const pushed = pushAt(rule(cycle, time, lasting), now, where, now);
          expect(pushed).toBeGreaterThanOrEqual(ready);
          expect(pushed - ready).toBeLessThanOrEqual(
            cycle === "once" ? 0 : cycle === "hour" ? 3_600_000 : 25 * 3_600_000,
          );
        },
      ),
    );
  });
});
