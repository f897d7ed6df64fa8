import { describe, expect, it } from "vitest";
import {
  closeAll,
  closeOthers,
  closeRight,
  closeTab,
  moveTab,
  neighbour,
  openTab,
  pinTab,
  reloadTab,
  type Tabs,
  titleTab,
} from "./tabs.ts";

const make = (keys: string): Tabs =>
  [...keys].map((c) => {
    const key = c.toLowerCase();
    // In these tests, a list of tabs is written as letters. A capital letter stands for a pinned tab.
    return c === key ? { key, pathname: key, search: "" } : { key, pathname: key, search: "", pinned: true };
  });
const show = (tabs: Tabs) => tabs.map((t) => (t.pinned ? t.key.toUpperCase() : t.key)).join("");

describe("openTab", () => {
  it("adds a page at the end", () => {
    expect(show(openTab(make("Ab"), { key: "c", pathname: "c", search: "" }))).toBe("Abc");
  });
  it("keeps the list when the page is open with the same query", () => {
    const tabs = make("ab");
    expect(openTab(tabs, { key: "b", pathname: "b", search: "" })).toBe(tabs);
  });
  it("remembers the query of the open page", () => {
    expect(openTab(make("ab"), { key: "a", pathname: "a", search: "?q=1" })[0]?.search).toBe("?q=1");
  });
});

it.each([
  ["closes one", closeTab(make("Abc"), "b"), "Ac"],
  ["closes a pinned one when asked by name", closeTab(make("Abc"), "a"), "bc"],
  ["closes others but pinned", closeOthers(make("Abcd"), "c"), "Ac"],
  ["closes to the right", closeRight(make("Abcd"), "b"), "Ab"],
  ["spares pinned ones to the right", closeRight(make("ABcd"), "a"), "AB"],
  ["knows no right of an unknown tab", closeRight(make("abc"), "x"), "abc"],
  ["closes all but pinned", closeAll(make("ABc")), "AB"],
  ["pins to the front group", pinTab(make("Abc"), "c", true), "ACb"],
  ["unpins behind the pinned ones", pinTab(make("ABc"), "a", false), "Bac"],
  ["moves to the left", moveTab(make("abcd"), "d", "b"), "adbc"],
  ["moves to the right", moveTab(make("abcd"), "a", "c"), "bcad"],
  ["does not cross the pinned ones", moveTab(make("ABcd"), "d", "a"), "ABdc"],
  ["does not move onto itself or an unknown one", moveTab(make("ab"), "a", "x"), "ab"],
] as const)("%s", (_name, tabs, expected) => {
  expect(show(tabs)).toBe(expected);
});

it.each([
  ["b", "c"],
  ["c", "b"],
  ["x", undefined],
] as const)("shows after the closing of %s the page %s", (key, next) => {
  expect(neighbour(make("abc"), key)?.key).toBe(next);
});

it("sets and removes a title, and keeps the list if nothing changes", () => {
  const titled = titleTab(make("ab"), "b", "Mold 7");
  expect(titled[1]?.title).toBe("Mold 7");
  expect(titleTab(titled, "b", "Mold 7")).toBe(titled);
  expect(titleTab(titled, "b", undefined)[1]).not.toHaveProperty("title");
});

it("gives a reloaded page a new epoch, so that it is mounted again", () => {
  expect(reloadTab(reloadTab(make("ab"), "a"), "a")[0]?.epoch).toBe(2);
});
