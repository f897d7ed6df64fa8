import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Directory of the results (bench/results). It is next to the folder of the sources (src) and to the folder of the
 * bundle (dist), so the relative path is valid in both.
 */
const results = join(dirname(fileURLToPath(import.meta.url)), "..", "results");

/** Appends the figures of a run to bench/results/<part>.jsonl. */
export function record(part: string, engine: string, figures: object): void {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: dirname(results) });
  const line = {
    date: new Date().toISOString(),
    engine,
    commit: commit.toString().trim(),
    node: process.version,
    cores: availableParallelism(),
    ...figures,
  };
  mkdirSync(results, { recursive: true });
  appendFileSync(join(results, `${part}.jsonl`), `${JSON.stringify(line)}\n`);
}
