import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { expect, it } from "vitest";
import { planList } from "./new-plan.mjs";
import { root } from "./root.mjs";

it("a list is five new files and a line in each place that registers it", () => {
  const { names, created, changed } = planList("mold/sample-list");
  expect([...created.keys()].map((f) => f.replace(/\/\d{4}_/, "/NNNN_"))).toEqual([
    "packages/contract/src/mold/sample-list.ts",
    "apps/server/migrations/NNNN_sample_list.sql",
    "apps/server/src/modules/mold/sample-list.queries.ts",
    "apps/server/src/modules/mold/sample-list.test.ts",
    "apps/web/src/admin/mold/sample-list-screen.tsx",
  ]);
  expect([...changed.keys()]).toEqual([
    "packages/contract/src/menus.ts",
    "packages/contract/src/mold/index.ts",
    "apps/server/src/modules/mold/index.ts",
    "apps/web/src/screens.ts",
    "packages/locales/src/labels/mold.ts",
  ]);
  const added = (file) => {
    const before = new Set(readFileSync(join(root, file), "utf8").split("\n"));
    return changed
      .get(file)
      .split("\n")
      .filter((line) => !before.has(line));
  };
  expect(added("packages/contract/src/menus.ts")).toEqual([
    `  sampleList: "${names.menuId}",`,
    '      { id: menus.sampleList, path: "/mold/sample-list", icon: "fileText", actions: ["A", "M", "D"] },',
  ]);
  const labels = ['    sampleList: "Sample list",', '    sampleListId: "Sample list",'];
  expect(added("packages/locales/src/labels/mold.ts")).toEqual([...labels, ...labels, ...labels]);
});

const namesIn = (folder) => readdirSync(join(root, folder));

/**
 * Areas that have a folder of screens and a server module. The area first-use is a wizard without tables of its own, so
 * no list can be added to it.
 */
const areas = namesIn("apps/web/src/admin").filter(
  (area) => namesIn("apps/server/src/modules").includes(area) && area !== "first-use",
);

it.each(areas)("the files of the area %s have a place for another list", (area) => {
  const { created, changed } = planList(`${area}/sample-list`, "basicSection");
  expect([created.size, changed.size]).toEqual([5, 5]);
  const text = changed.get(`packages/locales/src/labels/${area}.ts`);
  expect(text.match(/sampleList: "Sample list",/g)).toHaveLength(3);
  expect(text.match(/sampleListId: "Sample list",/g)).toHaveLength(3);
  for (const [file, source] of [...created, ...changed])
    if (/\.tsx?$/.test(file)) expect(() => parseAst(source, { lang: "tsx" }), file).not.toThrow();
  for (const part of text.split("export const ").slice(1))
    expect(part).toMatch(/sampleList: [\s\S]*sampleListId: /);
});

it.each([
  ["mold", /queries: \[moldListImpl, .*, sampleListListImpl\]/],
  ["device", /queries: \[\.\.\.deviceQueries, sampleListListImpl\]/],
  ["board", /queries: \[sampleListListImpl\]/],
])("registers the query in the server module of the area %s", (area, queries) => {
  const text = planList(`${area}/sample-list`, "basicSection").changed.get(
    `apps/server/src/modules/${area}/index.ts`,
  );
  expect(text).toMatch(queries);
});

it.each([
  ["mold", undefined, /AREA\/NAME/],
  ["mold/Note", undefined, /AREA\/NAME/],
  ["nowhere/note", "basicSection", /no folder/],
  ["mold/note", "noSection", /no section noSection/],
])("refuses %s in section %s", (target, section, message) => {
  expect(() => planList(target, section)).toThrow(message);
});
