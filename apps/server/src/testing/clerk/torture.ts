import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { withServer } from "../server.ts";
import type { CoverageData } from "./coverage.ts";
import { allOperations, checkedRun } from "./run.ts";

/**
 * Runs the simulated users with the seeds `--from` to `--to`, and appends a line of JSON for each seed to the file
 * `--report`. `--trace TEXT` prints the steps in which the text occurs. scripts/torture.mjs starts this program several
 * times in succession, so that memory does not grow.
 */
const { values } = parseArgs({
  options: {
    from: { type: "string", default: "1" },
    to: { type: "string", default: "1" },
    steps: { type: "string", default: "500" },
    report: { type: "string" },
    trace: { type: "string" },
  },
});

const shownFaults = 8;
const s = await withServer();
const operations = allOperations(s.app);
for (let seed = Number(values.from); seed <= Number(values.to); seed++) {
  const started = Date.now();
  const server = await withServer();
  let faults: string[];
  let coverage: CoverageData | undefined;
  try {
    const run = await checkedRun(server, seed, Number(values.steps), values.trace);
    faults = Object.values(run.faults).flat();
    coverage = run.coverage;
  } catch (cause) {
    faults = [`the run broke off: ${cause instanceof Error ? cause.stack : String(cause)}`];
  }
  const ms = Date.now() - started;
  const verdict = faults.length === 0 ? "ok" : `${faults.length} faults`;
  console.log(`seed ${seed}: ${(ms / 1000).toFixed(1)} s, ${verdict}`);
  for (const fault of faults.slice(0, shownFaults)) console.log(`  ${fault.slice(0, 4000)}`);
  if (values.report)
    appendFileSync(values.report, `${JSON.stringify({ seed, ms, operations, faults, coverage })}\n`);
}
await s.http.close();
await s.app.db.close();
process.exit(0);
