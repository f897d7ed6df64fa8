import { loadLocale } from "@shotkeeper/locales";
import { expect, it } from "vitest";
import { causeText, raisedCauseText } from "./cause.ts";

const locale = await loadLocale("en");
/** Mock of the formats that causeText uses. The real formats need a DOM. */
const f = {
  percent: (n: number | null | undefined, digits = 1) => `${n?.toFixed(digits)}%`,
  decimal: (n: number | null | undefined, digits: number) => String(n?.toFixed(digits)),
  whole: String,
  date: String,
  dateTime: String,
};

it.each([
  ["battery", { battery: 8 }, "Battery 8%"],
  ["battery", { mark: 1 }, "The device reports a low battery"],
  ["cycleSlow", { meanMs: 33_000, standardMs: 30_000, shots: 20 }, "33.0 s, expected 30.0 s (+10.0%)"],
  ["position", { distanceM: 28_500, radiusM: 800 }, "28.5 km from the plant, allowed 800 m"],
  ["weakSignal", { rssi: -112, bad: 3, of: 5 }, "-112 dBm, too weak in 3 of 5"],
  ["unbound", { shots: 108 }, "Counts while unbound (108 shots when noticed)"],
  ["cycleFast", null, ""],
] as const)("%s %j", (kind, cause, text) => {
  expect(causeText(kind, cause, locale, f)).toBe(text);
});

it.each([
  ["battery", { battery: 10 }, "Battery 10% when raised, 2026-05-06T02:14"],
  ["idle", { quietSince: "x" }, ""],
  ["removal", {}, "The label was removed"],
] as const)("%s %j names the time of measured values only", (kind, cause, text) => {
  expect(raisedCauseText(kind, cause, "2026-05-06T02:14:00Z", locale, f)).toBe(text);
});
