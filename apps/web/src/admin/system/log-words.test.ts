import { loadLocale } from "@shotkeeper/locales";
import { expect, it } from "vitest";
import { targetLabel } from "./log-words.ts";

const en = await loadLocale("en");

it("names the list of an export by its menu, and leaves unknown targets as they are", () => {
  expect(targetLabel("CT102/Q01", en)).toBe(en.menus.counterLog);
  expect(targetLabel("SYS_USER", en)).toBe(en.menus.user);
  expect(targetLabel("UNKNOWN", en)).toBe("UNKNOWN");
  expect(targetLabel(null, en)).toBe("");
});
