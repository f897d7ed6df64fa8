import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type pg from "pg";

/** What a backup's directory holds, in `backup.json`; written last, so that a directory with it is whole. */
export interface Manifest {
  readonly format: 1;
  readonly madeAt: string;
  /** The latest migration of the database it was made of. */
  readonly migration: string;
  /** Months that have a partition of readings, YYYY-MM. */
  readonly months: readonly string[];
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly sha256: string }[];
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

export const manifestFile = "backup.json";
/** Rows of a table, one a line in PostgreSQL's own text of a row, compressed. */
export const tableFile = (name: string) => `tables/${name}.gz`;
/** The schema's own, not the user's. */
const notData = ["schema_migration"];

export class BackupError extends Error {}

export interface Table {
  readonly name: string;
  /** Under row-level security: each tenant's rows are seen under its own name only. */
  readonly guarded: boolean;
}

/** Tables that hold data; partitions are read and written through their table. */
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
