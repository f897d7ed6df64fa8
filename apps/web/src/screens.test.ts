import { loadLocale } from "@shotkeeper/locales";
import { expect, it } from "vitest";
import { screens } from "./screens.ts";

const texts = await loadLocale("en");
const withTitle = Object.entries(screens).filter(([, { title }]) => title);

it.each(withTitle)("%s has a title that is a name or a number, and not both", (path, { title }) => {
  const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, "37"]));
  const text = title?.(params, texts);
  expect(text).not.toBe("");
  if (text !== "37") expect(text).not.toContain("37");
});
