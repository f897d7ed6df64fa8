import { execFile } from "node:child_process";
import { join } from "node:path";
import { root } from "./root.mjs";

/**
 * Runs a program of node_modules. Resolves with the lines of its output if it fails, and with no lines if it
 * succeeds.
 *
 * @param {string} file path below node_modules
 * @param {readonly string[]} args
 * @returns {Promise<string[]>}
 */
export function runProgram(file, args, cwd = root) {
  const program = join(root, "node_modules", file);
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd, maxBuffer: 1 << 26 }, (error, out, err) =>
      resolve(error ? `${out}${err}`.trim().split("\n") : []),
    );
  });
}

/** Runs tasks in parallel, at most `atOnce` at a time. The tasks start in the order of the list. */
export async function inParallel(tasks, atOnce) {
  const results = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < tasks.length; i = next++) {
      const { name, run } = tasks[i];
      results[i] = { name, errors: await run() };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
