import { loadLocale } from "@shotkeeper/locales";
import { formatsOf } from "@shotkeeper/ui/app";
import { expect, it } from "vitest";
import { figureText } from "./figure-text.ts";

const f = formatsOf("en", (await loadLocale("en")).shell.time);

it.each([
  ["cycle", 89.96, "89.9%"],
  ["cycle", 90, "90.0%"],
  ["idle", 5.04, "5.1%"],
  ["idle", 5, "5.0%"],
  ["idle", 1.1, "1.1%"],
  ["idle", 0, "0.0%"],
  ["returns", 5.001, "5.01"],
  ["returns", 5, "5.00"],
  ["returns", null, "–"],
] as const)("rounds %s of %s to the worse side: %s", (name, value, text) => {
  expect(figureText(name, value, f)).toBe(text);
});
