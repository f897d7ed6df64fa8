import { moldList } from "@shotkeeper/contract/mold";
import { loadLocale } from "@shotkeeper/locales";
import { expect, it } from "vitest";
import { formatsOf } from "../app/formats.ts";
import { gridColumns } from "./columns.ts";

const locale = await loadLocale("en");
const context = { locale, formats: formatsOf("en", locale.shell.time) };

it("lists the named columns first, and hides the others", () => {
  const [first, second, third] = gridColumns(moldList, ["moldName", { name: "moldNo" }], context);
  expect([first?.key, second?.key]).toEqual(["moldName", "moldNo"]);
  expect([first?.hidden, second?.hidden, third?.hidden]).toEqual([undefined, undefined, true]);
});

it("refuses a column that is listed twice", () => {
  expect(() => gridColumns(moldList, ["moldNo", { name: "moldNo", width: 90 }], context)).toThrow(
    "BS101.Q01: a column is listed twice: moldNo,moldNo",
  );
});
