import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "rolldown";
import { afterAll, expect, it } from "vitest";

/** Number of mutated files. `npm test -- full` reads more. */
const MUTATIONS = Number(process.env.SHEET_MUTATIONS ?? 300);
/** Longest time for one file. On a busy machine a file takes a few times longer than alone. */
const MAX_FILE_MS = 30_000;
const MAX_BYTES = 2 ** 30;

const dir = mkdtempSync(join(tmpdir(), "sheet-fuzz-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Runs fuzz-run.ts. Resolves with its output, and with the reason if it was stopped or ended with an error. */
function run(program: string): Promise<{ output: string; fault: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--max-old-space-size=1024", program, String(MUTATIONS)], {
      cwd: tmpdir(),
    });
    let [output, fault] = ["", ""];
    let watch: NodeJS.Timeout | undefined;
    const wait = (): void => {
      clearTimeout(watch);
      watch = setTimeout(() => {
        fault = "hangs";
        child.kill("SIGKILL");
      }, MAX_FILE_MS);
    };
    wait();
    child.stdout.on("data", (data) => {
      output = (output + String(data)).slice(-200);
      wait();
    });
    child.stderr.on("data", (data) => {
      fault = (fault + String(data)).slice(0, 2000);
    });
    child.on("close", (code) => {
      clearTimeout(watch);
      resolve({ output, fault: code === 0 ? "" : `${fault} (exit ${code})` });
    });
  });
}

it(`reads ${MUTATIONS} mutated files without hanging, crashing, or taking more than 1 GB`, {
  timeout: 60_000 + MUTATIONS * 1000,
}, async () => {
  const program = join(dir, "fuzz.mjs");
  await build({
    input: join(import.meta.dirname, "fuzz-run.ts"),
    platform: "node",
    logLevel: "silent",
    output: { file: program, codeSplitting: false },
  });
  const { output, fault } = await run(program);
  const last = output.trim().split("\n").slice(-2).join(" ");
  expect(fault, `after seed ${last}`).toBe("");
  const memory = Number(/done (\d+)/.exec(output)?.[1]);
  console.info(`${MUTATIONS} mutations: at most ${Math.round(memory / 2 ** 20)} MB`);
  expect(memory).toBeLessThan(MAX_BYTES);
});
