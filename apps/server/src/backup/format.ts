import type pg from "pg";

/** Content of `backup.json`. It is written last, so a directory that contains this file is a complete backup. */
export interface Manifest {
  readonly format: 1;
  readonly madeAt: string;
  /** Name of the latest migration that had been applied to the database when the backup was made. */
  readonly migration: string;
  /** Months that have a partition of the table `reading`, YYYY-MM. */
  readonly months: readonly string[];
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly sha256: string }[];
  readonly files: readonly { readonly path: string; readonly sha256: string }[];
}

export const manifestFile = "backup.json";
/**
 * File with the encrypted manifest of an encrypted backup. `backup.json` then contains only the parameters of the key
 * (`KeyRing`).
 */
export const sealedManifestFile = "manifest.sealed";

/** Parameters for deriving the key of an encrypted backup from the passphrase. The parameters are not secret. */
export interface KeyFacts {
  readonly cipher: "aes-256-gcm";
  /** Random salt for scrypt, in base64. */
  readonly salt: string;
  /** Cost of scrypt, which makes guessing a passphrase slow. */
  readonly cost: number;
}

/** Content of `backup.json` of an encrypted backup. */
export interface KeyRing {
  readonly format: 2;
  readonly key: KeyFacts;
}
/**
 * Path of the file with a table's rows, relative to the backup's directory. The file is compressed. Each line is one
 * row in PostgreSQL's text form, written as a JSON string.
 */
export const tableFile = (name: string) => `tables/${name}.gz`;
/** Tables that a backup leaves out, because they describe the schema and contain no data. */
const notData = ["schema_migration"];

export class BackupError extends Error {}

export interface Table {
  readonly name: string;
  /**
   * True if row-level security is on for the table. Then only the rows of one tenant are visible at a time, so a backup
   * reads the rows tenant by tenant.
   */
  readonly guarded: boolean;
}

/** Returns the tables with data. Partitions are not listed, because they are part of their table. */
export async function tablesOf(owner: pg.Client): Promise<Table[]> {
  const { rows } = await owner.query<Table>(
    `select c.relname as name, c.relrowsecurity as guarded from pg_class c where c.relnamespace = 'public'::regnamespace
       and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1) order by 1`,
    [notData],
  );
  return rows;
}
