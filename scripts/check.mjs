// npm run check: format, lint, types, imports, unused code, files, size of the grid, specification, migrations, lock
// file, notices.
// `npm run check -- --fix` formats first; `npm run check -- --freeze` adds new migrations to the frozen ones first.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { root } from "./lib/root.mjs";

const biome = "@biomejs/biome/bin/biome";

/**
 * Runs all checks and returns the errors of each.
 * @returns {Promise<{name: string, errors: string[]}[]>}
 */
export async function check() {
  const { fileRules, lockRules } = await import("./lib/file-rules.mjs");
  const { migrationRules } = await import("./lib/frozen-migrations.mjs");
  const { gridBudget } = await import("./lib/grid-budget.mjs");
  const { houseRules } = await import("./lib/house-rules.mjs");
  const { importRules, unusedCode } = await import("./lib/import-rules.mjs");
  const { noticesRules } = await import("./lib/notices.mjs");
  const { inParallel, runProgram } = await import("./lib/programs.mjs");
  const { sizeRules } = await import("./lib/size-rules.mjs");
  const { specRules } = await import("./lib/spec.mjs");
  const { typeTasks } = await import("./lib/types.mjs");
  const lint = ["ci", "--colors=off", "--max-diagnostics=50", "--error-on-warnings", "."];
  // The tasks run in two parallel lanes. The longest tasks start first, so that both lanes end at about the same time.
  const tasks = [
    { name: "format and lint", run: () => runProgram(biome, lint) },
    { name: "import rules", run: () => importRules() },
    { name: "unused code", run: () => unusedCode() },
    ...typeTasks(),
    { name: "words of the house", run: () => houseRules() },
    { name: "files", run: () => fileRules() },
    { name: "sizes of files", run: () => sizeRules() },
    { name: "size of the grid", run: () => gridBudget() },
    { name: "specification", run: () => specRules() },
    { name: "migrations", run: () => migrationRules() },
    { name: "lock file", run: () => lockRules() },
    { name: "third-party notices", run: () => noticesRules() },
  ];
  return inParallel(tasks, 2);
}

export function report(results) {
  for (const { name, errors } of results) {
    console.log(`${errors.length === 0 ? "✓" : "✗"} ${name}`);
    for (const e of errors) console.log(`    ${e}`);
  }
}

async function fix() {
  const { shrinkHouseExceptions } = await import("./lib/house-rules.mjs");
  const { shrinkSizeExceptions } = await import("./lib/size-rules.mjs");
  execFileSync(process.execPath, [join(root, "node_modules", biome), "check", "--write", "."], {
    cwd: root,
    stdio: "inherit",
  });
  shrinkHouseExceptions();
  shrinkSizeExceptions();
}

if (process.argv[1]?.endsWith("check.mjs")) {
  ensureInstalled();
  if (process.argv.includes("--freeze")) {
    const { freezeNewMigrations } = await import("./lib/frozen-migrations.mjs");
    freezeNewMigrations();
  }
  if (process.argv.includes("--fix")) await fix();
  const results = await check();
  report(results);
  process.exitCode = results.some((r) => r.errors.length > 0) ? 1 : 0;
}
