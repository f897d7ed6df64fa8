import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type pg from "pg";

/** Content of `backup.json`, which is written last: a directory with it is a complete backup. */
export interface Manifest {
  readonly format: 1;
  readonly madeAt: string;
  /** The latest migration of the database. */
  readonly migration: string;
  /** Months with a partition of readings, YYYY-MM. */
  readonly months: readonly string[];
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly sha256: string }[];
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

export const manifestFile = "backup.json";
/** Compressed rows of a table: one row a line, in PostgreSQL's text form of a row. */
export const tableFile = (name: string) => `tables/${name}.gz`;
/** Tables of the schema itself, which are no data. */
const notData = ["schema_migration"];

export class BackupError extends Error {}

export interface Table {
  readonly name: string;
  /** True if row-level security shows the rows of one tenant at a time. */
  readonly guarded: boolean;
}

/** Returns the tables with data. Partitions are part of their table. */
export async function tablesOf(owner: pg.Client): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `select c.relname as name, c.relrowsecurity as guarded from pg_class c where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1) order by 1`,
    [notData],
  );
  return rows;
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
