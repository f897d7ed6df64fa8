import { execFile } from "node:child_process";

/** A program's answer, in English whatever the computer's language. Arguments never pass through a shell. */
export function run(program: string, args: readonly string[], input?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, LC_ALL: "C", LANG: "C" };
    const child = execFile(
      program,
      [...args],
      { env, timeout: 30_000, maxBuffer: 1 << 22 },
      (error, out, err) => (error ? reject(new Error(err.trim() || error.message)) : resolve(out)),
    );
    // A program that is not there, or has heard enough.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}
