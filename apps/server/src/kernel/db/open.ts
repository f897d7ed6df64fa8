import { join } from "node:path";
import pg from "pg";
import { lockDataDir } from "./data-dir-lock.ts";
import { Db } from "./db.ts";
import { migrate } from "./migrate.ts";
import { EmbeddedDatabase } from "./pglite-stream.ts";

export interface OpenOptions {
  /** URL of a PostgreSQL server (postgres://…). If undefined, the embedded database is used. */
  readonly url?: string | undefined;
  /** Directory of the embedded database. If undefined, the database is kept in memory (tests). */
  readonly dataDir?: string | undefined;
  readonly connections?: number | undefined;
  /** Function that runs as schema owner after the migrations. Benchmarks create their baseline tables in it. */
  readonly prepare?: (owner: Pick<pg.ClientBase, "query">) => Promise<unknown>;
}

/** Connection as owner of the schema, who is not bound by row-level security. */
interface Owned {
  readonly owner: pg.Client;
  readonly embedded?: EmbeddedDatabase;
  /** Releases the lock on the data directory (data-dir-lock.ts). */
  readonly release: () => void;
}

async function openOwner(o: OpenOptions): Promise<Owned> {
  if (o.url) {
    const owner = new pg.Client({ connectionString: o.url, options: "-c timezone=UTC" });
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

/** Opens the database and brings its schema up to date. */
export async function openDb(o: OpenOptions): Promise<Db> {
  const { owner, embedded, release } = await openOwner(o);
  try {
    await migrate(owner);
    await o.prepare?.(owner);
    await owner.end();
  } catch (cause) {
    await owner.end().catch(() => {});
    await embedded?.close();
    release();
    throw cause;
  }
  return embedded
    ? new Db({ embedded, onClose: release })
    : new Db({ ...(o.url ? { url: o.url } : {}), connections: o.connections ?? 10 });
}
