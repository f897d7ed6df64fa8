import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, databaseOf } from "../kernel/config.ts";
import type { Db } from "../kernel/db/db.ts";
import { openDb } from "../kernel/db/open.ts";
import { UsageError } from "./usage.ts";

type Place = Pick<Config, "databaseUrl" | "dataDir">;

/**
 * Throws if the settings name no existing database. Without this check, a command that runs without DATABASE_URL would
 * make an empty embedded database and work on that.
 */
export function requireDatabase({ databaseUrl, dataDir }: Place): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, "pglite"))) return;
  throw new UsageError(
    `there is no database: DATABASE_URL is not set, and ${dataDir} has no embedded database. ` +
      "Name the settings of the server: shotkeeper --settings /etc/shotkeeper.env …",
  );
}

/**
 * Returns an error that names the process which is using the embedded database. Returns any other failure unchanged.
 */
export function inUse(dataDir: string, cause: unknown): Error {
  const text = cause instanceof Error ? cause.message : String(cause);
  if (!/is in use by process/.test(text)) return cause instanceof Error ? cause : new Error(text);
  let pid = "";
  try {
    pid = ` (process ${(JSON.parse(readFileSync(join(dataDir, "lock"), "utf8")) as { pid: number }).pid})`;
  } catch {
    // Leaves the process id out of the message: the process that used the database has just ended, so its id cannot be
    // read.
  }
  return new Error(
    `the server${pid} is using the embedded database in ${dataDir}. Stop it, run this again, and start it. ` +
      "With DATABASE_URL both can run at once.",
  );
}

/** Opens the server's database for a command. `mayBeNew`: makes an embedded database if there is none. */
export async function openOperatorDb(config: Config, mayBeNew = false): Promise<Db> {
  if (!mayBeNew) requireDatabase(config);
  try {
    return await openDb(databaseOf(config));
  } catch (cause) {
    throw inUse(config.dataDir, cause);
  }
}
