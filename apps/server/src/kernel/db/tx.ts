import type { ScriptEngine } from "../script/engine.ts";
import type { CallLimits } from "./call-limits.ts";
import type { DbRow, Sql } from "./sql.ts";
import type { Statement } from "./statements.ts";

/** A statement of the `sql` tag, or one that is compiled already. */
export type AnyStatement = Sql<object> | Statement;

/** Result rows of several statements, each in the row type that its statement declares. */
export type RowsOf<S extends readonly AnyStatement[]> = {
  -readonly [K in keyof S]: S[K] extends Sql<infer R> ? R[] : DbRow[];
};

/** Transaction under the row-level security of one tenant. */
export interface Tx {
  readonly tenantId: number;
  /** Folder of the files that belong to the rows (DATA_DIR/files). The archive of readings is in it. */
  readonly filesDir: string;
  /** Runs one statement in one round trip. */
  query<R extends object = DbRow>(s: Sql<R> | Statement): Promise<R[]>;
  /** Runs several statements in one round trip. */
  all<const S extends readonly AnyStatement[]>(s: S): Promise<RowsOf<S>>;
  /**
   * Queues statements whose rows are not needed. They run in the same round trip as the next query or as the commit.
   * If one of them fails, that query or the transaction fails.
   */
  enqueue(...statements: readonly AnyStatement[]): void;
}

/** Methods of the database that handlers may use. Except for `platform`, they see only the rows of one tenant. */
export interface CallerDb {
  readonly engine: "embedded" | "postgresql";
  /**
   * Runs the scripts that tenants write: on PostgreSQL with separate connections, on the embedded database on a copy of
   * the data.
   */
  readonly scripts: ScriptEngine;
  /** Returns the same database with other limits. The limits apply to `run`, `tx` and `dryRun`. */
  limited(limits: CallLimits): CallerDb;
  /** Runs statements in one transaction and one round trip, all or nothing. */
  run<const S extends readonly AnyStatement[]>(tenantId: number, statements: S): Promise<RowsOf<S>>;
  /** Runs a write of few rows, all or nothing. Other calls may share its transaction. */
  write<const S extends readonly AnyStatement[]>(tenantId: number, statements: S): Promise<RowsOf<S>>;
  /** Runs a read by key. Other calls may share its transaction. */
  lookUp<const S extends AnyStatement>(tenantId: number, statement: S): Promise<RowsOf<readonly [S]>>;
  /** Runs statements on tables that belong to no tenant. */
  platform<const S extends readonly AnyStatement[]>(...statements: S): Promise<RowsOf<S>>;
  /**
   * Runs `work` in one transaction. `work` can use the result of one statement in the next statement. If `work` throws,
   * the transaction is rolled back. After a retryable conflict, `work` runs again.
   */
  tx<T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs `work` on a database whose transactions are never committed. Throws previewTooLong after 5 s (`dryRunMs`).
   * After a retryable conflict, `work` runs again.
   */
  dryRun<T>(tenantId: number, work: (db: CallerDb) => Promise<T>): Promise<T>;
}

/** Error that the database reported, with its SQLSTATE and constraint. `failures.ts` turns it into an answer. */
export class DbError extends Error {
  constructor(
    readonly state: string,
    readonly constraint: string,
    message: string,
    readonly detail = "",
  ) {
    super(message);
    this.name = "DbError";
  }
}
