import { loadLocale } from "@shotkeeper/locales";
import { describe, expect, it } from "vitest";
import { formatsOf, missing } from "./formats.ts";

const zh = formatsOf("zh_CN", (await loadLocale("zh_CN")).shell.time);
const tw = formatsOf("zh_TW", (await loadLocale("zh_TW")).shell.time);
const en = formatsOf("en", (await loadLocale("en")).shell.time);

describe("compact", () => {
  it.each([
    [0, "0", "0", "0"],
    [9999, "9,999", "9,999", "9,999"],
    [10_000, "1万", "1萬", "10k"],
    [1_234_567, "123.5万", "123.5萬", "1.235M"],
    [-52_300, "-5.23万", "-5.23萬", "-52.3k"],
    [250_000_000, "2.5亿", "2.5億", "250M"],
  ])("%d → %s", (n, cn, hant, english) => {
    expect([zh.compact(n), tw.compact(n), en.compact(n)]).toEqual([cn, hant, english]);
  });
});

it("shows a missing value as a dash", () => {
  for (const text of [zh.whole(null), zh.decimal(undefined, 2), zh.compact(Number.NaN), zh.percent(null)])
    expect(text).toBe(missing);
  expect([zh.date(""), zh.dateTime("no date"), zh.duration(null)]).toEqual([missing, missing, missing]);
});

it("shows all decimals, so that numbers in a column line up", () => {
  expect(en.decimal(12.5, 2)).toBe("12.50");
  expect(en.percent(97.25)).toBe("97.3%");
  expect([99.6, 99.97, 100, 104.2, 12.3].map((n) => en.progress(n, 0))).toEqual([
    "99%",
    "99%",
    "100%",
    "104%",
    "12%",
  ]);
  expect([99.94, 99.97, 100].map((n) => en.progress(n))).toEqual(["99.9%", "99.9%", "100.0%"]);
  // No value below a threshold of 90 or 95 % is shown as having reached it.
  expect([89.6, 90, 94.96].map((n) => en.progress(n, 0))).toEqual(["89%", "90%", "94%"]);
  expect([89.96, 94.95, 64.1, 1.1].map((n) => en.progress(n))).toEqual(["89.9%", "94.9%", "64.1%", "1.1%"]);
});

describe("duration", () => {
  it.each([
    [0, "0 s"],
    [59, "59 s"],
    [61, "1 min 1 s"],
    [3600, "1 h"],
    [12_345, "3 h 25 min"],
    [90_000, "1 d 1 h"],
    [-90, "-1 min 30 s"],
  ])("%d s → %s", (s, text) => {
    expect(en.duration(s)).toBe(text);
  });
});

describe("relative", () => {
  const now = Date.parse("2026-05-01T12:00:00Z");
  const ago = (s: number) => new Date(now - s * 1000).toISOString();
  it.each([
    [10, "刚刚"],
    [-10, "刚刚"],
    [-240, "刚刚"],
    [180, "3分钟前"],
    [7200, "2小时前"],
    [86_400, "昨天"],
  ])("%d s ago → %s", (s, text) => {
    expect(zh.relative(ago(s), now)).toBe(text);
  });
  it('shows the date after a month, and "never" for a missing value', () => {
    expect(en.relative(ago(40 * 86_400), now)).toMatch(/^2026-03-2\d$/);
    expect(en.relative(null, now)).toBe("never");
  });
});
