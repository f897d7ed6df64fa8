import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { sha256OfFile } from "../kernel/files/write-file.ts";
import { type BackupKey, sealed } from "./cipher.ts";
import {
  BackupError,
  type KeyRing,
  type Manifest,
  manifestFile,
  sealedManifestFile,
  type Table,
  tableFile,
  tablesOf,
} from "./format.ts";

const batch = 2000;
/** A backup has password hashes and personal data, so only its owner may read it. */
const folderMode = 0o700;
const fileMode = 0o600;

/**
 * Reads the rows of a table through a cursor, so that a large table does not fill the memory. Yields the rows as lines
 * of text.
 */
async function* lines(
  owner: pg.Client,
  { name, guarded }: Table,
  tenants: readonly number[],
  count: { rows: number },
): AsyncGenerator<string> {
  for (const tenant of guarded ? tenants : [undefined]) {
    if (tenant !== undefined)
      await owner.query("select set_config('app.tenant_id', $1, true)", [String(tenant)]);
    const where = tenant === undefined ? "" : `where tenant_id = ${tenant}`;
    await owner.query(
      `declare backup_rows no scroll cursor for
        select t::text as row from ${pg.escapeIdentifier(name)} t ${where}`,
    );
    for (;;) {
      const { rows } = await owner.query<{ row: string }>(`fetch ${batch} from backup_rows`);
      if (rows.length === 0) break;
      count.rows += rows.length;
      // Each row becomes one line of the file. JSON escapes the line breaks that the text of a row may contain.
      yield `${rows.map((r) => JSON.stringify(r.row)).join("\n")}\n`;
    }
    await owner.query("close backup_rows");
  }
}

async function filesBelow(dir: string, path = ""): Promise<string[]> {
  if (!existsSync(dir)) return [];
  const entries = await readdir(join(dir, path), { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter((e) => !e.name.endsWith(".part"))
      .map((e) => (e.isDirectory() ? filesBelow(dir, join(path, e.name)) : [join(path, e.name)])),
  );
  return found.flat().sort();
}

/**
 * Writes a snapshot of the whole database and the uploaded files into a new directory. `restore` (restore.ts) reads the
 * directory.
 */
export async function backup(
  owner: pg.Client,
  filesDir: string,
  target: string,
  key?: BackupKey,
): Promise<Manifest> {
  if (existsSync(target)) throw new BackupError(`${target} already exists; a backup never overwrites one`);
  await mkdir(join(target, "tables"), { recursive: true, mode: folderMode });
  // Uses one database snapshot for all tables, so that the backup is consistent although other transactions write.
  await owner.query("begin isolation level repeatable read");
  try {
    const { rows: all } = await owner.query<{ tenant_id: number }>("select tenant_id from tenant order by 1");
    const tenants = all.map((t) => t.tenant_id);
    const {
      rows: [latest],
    } = await owner.query<{ name: string }>("select max(name) as name from schema_migration");
    const { rows: months } = await owner.query<{ month: string }>(
      `select substr(c.relname, 9, 4) || '-' || substr(c.relname, 13, 2) as month
        from pg_inherits i
        join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'reading'::regclass
        order by 1`,
    );
    const tables: { name: string; rows: number; sha256: string }[] = [];
    for (const table of await tablesOf(owner)) {
      const path = join(target, tableFile(table.name));
      const seal = sealed(key, tableFile(table.name));
      const count = { rows: 0 };
      await pipeline(
        Readable.from(lines(owner, table, tenants, count)),
        createGzip(),
        seal,
        createWriteStream(path, { mode: fileMode }),
      );
      tables.push({ name: table.name, rows: count.rows, sha256: await sha256OfFile(path) });
    }
    // Copies the files after the snapshot has begun. An upload stores a file before its row, so no file of a row in the
    // snapshot is missing.
    const files: { path: string; sha256: string }[] = [];
    for (const path of await filesBelow(filesDir)) {
      const to = join(target, "files", path);
      await mkdir(dirname(to), { recursive: true, mode: folderMode });
      // Skips a file that a job has removed meanwhile, because nobody needs it.
      if (!existsSync(join(filesDir, path))) continue;
      await pipeline(
        createReadStream(join(filesDir, path)),
        sealed(key, join("files", path)),
        createWriteStream(to, { mode: fileMode }),
      );
      files.push({ path, sha256: await sha256OfFile(to) });
    }
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      migration: String(latest?.name),
      months: months.map((m) => m.month),
      tables,
      files,
    };
    const text = `${JSON.stringify(manifest, null, 1)}\n`;
    if (key) {
      const content = key.encrypt(sealedManifestFile, Readable.from([Buffer.from(text)]));
      await writeFile(join(target, sealedManifestFile), content, { mode: fileMode });
    }
    const ring: KeyRing | undefined = key && { format: 2, key: key.facts };
    await writeFile(join(target, manifestFile), ring ? JSON.stringify(ring) : text, { mode: fileMode });
    return manifest;
  } finally {
    await owner.query("rollback").catch(() => {});
  }
}
