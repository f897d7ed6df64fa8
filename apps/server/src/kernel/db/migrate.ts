import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadModule, parseSync } from "libpg-query";
import type pg from "pg";
import { hasCitus } from "./distribute.ts";
import { packageFile } from "./package-root.ts";
import { dropShardViews } from "./shard-views.ts";

/** Key of the advisory lock. The lock makes the servers of an installation migrate one after the other. */
const lockKey = 738_114_201;

/**
 * Names of migrations. Versions before the first release had other migrations, which were later merged into one file
 * per area (decision 16). `first`: a migration that every database of those versions has. `migrate` refuses such a
 * database. `last`: the last migration of those versions. `joined`: the last of the merged files, which create the same
 * schema.
 */
export const beforeRelease = {
  first: "0002_mold.sql",
  last: "0034_tenant_by_config.sql",
  joined: "0025_invoice.sql",
} as const;

/** Runs `work` while no other server of the installation migrates or prepares the database. */
export async function withMigrationLock<T>(
  client: Pick<pg.ClientBase, "query">,
  work: () => Promise<T>,
): Promise<T> {
  await client.query(`select pg_advisory_lock(${lockKey})`);
  try {
    return await work();
  } finally {
    await client.query(`select pg_advisory_unlock(${lockKey})`);
  }
}

/** Returns the names of all migrations in the order in which they are applied. */
export function migrationNames(): string[] {
  return readdirSync(packageFile("migrations"))
    .filter((f) => /^\d{4}_[a-z0-9_]+\.sql$/.test(f))
    .sort();
}

/**
 * Reads a migration file. Line ends are normalized, because Git on Windows may change them, which would change the
 * hash.
 */
function readMigration(name: string): { text: string; hash: string } {
  const text = readFileSync(join(packageFile("migrations"), name), "utf8").replaceAll("\r\n", "\n");
  return { text, hash: createHash("sha256").update(text).digest("hex") };
}

function checkApplied(applied: Iterable<string>, known: readonly string[]): void {
  for (const name of applied) {
    if (known.includes(name)) continue;
    if (name === beforeRelease.first)
      throw new Error(
        "the database was made by a version before the first release. Back it up with that version " +
          "(npm run backup -- DIR), then restore the backup with this one into an empty database " +
          "(npm run restore -- DIR)",
      );
    throw new Error(`the database is newer than this program: it has ${name}`);
  }
}

/** Returns an error that names the migration and the position in its text, if the database reported the position. */
function failure(name: string, text: string, start: number, cause: unknown): Error {
  const { message, position } = cause as { message: string; position?: string };
  const line = position ? `, line ${text.slice(0, start + Number(position)).split("\n").length}` : "";
  return new Error(`migration ${name}${line} failed: ${message}`, { cause });
}

/** Splits the text of a migration into its statements. */
async function statementsOf(text: string): Promise<string[]> {
  await loadModule();
  const bytes = Buffer.from(text);
  const { stmts = [] } = parseSync(text);
  // PostgreSQL counts bytes. The last statement has no length if no semicolon follows.
  return stmts.map(({ stmt_location: start = 0, stmt_len: length = bytes.length }) =>
    bytes.subarray(start, start + length).toString(),
  );
}

/**
 * Migrates the schema to the latest version, forward only. Several servers may call it at once. Returns the number of
 * migrations that were applied. Throws in three cases: the database is newer than this program, the database comes from
 * a version before the first release, or a file was changed after it was applied.
 *
 * @param upTo name of the last migration to apply
 */
export async function migrate(client: Pick<pg.ClientBase, "query">, upTo?: string): Promise<number> {
  return withMigrationLock(client, async () => {
    await client.query(
      `create table if not exists schema_migration (
        name text primary key,
        hash text not null,
        applied_at timestamptz not null
      )`,
    );
    const { rows } = await client.query<{ name: string; hash: string }>(
      "select name, hash from schema_migration order by name",
    );
    const applied = new Map(rows.map((r) => [r.name, r.hash]));
    const names = migrationNames();
    checkApplied(applied.keys(), names);
    const isCluster = await hasCitus(client);
    let count = 0;
    for (const name of names) {
      if (upTo !== undefined && name > upTo) break;
      const { text, hash } = readMigration(name);
      const appliedHash = applied.get(name);
      if (appliedHash === hash) continue;
      if (appliedHash !== undefined) throw new Error(`migration ${name} was changed after it was applied`);
      // The views would keep their columns from being changed.
      if (count === 0 && isCluster) await dropShardViews(client);
      // Sends the whole file in one round trip: the simple query protocol accepts several statements at once. In a
      // cluster, sends each statement alone, because Citus passes on the whole text to the nodes, which accept one
      // statement at a time.
      const parts = isCluster ? await statementsOf(text) : [text];
      let start = 0;
      await client.query("begin");
      // Changes the shards one after the other, because Citus refuses to replace a view after a parallel change.
      if (isCluster) await client.query("set local citus.multi_shard_modify_mode = 'sequential'");
      try {
        for (const part of parts) {
          start = text.indexOf(part, start);
          await client.query(part);
          start += part.length;
        }
        await client.query("insert into schema_migration (name, hash, applied_at) values ($1, $2, $3)", [
          name,
          hash,
          new Date(),
        ]);
        await client.query("commit");
      } catch (cause) {
        await client.query("rollback");
        throw failure(name, text, start, cause);
      }
      count++;
    }
    return count;
  });
}
