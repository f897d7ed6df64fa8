import { join } from "node:path";
import pg from "pg";
import { lockDataDir } from "./data-dir-lock.ts";
import { Db } from "./db.ts";
import { migrate } from "./migrate.ts";
import { EmbeddedDatabase } from "./pglite-stream.ts";

export interface OpenOptions {
  /** postgres://…; without it the embedded database. */
  readonly url?: string | undefined;
  /** Directory of the embedded database; undefined keeps it in memory (tests). */
  readonly dataDir?: string | undefined;
  readonly connections?: number | undefined;
  /** Done by the owner of the schema after the migrations; benchmarks make their floor's table so. */
  readonly prepare?: (owner: Pick<pg.ClientBase, "query">) => Promise<unknown>;
}

/** Opens the database, brings its schema up to date and says how to close it. */
export async function openDb(o: OpenOptions): Promise<Db> {
  if (o.url) {
    const owner = new pg.Client({ connectionString: o.url, options: "-c timezone=UTC" });
    await owner.connect();
    try {
      await migrate(owner);
      await o.prepare?.(owner);
    } finally {
      await owner.end();
    }
    return new Db({ url: o.url, connections: o.connections ?? 10 });
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
    await migrate(owner);
    await o.prepare?.(owner);
    await owner.end();
    return new Db({ embedded, onClose: release });
  } catch (cause) {
    release();
    throw cause;
  }
}
