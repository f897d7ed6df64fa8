import { join } from "node:path";
import pg from "pg";
import { endRestoring } from "../files/restoring-mark.ts";
import { EmbeddedScripts } from "../script/embedded-engine.ts";
import { prepareScriptLogin } from "../script/login.ts";
import { prepareReaders } from "../script/reader.ts";
import { ServerScripts } from "../script/server-engine.ts";
import { readSigningKey } from "../script/ticket.ts";
import type { StatementTimeouts } from "./call-limits.ts";
import { lockDataDir } from "./data-dir-lock.ts";
import { Db, type DbOptions } from "./db.ts";
import { distribute, hasCitus } from "./distribute.ts";
import { migrate, withMigrationLock } from "./migrate.ts";
import { EmbeddedDatabase } from "./pglite-stream.ts";
import { prepareServingUser } from "./serving-user.ts";

export interface OpenOptions {
  /** URL of a PostgreSQL server (postgres://…). If undefined, the embedded database is used. */
  readonly url?: string | undefined;
  /** URL of the schema's owner, if the owner is another user than the user of `url`. */
  readonly ownerUrl?: string | undefined;
  /** PostgreSQL URL of the login role that runs scripts. If undefined, the owner creates such a role. */
  readonly scriptUrl?: string | undefined;
  /** Directory of the embedded database. If undefined, the database is kept in memory (tests). */
  readonly dataDir?: string | undefined;
  /** Folder of the files that belong to the rows (DATA_DIR/files). */
  readonly filesDir?: string | undefined;
  readonly connections?: number | undefined;
  readonly cores?: number | undefined;
  readonly timeouts?: StatementTimeouts | undefined;
  /** Called after migrations were applied, with their number. */
  readonly onMigrated?: (count: number) => void;
  /** Function that runs as schema owner after the migrations. Benchmarks create their baseline tables in it. */
  readonly prepare?: (owner: Pick<pg.ClientBase, "query">) => Promise<unknown>;
}

/**
 * Connection as owner of the schema. Row-level security applies to the owner too (FORCE), unless the owner is a
 * superuser. The owner can switch row-level security off for a table.
 */
interface Owned {
  readonly owner: pg.Client;
  readonly embedded?: EmbeddedDatabase;
  /** Releases the lock on the data directory (data-dir-lock.ts). */
  readonly release: () => void;
}

/** Ignores the loss of the schema owner's idle connection. Without a handler, the loss would end the process. */
function onBrokenOwner(owner: pg.Client): void {
  owner.on("error", () => {});
}

async function openOwner(o: OpenOptions): Promise<Owned> {
  if (o.url) {
    const owner = new pg.Client({ connectionString: o.ownerUrl ?? o.url, options: "-c timezone=UTC" });
    onBrokenOwner(owner);
    await owner.connect();
    return { owner, release: () => {} };
  }
  const release = o.dataDir ? lockDataDir(o.dataDir) : () => {};
  try {
    const embedded = await EmbeddedDatabase.open(o.dataDir ? join(o.dataDir, "pglite") : undefined);
    const owner = new pg.Client({
      user: "postgres",
      database: "postgres",
      stream: () => embedded.connect() as never,
    });
    onBrokenOwner(owner);
    await owner.connect();
    await owner.query("set timezone to 'UTC'");
    return { owner, embedded, release };
  } catch (cause) {
    release();
    throw cause;
  }
}

/** Runs `work` as schema owner without migrating first. Used by backup and restore. */
export async function asOwner<T>(o: OpenOptions, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const { owner, embedded, release } = await openOwner(o);
  try {
    return await work(owner);
  } finally {
    await owner.end().catch(() => {});
    await embedded?.close();
    release();
  }
}

const userOf = (url: string) => decodeURIComponent(new URL(url).username);

/** Opens the database and brings its schema up to date. */
export async function openDb(o: OpenOptions): Promise<Db> {
  const { owner, embedded, release } = await openOwner(o);
  try {
    const migrated = await migrate(owner);
    if (migrated > 0) o.onMigrated?.(migrated);
    const { url, connections, cores, timeouts, filesDir } = o;
    const distributed = url !== undefined && (await hasCitus(owner));
    if (distributed) await withMigrationLock(owner, () => distribute(owner, userOf(url)));
    if (o.url && o.ownerUrl) await prepareServingUser(owner, o.url);
    const scripts = await scriptEngine(owner, o, distributed);
    await o.prepare?.(owner);
    await owner.end();
    // From here on the files in the folder belong to the rows, also if a restore was killed after its commit.
    if (filesDir) endRestoring(filesDir);
    return embedded
      ? new Db({ embedded, onClose: release, scripts, filesDir })
      : new Db({ url, connections, cores, timeouts, distributed, scripts, filesDir });
  } catch (cause) {
    await owner.end().catch(() => {});
    await embedded?.close();
    release();
    throw cause;
  }
}

/**
 * Returns the function that makes the script engine. On a PostgreSQL server, prepares the login role for scripts first.
 */
async function scriptEngine(
  owner: pg.Client,
  o: OpenOptions,
  distributed: boolean,
): Promise<DbOptions["scripts"]> {
  const key = await readSigningKey(owner);
  if (!o.url) return (db) => new EmbeddedScripts(db, key);
  // Scripts cannot run on a cluster: their role may read the views, but not the shards on the other nodes.
  if (distributed) return () => new ServerScripts({ reason: "not available on a Citus cluster" }, key);
  const login = await withMigrationLock(owner, async () => {
    await prepareReaders(owner);
    return prepareScriptLogin(owner, o.url ?? "", o.scriptUrl);
  });
  return () => new ServerScripts(login, key);
}
