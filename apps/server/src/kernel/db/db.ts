import { AppError, errors } from "@shotkeeper/contract/kernel";
import pg from "pg";
import type { ScriptEngine } from "../script/engine.ts";
import { BatchedTransactions } from "./batched-transactions.ts";
import { DryRunDb, dryRunMs } from "./dry-run.ts";
import type { EmbeddedDatabase } from "./pglite-stream.ts";
import { type DbRow, Sql } from "./sql.ts";
import { Pipeline, type Statement } from "./statements.ts";
import { type AnyStatement, type CallerDb, DbError, type RowsOf, type Tx } from "./tx.ts";

export { type CallerDb, DbError, type Tx } from "./tx.ts";

/**
 * Casts results to their declared row types. The driver cannot check the types; tests compare them with the database.
 */
const typed = <S extends readonly AnyStatement[]>(results: DbRow[][]): RowsOf<S> => results as RowsOf<S>;

function compiled(s: AnyStatement): Statement {
  return s instanceof Sql ? s.compile() : s;
}

const setTenant = (tenantId: number): Statement => ({
  text: "select app_set_tenant($1)",
  values: [tenantId],
});
const plain = (text: string): Statement => ({ text, values: [] });

/** Retryable conflicts: serialization failure and deadlock. The transaction was rolled back and may run again. */
const retryable = new Set(["40001", "40P01"]);
const maxAttempts = 4;

export interface DbOptions {
  readonly url?: string;
  readonly embedded?: EmbeddedDatabase;
  /** Maximum number of connections to a PostgreSQL server. The embedded database always has one session. */
  readonly connections?: number;
  readonly onClose?: () => void;
  /** Makes the engine that runs scripts on this database. */
  readonly scripts: (db: Db) => ScriptEngine;
}

/**
 * Database client with one interface for both engines. `run`, `write`, `lookUp` and `tx` set the tenant, so they see
 * only that tenant's rows. `platform` is for tables that belong to no tenant.
 */
export class Db implements CallerDb {
  private readonly pool: pg.Pool;
  /** Runs the scripts that tenants write. The scripts use separate connections or a copy of the data. */
  readonly scripts: ScriptEngine;
  readonly engine: "embedded" | "postgresql";

  constructor(private readonly options: DbOptions) {
    this.engine = options.embedded ? "embedded" : "postgresql";
    const { embedded } = options;
    this.pool = new pg.Pool(
      embedded
        ? {
            max: 1,
            user: "postgres",
            database: "postgres",
            stream: () => embedded.connect() as never,
            idleTimeoutMillis: 0,
          }
        : {
            ...(options.url ? { connectionString: options.url } : {}),
            max: options.connections ?? 10,
            connectionTimeoutMillis: 5000,
            options: "-c timezone=UTC -c jit=off",
          },
    );
    this.scripts = options.scripts(this);
    this.pool.on("error", () => {
      // Ignores the error of an idle connection. The pool removes the connection, and the next request opens a new one.
      // Without this handler, the error would end the process.
    });
    // Sets a role that cannot bypass row-level security, because the role of the log-in may be a superuser.
    this.pool.on("connect", (client) => {
      // The pool handles errors of idle connections only. A connection can also break between two statements of a
      // transaction. The next statement then fails.
      client.on("error", () => {});
      // The embedded session outlives its socket. Clear the open transaction and prepared statements that a broken
      // socket left behind.
      const clear = embedded ? "rollback; deallocate all; " : "";
      void client.query(`${clear}set role shotkeeper_app`).catch(() => {});
    });
  }

  /** Numbers of connections in the pool: open, idle, and callers that wait for one. Shown by /metrics. */
  get connections(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.pool;
    return { total, idle, waiting };
  }

  private async client(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect();
    } catch {
      throw errors.databaseUnavailable();
    }
  }

  private pipeline(client: pg.PoolClient, statements: readonly Statement[]): Promise<DbRow[][]> {
    return new Promise((resolve, reject) => {
      const p = new Pipeline(statements, (error, results) => (error ? reject(error) : resolve(results)));
      client.query(p as never);
    });
  }

  /** Runs statements of a tenant in one transaction and one round trip, all or nothing. */
  async run<const S extends readonly AnyStatement[]>(tenantId: number, statements: S): Promise<RowsOf<S>> {
    const all = [setTenant(tenantId), ...statements.map(compiled)];
    return typed<S>((await this.runPipeline(all)).slice(1));
  }

  private batched(maxConcurrent: number): BatchedTransactions<AnyStatement> {
    return new BatchedTransactions<AnyStatement>(
      maxConcurrent,
      (tenantId, statements) => this.run(tenantId, statements),
      (cause) => cause instanceof DbError,
    );
  }
  // Shared transactions with writes run one at a time, unless one takes long. Two at once could change the same rows in
  // different order and deadlock.
  private readonly writes = this.batched(1);
  // Reads by key run in two shared transactions at a time. With one, the database would wait for the server, or the
  // server for the database.
  private readonly lookUps = this.batched(2);

  /** Runs a write of few rows, all or nothing. Concurrent calls share a transaction. */
  write(tenantId: number, statements: readonly AnyStatement[]): Promise<readonly DbRow[][]> {
    return this.writes.add(tenantId, statements);
  }

  /** Runs a read by key. Concurrent calls share a transaction. */
  lookUp(tenantId: number, statement: AnyStatement): Promise<readonly DbRow[][]> {
    return this.lookUps.add(tenantId, [statement]);
  }

  /** Runs statements on tables that belong to no tenant, in one transaction and one round trip. */
  async platform<const S extends readonly AnyStatement[]>(...statements: S): Promise<RowsOf<S>> {
    return typed<S>(await this.runPipeline(statements.map(compiled)));
  }

  private async runPipeline(statements: readonly Statement[]): Promise<DbRow[][]> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.client();
      try {
        const results = await this.pipeline(client, statements);
        client.release();
        return results;
      } catch (cause) {
        client.release(isBroken(cause));
        if (attempt < maxAttempts && retryable.has(sqlState(cause))) continue;
        throw translate(cause);
      }
    }
  }

  /**
   * Runs an interactive transaction. Its begin is sent together with the first statements. After a retryable conflict
   * `work` runs again from the start.
   */
  tx<T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.transaction(tenantId, [plain("begin")], "commit", work);
  }

  /** Runs `work` in a transaction that is always rolled back (see `CallerDb.dryRun`). */
  async dryRun<T>(tenantId: number, work: (db: CallerDb) => Promise<T>): Promise<T> {
    const begin = [
      // One snapshot for the whole run: what others commit meanwhile must not look like an effect of the run.
      plain("begin isolation level repeatable read"),
      { text: "select set_config('statement_timeout', $1, true)", values: [dryRunMs] },
    ];
    const run = async (tx: Tx) => {
      const db = new DryRunDb(this.engine, this.scripts, tx);
      try {
        return await work(db);
      } finally {
        db.end();
      }
    };
    try {
      return await this.transaction(tenantId, begin, "rollback", run);
    } catch (cause) {
      // Every attempt failed because other transactions changed the same rows.
      throw retryable.has(sqlState(cause)) ? errors.changedMeanwhile() : cause;
    }
  }

  /** Runs a transaction between the statements `begin` and `end`. */
  private async transaction<T>(
    tenantId: number,
    begin: readonly Statement[],
    end: "commit" | "rollback",
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.client();
      const opening = [...begin, setTenant(tenantId)];
      let queued = opening;
      let isBegun = false;
      /** Sends the queued statements and `statements`. Returns the results of `statements`. */
      const send = async (statements: readonly Statement[]) => {
        const before = queued;
        queued = [];
        isBegun = true;
        try {
          return (await this.pipeline(client, [...before, ...statements])).slice(before.length);
        } catch (cause) {
          throw translate(cause);
        }
      };
      const tx: Tx = {
        tenantId,
        all: async <const S extends readonly AnyStatement[]>(s: S) => typed<S>(await send(s.map(compiled))),
        query: async <R extends object>(s: Sql<R> | Statement) =>
          ((await send([compiled(s)]))[0] ?? []) as R[],
        enqueue(...statements) {
          queued = [...queued, ...statements.map(compiled)];
        },
      };
      try {
        const result = await work(tx);
        if (isBegun || queued !== opening) await send([plain(end)]);
        client.release();
        return result;
      } catch (cause) {
        const broken = isBroken(cause);
        if (isBegun && !broken) await this.pipeline(client, [plain("rollback")]).catch(() => {});
        client.release(broken);
        if (attempt < maxAttempts && retryable.has(sqlState(cause))) continue;
        throw cause;
      }
    }
  }

  async close(): Promise<void> {
    await this.scripts.close();
    await this.pool.end();
    await this.options.embedded?.close();
    this.options.onClose?.();
  }
}

function sqlState(cause: unknown): string {
  if (cause instanceof DbError) return cause.state;
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
}

/**
 * Returns whether the connection is broken or in an unknown state. Such a connection must not go back into the pool.
 */
function isBroken(cause: unknown): boolean {
  const state = sqlState(cause);
  return state === "" ? !(cause instanceof AppError) : /^(08|57P0[1-3]|E)/.test(state);
}

/**
 * Returns a DbError for an error that the database reported, and `databaseUnavailable` if the database cannot be
 * reached.
 */
function translate(cause: unknown): Error {
  if (cause instanceof AppError || cause instanceof DbError) return cause;
  const state = sqlState(cause);
  if (/^[0-9A-Z]{5}$/.test(state) && !/^(08|57P|53[13])/.test(state)) {
    const e = cause as { constraint?: string; detail?: string; message: string };
    return new DbError(state, e.constraint ?? "", e.message, e.detail);
  }
  // The database is unavailable in three cases. No SQLSTATE or 08: the connection is lost. 57P: the server is shutting
  // down. 531 or 533: the disk is full, or there are too many connections.
  return errors.databaseUnavailable();
}
