// npm run check: format, lint, types, import rules, files, lock file. `npm run check -- --fix` formats first.
import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { root } from "./lib/root.mjs";

/** @returns {Promise<{name: string, errors: string[]}[]>} */
export async function check() {
  const { fileRules, lockRules } = await import("./lib/file-rules.mjs");
  const { importRules, unusedExports } = await import("./lib/import-rules.mjs");
  const { readModules } = await import("./lib/modules.mjs");
  const { types } = await import("./lib/types.mjs");
  const linted = biome();
  const modules = await readModules();
  return [
    { name: "format and lint", errors: await linted },
    { name: "import rules", errors: importRules(modules) },
    { name: "unused exports", errors: unusedExports(modules) },
    { name: "files", errors: fileRules() },
    { name: "lock file", errors: lockRules() },
    ...(await types()),
  ];
}

const biomeFile = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");

function biome() {
  const args = [biomeFile, "ci", "--colors=off", "--max-diagnostics=50", "--error-on-warnings", "."];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 1 << 26 }, (error, out, err) =>
      resolve(error ? [`${out}${err}`.trim()] : []),
    );
  });
}

export function report(results) {
  for (const { name, errors } of results) {
    console.log(`${errors.length === 0 ? "✓" : "✗"} ${name}`);
    for (const e of errors) console.log(`    ${e}`);
  }
}

if (process.argv[1]?.endsWith("check.mjs")) {
  ensureInstalled();
  if (process.argv.includes("--fix"))
    execFileSync(process.execPath, [biomeFile, "check", "--write", "."], { cwd: root, stdio: "inherit" });
  const results = await check();
  report(results);
  process.exitCode = results.some((r) => r.errors.length > 0) ? 1 : 0;
}
