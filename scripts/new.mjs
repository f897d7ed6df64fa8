// npm run new -- list mold/mold-note [--section basicSection]
// Generates the files of a list with a form and registers them in existing files. Fill in the fields afterwards.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { planList } from "./lib/new-plan.mjs";
import { root } from "./lib/root.mjs";

const usage = "npm run new -- list AREA/NAME [--section SECTION], for example: list mold/mold-note";

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Returns the plan. If a file has no place for its lines, ends the program before anything is written. */
function planOf(target, section) {
  try {
    return planList(target, section);
  } catch (e) {
    return fail(`${e.message}\nNothing was written. ${usage}`);
  }
}

const [kind, target, flag, section] = process.argv.slice(2);
if (kind !== "list" || !target || (flag !== undefined && flag !== "--section")) fail(usage);
const { names, created, changed } = planOf(target, section);
for (const [word, files] of [
  ["new    ", created],
  ["changed", changed],
])
  for (const [file, text] of files) {
    writeFileSync(join(root, file), text);
    console.log(`  ${word} ${file}`);
  }
const { area, name, camel, menuId, route } = names;
console.log(`
Menu ${menuId} (menus.${camel}), screen ${route}. Now:
  1. fields:  packages/contract/src/${area}/${name}.ts and the migration's columns
  2. labels:  packages/locales/src/labels/${area}.ts, in three languages
  3. columns: apps/web/src/admin/${area}/${name}-screen.tsx
  4. test:    apps/server/src/modules/${area}/${name}.test.ts (its rows need every required field), then
              cd apps/server && npx vitest run ${name} drift access-doc -u
  5. last:    npm run check -- --fix --freeze
More: docs/add-a-screen.md. Another section of the menu: --section SECTION.`);
