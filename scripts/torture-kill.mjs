// npm run torture -- kill: kills a real server 500 times while 20 counters report by HTTP and MQTT, and stops its
// PostgreSQL 20 times. Every acknowledged reading must count exactly once.
// Options: --kills 500 --stops 20 --counters 20 --seed 1
import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./install.mjs";
import { root } from "./lib/root.mjs";

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    kills: { type: "string", default: "500" },
    stops: { type: "string", default: "20" },
    counters: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
  },
});

ensureInstalled();
const { bundle } = await import("./bundle.mjs");
const dist = join(root, "apps", "server", "dist");
const program = join(dist, "torture-kill.mjs");
const server = join(dist, "torture-server.mjs");
await bundle("apps/server/src/testing/kill/torture.ts", program);
await bundle("apps/server/src/main.ts", server);

/**
 * Runs the program. When the program asks by a message to "stop" or "start" the database, calls `onOrder`. Returns the
 * exit code of the program.
 */
function run(kills, args, onOrder) {
  const always = ["--program", server, "--counters", values.counters, "--seed", values.seed];
  const child = spawn(
    process.execPath,
    ["--enable-source-maps", program, "--kills", kills, ...always, ...args],
    {
      stdio: ["inherit", "inherit", "inherit", "ipc"],
      env: { ...process.env, SHOTKEEPER_ROOT: root },
    },
  );
  child.on("message", (order) => {
    try {
      onOrder(order);
      child.send("done");
    } catch (cause) {
      console.error(cause);
      child.kill();
    }
  });
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => child.kill(signal));
  return new Promise((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
}

let failed = 0;
if (Number(values.kills) > 0) failed += await run(values.kills, [], () => undefined);
if (Number(values.stops) > 0) {
  const { startCluster } = await import("./lib/cluster.mjs");
  const cluster = await startCluster();
  if (cluster)
    try {
      failed += await run(values.stops, ["--database", cluster.url], (order) =>
        order === "stop" ? cluster.crash() : cluster.start(),
      );
    } finally {
      cluster.stop();
    }
  else console.log("PostgreSQL is not installed, so its stops are left out.");
}
process.exitCode = failed > 0 ? 1 : 0;
