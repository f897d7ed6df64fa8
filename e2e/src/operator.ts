import { execFileSync } from "node:child_process";
import { join } from "node:path";

const program = join(import.meta.dirname, "..", "..", "bin", "shotkeeper.mjs");

/**
 * Runs a command of the operator on an embedded database while its server is stopped. Returns the output of the
 * command.
 */
export function operate(dataDir: string, ...args: readonly string[]): string {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" };
  return execFileSync(process.execPath, [program, ...args], { env, encoding: "utf8" });
}

/** Creates a tenant, and the embedded database if it does not exist. Returns the administrator's one-time password. */
export function newTenant(dataDir: string, code: string, name: string): string {
  const made = operate(dataDir, "tenant", "create", code, name, "--new-database");
  return /change it: (\S+)/.exec(made)?.[1] ?? "";
}
