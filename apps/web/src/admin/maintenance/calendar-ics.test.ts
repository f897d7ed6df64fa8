import { expect, it } from "vitest";
import { icsOf } from "./calendar-ics.ts";

const options = { domain: "demo.shotkeeper", name: "Maintenance", now: Date.UTC(2026, 4, 20, 4) };
const unfolded = (text: string) => text.replace(/\r\n /g, "").split("\r\n");

it("has one all-day entry for each task, from its day to the next", () => {
  const lines = unfolded(
    icsOf([{ id: "MT1", day: "2026-05-31", summary: "M-1 Daily", details: ["Ann", "about 0.5 h"] }], options),
  );
  expect(lines).toEqual([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Shotkeeper//Maintenance calendar//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "X-WR-CALNAME:Maintenance",
    "BEGIN:VEVENT",
    "UID:MT1@demo.shotkeeper",
    "DTSTAMP:20260520T040000Z",
    "DTSTART;VALUE=DATE:20260531",
    "DTEND;VALUE=DATE:20260601",
    "SUMMARY:M-1 Daily",
    "DESCRIPTION:Ann\\nabout 0.5 h",
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ]);
});

it("escapes what separates values, so that a text cannot add lines", () => {
  const text = icsOf(
    [{ id: "1", day: "2026-05-20", summary: "a,b;c\\d\r\nEND:VEVENT", details: [] }],
    options,
  );
  expect(unfolded(text)).toContain("SUMMARY:a\\,b\\;c\\\\d\\nEND:VEVENT");
});

it("folds lines at 75 bytes and keeps characters whole", () => {
  const summary = "保养".repeat(60);
  const text = icsOf([{ id: "1", day: "2026-05-20", summary, details: [] }], options);
  const bytes = text.split("\r\n").map((l) => new TextEncoder().encode(l).length);
  expect(Math.max(...bytes)).toBeLessThanOrEqual(75);
  expect(unfolded(text)).toContain(`SUMMARY:${summary}`);
});
