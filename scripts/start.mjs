// npm start: installs, builds and serves. Uses only Node, so it runs without node_modules.
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { ensureBuilt } from "./lib/builds.mjs";
import { stopWithNpm } from "./lib/npm-parent.mjs";
import { root } from "./lib/root.mjs";

ensureInstalled();
try {
  ensureBuilt();
} catch {
  console.error("The build failed; see above.");
  process.exit(1);
}

// Resolves a relative DATA_DIR from the directory in which npm was called, because npm changes to the repository.
const calledFrom = process.env.INIT_CWD ?? process.cwd();
const dataDir = process.env.DATA_DIR ? resolve(calledFrom, process.env.DATA_DIR) : join(root, "data");

// By this IPC channel, the server notices that this process has ended for whatever reason, and stops.
const server = spawn(
  process.execPath,
  [join(root, "bin/shotkeeper.mjs"), "start", ...process.argv.slice(2)],
  {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  },
);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
stopWithNpm("start", () => server.kill("SIGTERM"));
