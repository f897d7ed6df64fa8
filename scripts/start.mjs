// npm start: installs, builds, serves. Plain Node; works with no node_modules.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { ensureBuilt } from "./lib/builds.mjs";
import { root } from "./lib/root.mjs";

/** Parent of another process; 0 where the system does not tell. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

ensureInstalled();
try {
  ensureBuilt();
} catch {
  console.error("The build failed; see above.");
  process.exit(1);
}

// A relative DATA_DIR is meant from where npm start was called; npm itself has moved to the repository.
const calledFrom = process.env.INIT_CWD ?? process.cwd();
const dataDir = process.env.DATA_DIR ? resolve(calledFrom, process.env.DATA_DIR) : join(root, "data");

// The channel ties the two together: when this process is gone, however it went, the server sees it close and stops.
const server = spawn(process.execPath, ["--enable-source-maps", join(root, "apps/server/dist/main.mjs")], {
  cwd: root,
  env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir, SHOTKEEPER_ROOT: root },
  stdio: ["ignore", "inherit", "inherit", "ipc"],
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));

// Under npm: when npm was killed nobody would pass on the user's Ctrl+C any more. npm sits above a shell.
if (process.env.npm_lifecycle_event === "start") {
  const parents = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const before = parents();
  setInterval(() => {
    if (parents() !== before) server.kill("SIGTERM");
  }, 1000).unref();
}
