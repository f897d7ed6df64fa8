import { instantOf, setZone, wallTime } from "@shotkeeper/datagrid/core";
import { loadLocale, localeCodes } from "@shotkeeper/locales";
import { afterEach, describe, expect, it } from "vitest";
import { formatsOf } from "../app/formats.ts";
import { toConditions } from "../data/conditions.ts";
import { chartTime, daysBetween, instant, wallClock, wallDay, zoneTitle } from "./zone.ts";

/** Zones of browsers in which the tests run, with the hour that clocks there show at the Unix epoch. */
const hourOfEpoch: Readonly<Record<string, number>> = { "America/Chicago": 18, UTC: 0, "Asia/Shanghai": 8 };
const tenantZones = ["America/Chicago", "Europe/Berlin", "Asia/Shanghai", "Australia/Lord_Howe", "UTC"];
const hour = 3_600_000;
const ownZone = process.env.TZ;

/** Days on which a tenant's zone changes its clocks, and one ordinary day (the last). */
const days = [
  "2026-03-08",
  "2026-11-01",
  "2026-03-29",
  "2026-10-25",
  "2026-04-05",
  "2026-10-04",
  "2026-01-15",
];

const swedish = new Map(
  tenantZones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }),
  ]),
);
/**
 * Returns the time that clocks of a zone show, computed by Intl and not by the tested code. Swedish times have the
 * format YYYY-MM-DD HH:mm:ss.
 */
const shown = (zone: string, at: number) => swedish.get(zone)?.format(at) ?? "";

/** Returns every half hour at which clocks of the zone show the given day, computed without the tested code. */
function halfHoursOf(zone: string, day: string): number[] {
  const noon = Date.parse(`${day}T12:00:00Z`);
  return Array.from({ length: 120 }, (_, i) => noon + (i - 60) * (hour / 2)).filter((at) =>
    shown(zone, at).startsWith(day),
  );
}

afterEach(() => {
  process.env.TZ = ownZone;
  setZone("UTC");
});

describe.each(Object.keys(hourOfEpoch))("in a browser of %s", (browser) => {
  describe.each(tenantZones)("a tenant of %s", (zone) => {
    const start = () => {
      process.env.TZ = browser;
      expect(new Date(0).getHours()).toBe(hourOfEpoch[browser]);
      setZone(zone);
    };

    it("sees every time as clocks in the tenant's zone show it", async () => {
      start();
      const f = formatsOf("en", (await loadLocale("en")).shell.time);
      const wrong = days
        .flatMap((day) => halfHoursOf(zone, day))
        .filter((at) => {
          const text = shown(zone, at);
          const iso = new Date(at).toISOString();
          const read = instantOf(text);
          const texts = [wallTime(at), f.dateTime(iso), wallClock(iso).format("YYYY-MM-DD HH:mm:ss")];
          const isShown =
            texts.every((t) => t === text) &&
            f.date(iso) === text.slice(0, 10) &&
            f.clock(iso) === text.slice(11, 16) &&
            new Date(chartTime(at)).toISOString().startsWith(text.slice(0, 16).replace(" ", "T"));
          // When clocks are set back, they show an hour twice. A time of that hour is read as the first of the two
          // possible times.
          return !(isShown && shown(zone, read) === text && read <= at && at - read <= hour);
        });
      expect(wrong).toEqual([]);
    }, 20_000);

    it("gets days of 23 to 25 hours from pickers, filters and periods", () => {
      start();
      for (const day of days) {
        const all = halfHoursOf(zone, day);
        const [first, last] = [all[0] ?? 0, (all.at(-1) ?? 0) + hour / 2];
        const wall = wallDay(day);
        if (!wall) throw new Error(day);
        const [from, to] = daysBetween(wall, wall);
        expect([Date.parse(from), Date.parse(to)]).toEqual([first, last - 1]);
        expect(Date.parse(instant(wall))).toBe(first);
        const [egt, elt] = toConditions([{ field: "at", operator: "EQ", value: day }], fields);
        expect([egt?.value, elt?.value]).toEqual([from, to]);
        expect(wallClock(first).format("YYYY-MM-DD HH:mm")).toBe(`${day} 00:00`);
        expect(wallClock(first).add(1, "day").format("YYYY-MM-DD")).toBe(
          wallClock(last).format("YYYY-MM-DD"),
        );
      }
    }, 20_000);

    it("keeps calendar days as they are", async () => {
      start();
      const f = formatsOf("en", (await loadLocale("en")).shell.time);
      for (const day of days) {
        expect(f.date(day)).toBe(day);
        expect(wallDay(day)?.format("YYYY-MM-DD")).toBe(day);
      }
      expect([wallDay("2026-5-1"), wallDay(""), wallDay(null)]).toEqual([undefined, undefined, undefined]);
    });
  });
});

it("reads a time that the clocks skip as the same span after the change", () => {
  setZone("America/Chicago");
  expect(instantOf("2026-03-08 02:30:00")).toBe(Date.parse("2026-03-08T08:30:00Z"));
  expect(wallTime(instantOf("2026-03-08 02:30:00"))).toBe("2026-03-08 03:30:00");
  expect(instantOf("soon")).toBeNaN();
});

it("names the zone in the user's language", () => {
  setZone("Asia/Shanghai");
  expect(localeCodes.map(zoneTitle)).toEqual(["中国标准时间", "中國標準時間", "China Standard Time"]);
  setZone("UTC");
  expect(zoneTitle("zh_CN")).toBe("UTC");
});

it("ignores a zone that the browser does not know", () => {
  setZone("Asia/Shanghai");
  setZone("Mars/Olympus");
  expect(wallTime(0)).toBe("1970-01-01 08:00:00");
});

const fields = { at: { type: "time" } } as const;
