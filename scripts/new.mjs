// npm run new -- list mold/mold-note [--section basicSection]
// Generates the files of a list with a form and registers them in existing files. Fill in the fields afterwards.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { contractFile, migrationFile, namesOf, screenFile, serverFile, testFile } from "./lib/new-list.mjs";
import { root } from "./lib/root.mjs";

const usage = "npm run new -- list AREA/NAME [--section SECTION], for example: list mold/mold-note";

function fail(message) {
  console.error(message);
  process.exit(1);
}

const path = (...parts) => join(root, ...parts);
const read = (file) => readFileSync(path(file), "utf8");

/** Contents of the files to write, by path. Nothing is written until the whole plan is complete. */
const planned = new Map();

/** Plans one replacement of `anchor` in a file. Fails if the anchor is missing. */
function edit(file, anchor, replacement) {
  if (!existsSync(path(file))) fail(`There is no ${file}: write this list by hand.`);
  const text = planned.get(file) ?? read(file);
  const next = text.replace(anchor, replacement);
  if (next === text)
    fail(`${file} has no place for ${anchor}. Nothing was written: make one, or write this list by hand.`);
  planned.set(file, next);
}

function create(file, text) {
  if (!existsSync(path(dirname(file)))) fail(`There is no folder ${dirname(file)}: name an existing area.`);
  if (existsSync(path(file))) fail(`${file} exists already.`);
  planned.set(file, text);
}

function writeAll() {
  for (const [file, text] of planned) {
    console.log(`  ${existsSync(path(file)) ? "changed" : "new    "} ${file}`);
    writeFileSync(path(file), text);
  }
}

/**
 * Areas (folders of modules) whose screens are in the menu section "basic". Each other area has a section of the same
 * name.
 */
const basicAreas = ["mold", "binding", "customer", "device", "partner", "product"];

/** Returns the menu id that follows the highest menu id with the prefix: BS108 → BS109. */
function nextMenuId(menusText, prefix) {
  const used = [...menusText.matchAll(new RegExp(`"${prefix}(\\d{3})"`, "g"))].map((m) => Number(m[1]));
  return `${prefix}${Math.max(100, ...used) + 1}`;
}

function nextMigration() {
  const numbers = readdirSync(path("apps/server/migrations")).map((f) => Number.parseInt(f, 10) || 0);
  return String(Math.max(...numbers) + 1).padStart(4, "0");
}

const languages = [
  ["en", (n) => n.words],
  ["zh-CN", (n) => n.words],
  ["zh-TW", (n) => n.words],
];

function newList(target, section) {
  const [area, name] = target.split("/");
  for (const word of [area, name])
    if (!/^[a-z]+(-[a-z0-9]+)*$/.test(word ?? ""))
      fail(`"${word ?? ""}" is not in kebab case (lower-case letters, digits and hyphens).\n${usage}`);
  const menusFile = "packages/contract/src/menus.ts";
  const menus = read(menusFile);
  const camelName = area.replace(/-(\w)/g, (_, c) => c.toUpperCase());
  const sectionName = section ?? (basicAreas.includes(area) ? "basicSection" : `${camelName}Section`);
  const prefix = new RegExp(`  ${sectionName}: "([A-Z]+)"`).exec(menus)?.[1];
  if (!prefix) fail(`There is no section ${sectionName} in ${menusFile}: name one with --section.`);
  const n = namesOf(area, name, nextMenuId(menus, prefix));

  create(`packages/contract/src/${area}/${name}.ts`, contractFile(n));
  create(`apps/server/migrations/${nextMigration()}_${n.table}.sql`, migrationFile(n));
  create(`apps/server/src/modules/${area}/${name}.queries.ts`, serverFile(n));
  create(`apps/server/src/modules/${area}/${name}.test.ts`, testFile(n));
  create(`apps/web/src/admin/${area}/${name}-screen.tsx`, screenFile(n));

  edit(`packages/contract/src/${area}/index.ts`, /$/, `export * from "./${name}.ts";\n`);
  edit(menusFile, /\n\} as const;/, `\n  ${n.camel}: "${n.menuId}",\n} as const;`);
  edit(
    menusFile,
    new RegExp(`(id: menus\\.${sectionName},(?:(?!\\n  \\},)[\\s\\S])*?)(\\n    \\],)`),
    `$1\n      { id: menus.${n.camel}, path: "${n.route}", icon: "fileText", actions: ["A", "M", "D"] },$2`,
  );
  const server = `apps/server/src/modules/${area}/index.ts`;
  edit(server, /\n\n/, `\nimport { ${n.camel}ListImpl, ${n.camel}Table } from "./${name}.queries.ts";\n\n`);
  edit(server, /queries: (\[[^\]]*?)(,?\s*)\]/, `queries: $1, ${n.camel}ListImpl]`);
  edit(server, /tables: (\[[^\]]*?)(,?\s*)\]/, `tables: $1, ${n.camel}Table]`);
  edit(
    "apps/web/src/screens.ts",
    /\n\};\s*$/,
    `\n  "${n.route}": { load: () => import("./admin/${area}/${name}-screen.tsx") },\n};\n`,
  );
  for (const [language, word] of languages) {
    const file = `packages/locales/src/${language}/labels/${area}.ts`;
    if (read(file).includes("  menus: {"))
      edit(file, / {2}menus: \{\n/, `  menus: {\n    ${n.camel}: "${word(n)}",\n`);
    else {
      edit(file, / {2}fields: \{\n/, `  menus: {\n    ${n.camel}: "${word(n)}",\n  },\n  fields: {\n`);
      const index = `packages/locales/src/${language}/labels/index.ts`;
      const camelArea = area.replace(/-(\w)/g, (_, c) => c.toUpperCase());
      edit(index, /(export const menus: MenuLabels = \{\n)/, `$1  ...${camelArea}.menus,\n`);
    }
    edit(file, / {2}fields: \{\n/, `  fields: {\n    ${n.camel}Id: "${word(n)}",\n`);
  }
  writeAll();
  console.log(`
Menu ${n.menuId} (menus.${n.camel}), screen ${n.route}. Now:
  1. fields:  packages/contract/src/${area}/${name}.ts and the migration's columns
  2. labels:  packages/locales/src/{en,zh-CN,zh-TW}/labels/${area}.ts
  3. columns: apps/web/src/admin/${area}/${name}-screen.tsx
  4. test:    apps/server/src/modules/${area}/${name}.test.ts (its rows need every required field), then
              cd apps/server && npx vitest run ${name} drift access-doc -u
  5. last:    npm run check -- --fix --freeze
More: docs/add-a-screen.md. Another section of the menu: --section SECTION.`);
}

const [kind, target, flag, section] = process.argv.slice(2);
if (kind !== "list" || !target || (flag !== undefined && flag !== "--section")) fail(usage);
newList(target, section);
