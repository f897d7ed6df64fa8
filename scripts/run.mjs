// node scripts/run.mjs <entry.ts> [arguments]: bundles the entry and runs it in a child process.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { root } from "./lib/root.mjs";

const [entry, ...args] = process.argv.slice(2);
if (!entry) {
  console.error("usage: node scripts/run.mjs <entry.ts> [arguments]");
  process.exit(2);
}
ensureInstalled();
const { bundle } = await import("./bundle.mjs");
// Writes the bundle beside its package, so that Node finds the package's dependencies.
const packageDir = join(root, entry.split("/src/")[0] ?? ".");
const outFile = join(packageDir, "dist", `${entry.split("/").pop()?.replace(/\.ts$/, "")}.mjs`);
await bundle(entry, outFile);
const child = spawn(process.execPath, ["--enable-source-maps", outFile, ...args], {
  stdio: "inherit",
  env: { ...process.env, SHOTKEEPER_ROOT: root },
  // Makes relative paths in the arguments refer to the directory in which npm was called.
  cwd: process.env.INIT_CWD ?? process.cwd(),
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
