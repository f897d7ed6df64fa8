// Plans the files that `npm run new` writes for a list with a form.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { contractFile, migrationFile, namesOf, screenFile, serverFile, testFile } from "./new-list.mjs";
import { root } from "./root.mjs";

const path = (...parts) => join(root, ...parts);
const camelOf = (name) => name.replace(/-(\w)/g, (_, c) => c.toUpperCase());
const isName = (name) => /^[a-z]+(-[a-z0-9]+)*$/.test(name ?? "");

const menusFile = "packages/contract/src/menus.ts";

/**
 * Areas (folders of modules) whose screens are in the menu section "basic". Each other area has a section of the same
 * name.
 */
const basicAreas = ["mold", "binding", "customer", "device", "partner", "product"];

/** Names by which the label files export the languages. */
const languages = ["en", "zhCN", "zhTW"];

/** Collects the contents of new and changed files by path. Methods throw an error if a file cannot be planned. */
class Plan {
  created = new Map();
  changed = new Map();

  create(file, text) {
    if (!existsSync(path(dirname(file))))
      throw new Error(`There is no folder ${dirname(file)}: name an existing area.`);
    if (existsSync(path(file))) throw new Error(`${file} exists already.`);
    this.created.set(file, text);
  }

  read(file) {
    if (!existsSync(path(file))) throw new Error(`There is no ${file}: write this list by hand.`);
    return this.changed.get(file) ?? readFileSync(path(file), "utf8");
  }

  /** Plans one replacement of `anchor` in a file. */
  edit(file, anchor, replacement) {
    const text = this.read(file);
    const next = text.replace(anchor, replacement);
    if (next === text)
      throw new Error(`${file} has no place for ${anchor}: make one, or write this list by hand.`);
    this.changed.set(file, next);
  }
}

/** Returns the menu id that follows the highest menu id with the prefix: BS108 → BS109. */
function nextMenuId(menusText, prefix) {
  const used = [...menusText.matchAll(new RegExp(`"${prefix}(\\d{3})"`, "g"))].map((m) => Number(m[1]));
  return `${prefix}${Math.max(100, ...used) + 1}`;
}

function nextMigration() {
  const numbers = readdirSync(path("apps/server/migrations")).map((f) => Number.parseInt(f, 10) || 0);
  return String(Math.max(...numbers) + 1).padStart(4, "0");
}

/** Adds an element to one of the lists of a server module. The list is an array, a name, or missing. */
function addToModule(plan, file, list, element) {
  const array = new RegExp(`( ${list}: \\[[^\\]]*?)(,?\\s*)\\]`);
  const name = new RegExp(` ${list}: (\\w+),`);
  const text = plan.read(file);
  if (array.test(text)) plan.edit(file, array, `$1, ${element}]`);
  else if (name.test(text)) plan.edit(file, name, ` ${list}: [...$1, ${element}],`);
  else plan.edit(file, /: Module = \{\n/, `: Module = {\n  ${list}: [${element}],\n`);
}

/** Adds the label of the menu and of the key field in each language. */
function addLabels(plan, n) {
  const file = `packages/locales/src/labels/${n.area}.ts`;
  for (const language of languages) {
    // The first group ends at the opening brace of `menus`. The second one is empty if the area has no menu yet.
    const menus = new RegExp(
      `(export const ${language}\\b[^=]*= \\{\\n  menus: \\{)((?:\\n    .*)*)(\\n {2})?\\},`,
    );
    plan.edit(file, menus, `$1\n    ${n.camel}: "${n.words}",$2\n  },`);
    const fields = new RegExp(`(export const ${language}\\b[\\s\\S]*?\\n  fields: \\{\\n)`);
    plan.edit(file, fields, `$1    ${n.camel}Id: "${n.words}",\n`);
  }
}

/**
 * Plans a list with a form.
 * @param {string} target area and name of the list, such as "mold/mold-note"
 * @param {string} [section] name in `menus` of the menu section; by default, the section of the area
 * @returns {{ names: ReturnType<typeof namesOf>, created: Map<string, string>, changed: Map<string, string> }}
 */
export function planList(target, section) {
  const [area, name, ...more] = target.split("/");
  if (!isName(area) || !isName(name) || more.length > 0)
    throw new Error(`${target} is not of the form AREA/NAME.`);
  const plan = new Plan();
  const menus = plan.read(menusFile);
  const sectionName = section ?? (basicAreas.includes(area) ? "basicSection" : `${camelOf(area)}Section`);
  const prefix = new RegExp(`  ${sectionName}: "([A-Z]+)"`).exec(menus)?.[1];
  if (!prefix)
    throw new Error(`There is no section ${sectionName} in ${menusFile}: name one with --section SECTION.`);
  const n = namesOf(area, name, nextMenuId(menus, prefix));

  plan.create(`packages/contract/src/${area}/${name}.ts`, contractFile(n));
  plan.create(`apps/server/migrations/${nextMigration()}_${n.table}.sql`, migrationFile(n));
  plan.create(`apps/server/src/modules/${area}/${name}.queries.ts`, serverFile(n));
  plan.create(`apps/server/src/modules/${area}/${name}.test.ts`, testFile(n));
  plan.create(`apps/web/src/admin/${area}/${name}-screen.tsx`, screenFile(n));

  plan.edit(menusFile, /\n\} as const;/, `\n  ${n.camel}: "${n.menuId}",\n} as const;`);
  plan.edit(
    menusFile,
    new RegExp(`(id: menus\\.${sectionName},(?:(?!\\n  \\},)[\\s\\S])*?)(\\n    \\],)`),
    `$1\n      { id: menus.${n.camel}, path: "${n.route}", icon: "fileText", actions: ["A", "M", "D"] },$2`,
  );
  plan.edit(`packages/contract/src/${area}/index.ts`, /$/, `export * from "./${name}.ts";\n`);
  const server = `apps/server/src/modules/${area}/index.ts`;
  plan.edit(
    server,
    /\n\n/,
    `\nimport { ${n.camel}ListImpl, ${n.camel}Table } from "./${name}.queries.ts";\n\n`,
  );
  addToModule(plan, server, "tables", `${n.camel}Table`);
  addToModule(plan, server, "queries", `${n.camel}ListImpl`);
  plan.edit(
    "apps/web/src/screens.ts",
    /\n\};\s*$/,
    `\n  "${n.route}": { load: () => import("./admin/${area}/${name}-screen.tsx") },\n};\n`,
  );
  addLabels(plan, n);
  return { names: n, created: plan.created, changed: plan.changed };
}
