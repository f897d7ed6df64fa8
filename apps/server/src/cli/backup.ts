import { join, resolve } from "node:path";
import { backup } from "../backup/backup.ts";
import { restore } from "../backup/restore.ts";
import { databaseOf, readConfig } from "../kernel/config.ts";
import { asOwner } from "../kernel/db/open.ts";

const help = `npm run backup -- <new directory>     writes database and files
npm run restore -- <directory>        restores them into an empty database (DATABASE_URL, or a new DATA_DIR)

A backup of one engine can be restored into the other. With PostgreSQL the server may keep running. Stop the server
before you back up the embedded database.`;

async function main([verb, dir, ...rest]: readonly string[]): Promise<void> {
  if (!dir || rest.length > 0 || (verb !== "backup" && verb !== "restore")) {
    console.error(help);
    process.exitCode = 2;
    return;
  }
  const config = readConfig(process.env);
  const files = join(config.dataDir, "files");
  const o = databaseOf(config);
  const path = resolve(dir);
  const m = await asOwner(o, (owner) =>
    verb === "backup" ? backup(owner, files, path) : restore(owner, path, files),
  );
  const rows = m.tables.reduce((n, t) => n + t.rows, 0);
  console.log(
    `${verb === "backup" ? "Written" : "Restored"}: ${m.tables.length} tables, ${rows} rows, ` +
      `${m.files.length} files (${m.madeAt}, ${m.migration})`,
  );
}

try {
  await main(process.argv.slice(2));
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
}
process.exit();
