import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { packageFile } from "./package-root.ts";

/** Any number; every server of an installation waits for the same lock. */
const lockKey = 738_114_201;

/** Statements of a migration file: separated by a blank line after a semicolon, so that function bodies may hold semicolons. */
function statementsOf(text: string): string[] {
  return text
    .split(/;[ \t]*\r?\n\s*\r?\n/)
    .map((s) => s.trim().replace(/;$/, ""))
    .filter((s) => s.split("\n").some((line) => line.trim() !== "" && !line.trim().startsWith("--")));
}

/**
 * Brings the schema up to date. Forward only; safe from several servers at once. Refuses a database that is
 * newer than this code, and one whose applied files were changed since. `upTo` stops after the migration of that name.
 */
export async function migrate(client: Pick<pg.ClientBase, "query">, upTo?: string): Promise<number> {
  const dir = packageFile("migrations");
  const files = readdirSync(dir)
    .filter((f) => /^\d{4}_[a-z0-9_]+\.sql$/.test(f))
    .sort();
  await client.query(`select pg_advisory_lock(${lockKey})`);
  try {
    await client.query(
      "create table if not exists schema_migration (name text primary key, hash text not null, applied_at timestamptz not null)",
    );
    const { rows } = await client.query<{ name: string; hash: string }>(
      "select name, hash from schema_migration",
    );
    const applied = new Map(rows.map((r) => [r.name, r.hash]));
    for (const name of applied.keys()) {
      if (!files.includes(name)) throw new Error(`the database is newer than this program: it has ${name}`);
    }
    let done = 0;
    for (const file of files) {
      if (upTo !== undefined && file > upTo) break;
      const text = readFileSync(join(dir, file), "utf8");
      const hash = createHash("sha256").update(text).digest("hex");
      const before = applied.get(file);
      if (before !== undefined) {
        if (before !== hash) throw new Error(`migration ${file} was changed after it was applied`);
        continue;
      }
      await client.query("begin");
      try {
        for (const statement of statementsOf(text)) await client.query(statement);
        await client.query("insert into schema_migration values ($1, $2, $3)", [file, hash, new Date()]);
        await client.query("commit");
      } catch (cause) {
        await client.query("rollback");
        throw new Error(`migration ${file} failed: ${cause instanceof Error ? cause.message : cause}`, {
          cause,
        });
      }
      done++;
    }
    return done;
  } finally {
    await client.query(`select pg_advisory_unlock(${lockKey})`);
  }
}
