import { createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { beforeRelease, migrate, migrationNames } from "../kernel/db/migrate.ts";
import { endRestoring, isRestoring, markRestoring } from "../kernel/files/restoring-mark.ts";
import { sha256OfFile } from "../kernel/files/write-file.ts";
import { columnsInBackup } from "./before-release.ts";
import { BackupKey, unsealed } from "./cipher.ts";
import {
  BackupError,
  type KeyRing,
  type Manifest,
  manifestFile,
  sealedManifestFile,
  tableFile,
  tablesOf,
} from "./format.ts";

const batch = 2000;
/** Number of the advisory lock under which a backup is restored. */
const restoreLock = 738_114_220;

/** Returns the passphrase of an encrypted backup. */
export type AskPassphrase = () => Promise<string>;

const noPassphrase: AskPassphrase = async () => {
  throw new BackupError("the backup is encrypted: its passphrase is needed");
};

interface Opened {
  readonly manifest: Manifest;
  readonly key?: BackupKey;
}

function parseManifest(path: string): Manifest | KeyRing {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new BackupError(`the backup is damaged: ${path} is not JSON`);
  }
}

async function openBackup(source: string, ask: AskPassphrase): Promise<Opened> {
  const path = join(source, manifestFile);
  if (!existsSync(path))
    throw new BackupError(`${source} is not a complete backup: ${manifestFile} is missing`);
  const manifest = parseManifest(path);
  if (manifest.format === 1) return { manifest };
  if (manifest.format !== 2) throw new BackupError(`${path} has a format that this program does not know`);
  const key = BackupKey.open(await ask(), manifest.key);
  const pieces: Buffer[] = [];
  const stored = createReadStream(join(source, sealedManifestFile)) as AsyncIterable<Buffer>;
  for await (const piece of key.decrypt(sealedManifestFile, stored)) pieces.push(piece);
  return { manifest: JSON.parse(Buffer.concat(pieces).toString("utf8")) as Manifest, key };
}

/**
 * Returns true if a path from a manifest stays inside its folder. It has names separated by "/" (on Windows also "\\").
 * No name is empty, "." or "..", or has a character with a meaning in paths.
 */
const isInside = (path: unknown): boolean =>
  typeof path === "string" &&
  path.split(/[\\/]/).every((name) => /^[^:\0]+$/.test(name) && !/^\.\.?$/.test(name));

/** Throws unless every file of the backup exists and has its checksum. Runs before anything is written. */
async function check(source: string, m: Manifest): Promise<void> {
  // Checks the names alone, before a folder is put before them: with it, "../x" would be a path inside the backup, but
  // the restore would write it beside the folder of the files.
  const strange = [...m.tables.map((t) => t.name), ...m.files.map((f) => f.path)].find((x) => !isInside(x));
  if (strange !== undefined) throw new BackupError(`the backup names a file outside of itself: ${strange}`);
  const parts = [
    ...m.tables.map((t) => ({ path: tableFile(t.name), sha256: t.sha256 })),
    ...m.files.map((f) => ({ path: join("files", f.path), sha256: f.sha256 })),
  ];
  for (const { path, sha256 } of parts) {
    const whole = join(source, path);
    if (!existsSync(whole) || (await sha256OfFile(whole)) !== sha256)
      throw new BackupError(`the backup is damaged: ${path} is missing or has another checksum`);
  }
}

/**
 * Returns the name of the last migration that must run before the backup's rows are inserted. Throws if this program
 * does not know the schema version of the backup.
 */
function schemaOf(m: Manifest): string {
  if (m.migration === beforeRelease.last) return beforeRelease.joined;
  if (migrationNames().includes(m.migration)) return m.migration;
  throw new BackupError(
    `this program does not know the backup's schema ${m.migration}: ` +
      "restore it with the version that made it, or a newer one",
  );
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly generated: boolean;
}

/**
 * Creates the row type `backup_row` for a table. The text of a row has no column names, so the type must have the
 * columns in the order of the backup. The table itself may have another order.
 */
async function makeRowType(owner: pg.Client, m: Manifest, table: string): Promise<Column[]> {
  const { rows: columns } = await owner.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attgenerated <> '' as generated
      from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [pg.escapeIdentifier(table)],
  );
  const typeOf = new Map(columns.map((c) => [c.name, c.type]));
  const inBackup = columnsInBackup(m.migration, table, [...typeOf.keys()]);
  const attributes = inBackup.map((c) => `${pg.escapeIdentifier(c)} ${typeOf.get(c)}`);
  await owner.query(`create type pg_temp.backup_row as (${attributes.join(", ")})`);
  return columns;
}

async function fill(
  owner: pg.Client,
  source: string,
  m: Manifest,
  name: string,
  expected: number,
  key: BackupKey | undefined,
): Promise<void> {
  const table = pg.escapeIdentifier(name);
  const columns = await makeRowType(owner, m, name);
  // Leaves generated columns out of the insert, because PostgreSQL computes them. The text of a row in the backup
  // includes them.
  const names = columns.filter((c) => !c.generated).map((c) => pg.escapeIdentifier(c.name));
  // Gives the rows the transaction number of the restore, because the number of a transaction means nothing in another
  // database.
  const values = columns
    .filter((c) => !c.generated)
    .map((c) => (c.type === "xid8" ? "pg_current_xact_id()" : `(r).${pg.escapeIdentifier(c.name)}`));
  const text = `insert into ${table} (${names.join(", ")}) overriding system value
    select ${values.join(", ")}
    from (select x::pg_temp.backup_row as r from unnest($1::text[]) x) s`;
  let rows = 0;
  let gathered: string[] = [];
  const put = async () => {
    if (gathered.length > 0) await owner.query(text, [gathered]);
    rows += gathered.length;
    gathered = [];
  };
  const input = createGunzip();
  const reading = pipeline(
    createReadStream(join(source, tableFile(name))),
    unsealed(key, tableFile(name)),
    input,
  );
  // Prevents an unhandled rejection: `await reading` below reports a failure, after the loop has handled all lines that
  // were read before.
  reading.catch(() => {});
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    gathered.push(JSON.parse(line) as string);
    if (gathered.length >= batch) await put();
  }
  await reading;
  await put();
  await owner.query("drop type pg_temp.backup_row");
  if (rows !== expected) throw new BackupError(`${name}: ${rows} rows instead of ${expected}`);
  const { rows: identities } = await owner.query<{ attname: string }>(
    "select attname from pg_attribute where attrelid = $1::regclass and attidentity <> '' and not attisdropped",
    [table],
  );
  for (const { attname } of identities)
    await owner.query(
      `select setval(
        pg_get_serial_sequence($1, $2),
        coalesce((select max(${pg.escapeIdentifier(attname)}) from ${table}), 0) + 1,
        false
      )`,
      [table, attname],
    );
}

/**
 * Returns whether the database has no data. A restore that failed leaves the tables of the schema behind, without a
 * tenant, so that it can be repeated.
 */
async function isEmpty(owner: pg.Client, schema: string): Promise<boolean> {
  const { rows: tables } = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
  );
  if (tables.length === 0) return true;
  if (!tables.some((t) => t.name === "schema_migration")) return false;
  const { rows: newer } = await owner.query("select 1 from schema_migration where name > $1 limit 1", [
    schema,
  ]);
  if (newer.length > 0) return false;
  if (!tables.some((t) => t.name === "tenant")) return true;
  const { rows: tenants } = await owner.query("select 1 from tenant limit 1");
  return tenants.length === 0;
}

/**
 * Restores a backup into an empty database (embedded or PostgreSQL), and its files into `filesDir`. If an error occurs,
 * the database stays without rows and `filesDir` does not exist, so the restore can be repeated. After the restore, the
 * schema has the version of the backup. The next start of the server applies newer migrations.
 */
export async function restore(
  owner: pg.Client,
  source: string,
  filesDir: string,
  ask: AskPassphrase = noPassphrase,
): Promise<Manifest> {
  const { manifest: m, key } = await openBackup(source, ask);
  const schema = schemaOf(m);
  await check(source, m);
  // Held until the connection ends. Two restores at once would delete each other's files.
  const { rows: locks } = await owner.query<{ held: boolean }>(
    "select pg_try_advisory_lock($1::bigint) as held",
    [restoreLock],
  );
  if (!locks[0]?.held) throw new BackupError("another restore into this database is running");
  if (!(await isEmpty(owner, schema)))
    throw new BackupError("the database is not empty: a backup is restored into a new one");
  // Gathers the files in a folder of their own. A restore that was killed leaves it behind.
  const gathered = `${filesDir}.restoring`;
  let renamed = false;
  let isCommitting = false;
  await rm(gathered, { recursive: true, force: true });
  if (isRestoring(filesDir)) {
    // The database is empty, so the files of a restore that was killed before its commit belong to no rows. They are
    // renamed first: if this restore is killed while it deletes them, the next one finds the rest.
    await rename(filesDir, gathered);
    await rm(gathered, { recursive: true });
  }
  if (existsSync(filesDir))
    throw new BackupError(`${filesDir} already exists: a backup is restored into a new directory`);
  await migrate(owner, schema);
  await owner.query("begin");
  try {
    const tables = await tablesOf(owner);
    const known = new Set(tables.map((t) => t.name));
    const strange = m.tables.find((t) => !known.has(t.name));
    if (strange) throw new BackupError(`this program has no table ${strange.name}`);
    // Drops all foreign keys and adds them again at the end, because the tables are filled in alphabetical order.
    // Row-level security is off for the owner in this transaction, because rows of all tenants are written.
    const { rows: references } = await owner.query<{ tab: string; name: string; def: string }>(
      `select conrelid::regclass::text as tab, quote_ident(conname) as name, pg_get_constraintdef(oid) as def
        from pg_constraint
        where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
    );
    for (const r of references) await owner.query(`alter table ${r.tab} drop constraint ${r.name}`);
    const guarded = tables.filter((t) => t.guarded).map((t) => pg.escapeIdentifier(t.name));
    for (const t of guarded) await owner.query(`alter table ${t} no force row level security`);
    for (const month of m.months) await owner.query("select reading_month($1::date)", [`${month}-01`]);
    // Deletes the rows that the migrations have inserted, because the backup contains their current values.
    for (const t of tables) await owner.query(`delete from ${pg.escapeIdentifier(t.name)}`);
    for (const t of m.tables) await fill(owner, source, m, t.name, t.rows, key);
    for (const t of guarded) await owner.query(`alter table ${t} force row level security`);
    for (const r of references) await owner.query(`alter table ${r.tab} add constraint ${r.name} ${r.def}`);
    for (const f of m.files) {
      const to = join(gathered, f.path);
      await mkdir(dirname(to), { recursive: true });
      const path = join("files", f.path);
      await pipeline(
        createReadStream(join(source, path)),
        unsealed(key, path),
        createWriteStream(to, { mode: 0o600 }),
      );
    }
    if (m.files.length > 0) {
      markRestoring(gathered);
      await rename(gathered, filesDir);
      renamed = true;
    }
    isCommitting = true;
    await owner.query("commit");
  } catch (cause) {
    // Another server may have made the folder of the files meanwhile. Only the restored one is deleted. It stays if the
    // connection ended during the commit, which may have succeeded. The next restore or start reads its mark.
    if (!isCommitting) await rm(renamed ? filesDir : gathered, { recursive: true, force: true });
    await owner.query("rollback").catch(() => {});
    throw cause;
  }
  endRestoring(filesDir);
  await owner.query("analyze");
  return m;
}
