import { execFile } from "node:child_process";
import { UnknownOutcome } from "./printer.ts";

/**
 * Runs a program and returns its output. The locale is C, so that the output is English on every system. No shell is
 * involved, so arguments need no quoting.
 */
export function run(program: string, args: readonly string[], input?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, LC_ALL: "C", LANG: "C" };
    const child = execFile(
      program,
      [...args],
      { env, timeout: 30_000, maxBuffer: 1 << 22 },
      (error, out, err) => {
        if (!error) return resolve(out);
        const message = err.trim() || error.message;
        // Reports an unknown outcome if a signal ended the program, for example after the timeout: the program may have
        // done its work before.
        reject(error.killed || error.signal ? new UnknownOutcome(message) : new Error(message));
      },
    );
    // Ignores EPIPE: the program does not exist or has stopped reading. The callback above reports the failure.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}
