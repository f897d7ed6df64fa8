import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Path of a file whose modification time is the time of the latest backup. Scripts that back up with other programs,
 * such as pg_dump, touch this file. /metrics shows the time, so that an alert notices when backups stop.
 */
const markFile = (dataDir: string) => join(dataDir, "last-backup");

/** Records that a backup was completed. Warns if the file cannot be written, because the backup itself is good. */
export function markBackup(dataDir: string, madeAt: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(markFile(dataDir), `${madeAt}\n`);
  } catch (cause) {
    console.warn(
      `The metric of the latest backup stays old: ${cause instanceof Error ? cause.message : cause}`,
    );
  }
}

/** Returns the time of the latest backup, in seconds since 1970. 0: no backup is known. */
export function lastBackupSeconds(dataDir: string): number {
  return (statSync(markFile(dataDir), { throwIfNoEntry: false })?.mtimeMs ?? 0) / 1000;
}
