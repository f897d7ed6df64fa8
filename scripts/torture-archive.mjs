// npm run torture -- archive: archives five million readings on PostgreSQL. Compares the sums of all readings and the
// readings of some counters from before and after the archiving. DATABASE_URL names an empty database. Options:
// --readings 5000000 --counters 100 --fill (only creates the readings), --data DIRECTORY (keeps the files there, so
// that an interrupted run can go on).
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { root } from "./lib/root.mjs";

ensureInstalled();
const { bundle } = await import("./bundle.mjs");
const program = join(root, "apps", "server", "dist", "torture-archive.mjs");
await bundle("apps/server/src/testing/kill/archive-torture.ts", program);
const child = spawn(process.execPath, ["--enable-source-maps", program, ...process.argv.slice(3)], {
  stdio: "inherit",
});
process.exitCode = await new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
