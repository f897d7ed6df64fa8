// npm run torture: lets ten simulated users send random requests, and checks the stored rows and answers.
// npm run torture -- labels: kills the print service and the printing page (torture-labels.mjs).
// npm run torture -- kill: kills the server while counters report, and stops PostgreSQL (torture-kill.mjs).
// npm run torture -- edge: kills an edge gateway and the server while a backlog is sent (torture-edge.mjs).
// npm run torture -- archive: archives five million readings and compares them before and after (torture-archive.mjs).
// Options: --seeds 200 --postgres 20 --steps 500 --first 1. --trace M1 prints the steps in which this text occurs.
// Prints a report; fails if a checker found a fault.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./install.mjs";
import { root } from "./lib/root.mjs";

if (process.argv[2] === "kill") {
  await import("./torture-kill.mjs");
  process.exit();
}
if (process.argv[2] === "edge") {
  await import("./torture-edge.mjs");
  process.exit();
}
if (process.argv[2] === "archive") {
  await import("./torture-archive.mjs");
  process.exit();
}
if (process.argv[2] === "labels") {
  await import("./torture-labels.mjs");
  process.exit();
}
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "200" },
    postgres: { type: "string", default: "20" },
    steps: { type: "string", default: "500" },
    first: { type: "string", default: "1" },
    trace: { type: "string" },
  },
});
const first = Number(values.first);
/**
 * Largest number of seeds that one process runs. The embedded database keeps the tenants of all these seeds in memory.
 */
const perProcess = 10;

ensureInstalled();
const { bundle } = await import("./bundle.mjs");
const program = join(root, "apps", "server", "dist", "torture.mjs");
await bundle("apps/server/src/testing/clerk/torture.ts", program);
const folder = mkdtempSync(join(tmpdir(), "shotkeeper-torture-"));

let child;
function run(args, env) {
  child = spawn(process.execPath, ["--enable-source-maps", program, ...args], {
    stdio: "inherit",
    env: { ...env, SHOTKEEPER_ROOT: root, DATA_DIR: join(folder, "data") },
  });
  return new Promise((resolve) => child.on("exit", resolve));
}

const linesOf = (file) =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .filter(Boolean)
        .map((l) => JSON.parse(l))
    : [];

/** True after a signal: no further seeds are run. */
let isEnding = false;

/** Runs seeds one after the other. Returns the results of the seeds. */
async function runSeeds(name, count, env) {
  if (count === 0) return [];
  console.log(`── ${count} seeds of ${values.steps} steps on ${name}`);
  const report = join(folder, `${name}.jsonl`);
  for (let from = first; from < first + count && !isEnding; from += perProcess) {
    const to = Math.min(from + perProcess, first + count) - 1;
    const trace = values.trace === undefined ? [] : ["--trace", values.trace];
    await run(
      ["--from", `${from}`, "--to", `${to}`, "--steps", values.steps, "--report", report, ...trace],
      env,
    );
  }
  return linesOf(report).map((result) => ({ ...result, name }));
}

/**
 * Prints how many operations and states all runs together have reached. The function of the bundled program
 * (`coverageText`) makes the text.
 */
async function summary(results) {
  const { coverageText, merged } = await import(program.replace("torture.mjs", "torture-report.mjs"));
  const coverage = merged(results.flatMap((r) => (r.coverage ? [r.coverage] : [])));
  console.log(`\n${coverageText(coverage, results[0]?.operations ?? [])}`);
}

const { DATABASE_URL: _, ...withoutDatabase } = process.env;
let cluster;
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    isEnding = true;
    child?.kill(signal);
  });
try {
  const results = await runSeeds("the embedded database", Number(values.seeds), withoutDatabase);
  const wanted = Number(values.postgres);
  if (wanted > 0 && !isEnding) {
    const { startCluster } = await import("./lib/cluster.mjs");
    cluster = await startCluster();
    if (cluster)
      results.push(...(await runSeeds("PostgreSQL", wanted, { ...process.env, DATABASE_URL: cluster.url })));
    else console.log("PostgreSQL is not installed, so its runs are left out.");
  }
  await bundle(
    "apps/server/src/testing/clerk/coverage.ts",
    program.replace("torture.mjs", "torture-report.mjs"),
  );
  await summary(results);
  const expected = Number(values.seeds) + (cluster ? wanted : 0);
  const failed = results.filter((r) => r.faults.length > 0);
  const seconds = results.reduce((n, r) => n + r.ms, 0) / 1000;
  console.log(
    `\n${results.length} of ${expected} seeds ran, ${(seconds / Math.max(1, results.length)).toFixed(1)} s a seed. ` +
      (failed.length === 0
        ? "No faults."
        : `Seeds with faults: ${failed.map((r) => `${r.seed} (${r.name})`).join(", ")}`),
  );
  process.exitCode = failed.length > 0 || results.length < expected ? 1 : 0;
} finally {
  cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
}
