import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { backup } from "../backup/backup.ts";
import { markBackup } from "../backup/backup-mark.ts";
import { BackupKey } from "../backup/cipher.ts";
import { restore } from "../backup/restore.ts";
import { databaseOf, readConfig } from "../kernel/config.ts";
import { asOwner } from "../kernel/db/open.ts";
import { failureText } from "./failure.ts";
import { inUse, requireDatabase } from "./operator-db.ts";

const help = `shotkeeper backup <new directory>     writes database and files
shotkeeper restore <directory>        restores them into an empty database (DATABASE_URL, or a new DATA_DIR)

With BACKUP_PASSPHRASE, or BACKUP_KEY_FILE (a file with the passphrase or a random key), the backup is encrypted. A
restore of an encrypted backup needs the same, or asks for it. Nobody can read the backup without it.

A backup of one engine can be restored into the other. With PostgreSQL the server may keep running. Stop the server
before you back up the embedded database. In the sources: npm run backup -- <directory>.`;

/** Returns the passphrase from the settings BACKUP_PASSPHRASE or BACKUP_KEY_FILE. Undefined if neither is set. */
function givenPassphrase({
  BACKUP_PASSPHRASE: text,
  BACKUP_KEY_FILE: file,
}: NodeJS.ProcessEnv): string | undefined {
  const passphrase = file ? readFileSync(file, "utf8").trim() : text;
  if (!passphrase) return undefined;
  if (passphrase.length < 12) throw new Error("the passphrase of a backup must have 12 characters or more");
  return passphrase;
}

/**
 * Returns the passphrase of the settings. Without one, asks for it at the terminal and does not show the typed text.
 */
async function askPassphrase(): Promise<string> {
  const known = givenPassphrase(process.env);
  if (known !== undefined) return known;
  if (!process.stdin.isTTY)
    throw new Error("the backup is encrypted: set BACKUP_PASSPHRASE or BACKUP_KEY_FILE");
  process.stdout.write("Passphrase of the backup: ");
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  const text = await terminal.question("");
  terminal.close();
  console.log();
  return text;
}

async function main([verb, dir, ...rest]: readonly string[]): Promise<void> {
  if (dir === "--help" || dir === "-h") return console.log(help);
  if (!dir || rest.length > 0 || (verb !== "backup" && verb !== "restore")) {
    console.error(help);
    process.exitCode = 2;
    return;
  }
  const config = readConfig(process.env);
  if (verb === "backup") requireDatabase(config);
  const files = join(config.dataDir, "files");
  const o = databaseOf(config);
  const path = resolve(dir);
  const passphrase = verb === "backup" ? givenPassphrase(process.env) : undefined;
  const key = passphrase === undefined ? undefined : BackupKey.create(passphrase);
  const m = await asOwner(o, (owner) =>
    verb === "backup" ? backup(owner, files, path, key) : restore(owner, path, files, askPassphrase),
  ).catch((cause) => {
    throw inUse(config.dataDir, cause);
  });
  if (verb === "backup") markBackup(config.dataDir, m.madeAt);
  const rows = m.tables.reduce((n, t) => n + t.rows, 0);
  console.log(
    `${verb === "backup" ? "Written" : "Restored"}: ${m.tables.length} tables, ${rows} rows, ` +
      `${m.files.length} files (${m.madeAt}, ${m.migration})`,
  );
}

try {
  await main(process.argv.slice(2));
} catch (cause) {
  console.error(failureText(cause, process.argv[2] ?? "backup"));
  process.exitCode = 1;
}
process.exit();
