// npm run torture -- edge: drains 30 days of readings of 200 machines from an edge gateway into a real server, while
// the gateway is killed 50 times and the server 10 times, connections are cut, and answers get lost. Every mold must have
// exactly the shots that its machine made.
// Options: --machines 200 --days 30 --every 600 --kills 50 --seed 1. DATABASE_URL: PostgreSQL instead of the embedded
// database.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { root } from "./lib/root.mjs";

ensureInstalled();
const { bundle } = await import("./bundle.mjs");
const { DATABASE_URL: database, ...env } = process.env;
// Writes the bundles beside their packages, so that Node finds the packages' dependencies.
const programs = {
  server: ["apps/server/src/main.ts", "apps/server/dist/torture-server.mjs"],
  gateway: ["apps/edge/src/main.ts", "apps/edge/dist/torture-gateway.mjs"],
  backlog: ["apps/edge/src/testing/torture/backlog.ts", "apps/edge/dist/torture-backlog.mjs"],
};
for (const [entry, file] of Object.values(programs)) await bundle(entry, join(root, file));
const program = join(root, "apps/server/dist/torture-edge.mjs");
await bundle("apps/server/src/testing/edge/torture.ts", program);
const args = Object.entries(programs).flatMap(([name, [, file]]) => [`--${name}`, join(root, file)]);
if (database) args.push("--database", database);
const child = spawn(process.execPath, ["--enable-source-maps", program, ...args, ...process.argv.slice(3)], {
  stdio: "inherit",
  env: { ...env, SHOTKEEPER_ROOT: root },
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => child.kill(signal));
process.exitCode = await new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
