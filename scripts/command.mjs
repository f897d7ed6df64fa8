// node scripts/command.mjs <command> [arguments]: runs a command of bin/shotkeeper.mjs. Builds it first if its sources
// have changed.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { ensureBuilt } from "./lib/builds.mjs";
import { root } from "./lib/root.mjs";

ensureInstalled();
try {
  ensureBuilt(["server"]);
} catch {
  console.error("The build failed; see above. Run `npm run build` as the user who owns the sources.");
  process.exit(1);
}
const child = spawn(process.execPath, [join(root, "bin", "shotkeeper.mjs"), ...process.argv.slice(2)], {
  stdio: "inherit",
  // Makes relative paths in the arguments refer to the directory in which npm was called.
  cwd: process.env.INIT_CWD ?? process.cwd(),
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
