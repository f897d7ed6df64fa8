import { AppError } from "@shotkeeper/contract/kernel";
import pg from "pg";
import type { EmbeddedDatabase } from "./pglite-stream.ts";
import { SharedRuns } from "./shared-runs.ts";
import { Sql } from "./sql.ts";
import { type DbRow, Pipeline, type Statement } from "./statements.ts";

type AnyStatement = Sql | Statement;

function ready(s: AnyStatement): Statement {
  return s instanceof Sql ? s.compile() : s;
}

/** A transaction under one tenant's row-level security. */
export interface Tx {
  readonly tenantId: number;
  /** One statement, one round trip. */
  query<R extends DbRow = DbRow>(s: AnyStatement): Promise<R[]>;
  /** Several statements in one round trip. */
  all(s: readonly AnyStatement[]): Promise<DbRow[][]>;
}

const tenantText = "select app_set_tenant($1)";

/** SQLSTATEs after which the same transaction may simply be tried again. */
const retryable = new Set(["40001", "40P01"]);

export interface DbOptions {
  readonly url?: string;
  readonly embedded?: EmbeddedDatabase;
  /** Connections to a server; an embedded database has one session. */
  readonly connections?: number;
  readonly onClose?: () => void;
}

/**
 * The database: one interface, two engines. A tenant's rows are reachable only inside `run` or `tx`,
 * which set the tenant for that transaction; `platform` sees tables that belong to no tenant.
 */
export class Db {
  private readonly pool: pg.Pool;
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
    this.pool.on("error", () => {
      // An idle connection died; the pool drops it and the next request opens another.
    });
    // The role cannot bypass row-level security, whoever the connection belongs to.
    this.pool.on("connect", (client) => {
      // The embedded session outlives its sockets: what a broken one left behind is cleared away.
      const clear = embedded ? "rollback; deallocate all; " : "";
      void client.query(`${clear}set role shotkeeper_app`).catch(() => {});
    });
  }

  /** State of the pool, for /metrics. */
  get connections(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.pool;
    return { total, idle, waiting };
  }

  private async client(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect();
    } catch {
      throw new AppError("S0210", undefined, 503);
    }
  }

  private pipeline(client: pg.PoolClient, statements: readonly Statement[]): Promise<DbRow[][]> {
    return new Promise((resolve, reject) => {
      const p = new Pipeline(statements, (error, results) => (error ? reject(error) : resolve(results)));
      client.query(p as never);
    });
  }

  /** One round trip, one transaction: the tenant, then the statements. All or none. */
  async run(tenantId: number, statements: readonly AnyStatement[]): Promise<DbRow[][]> {
    const all = [{ text: tenantText, values: [tenantId] }, ...statements.map(ready)];
    return (await this.once(all)).slice(1);
  }

  private shared(atOnce: number): SharedRuns<AnyStatement> {
    return new SharedRuns<AnyStatement>(
      atOnce,
      (tenantId, statements) => this.run(tenantId, statements),
      (cause) => cause instanceof DbError,
    );
  }
  // One: two transactions that change the same rows in another order would wait for each other.
  private readonly writes = this.shared(1);
  private readonly lookups = this.shared(2);

  /** As `run`, for a write of few rows: those that come at once share a transaction. */
  write(tenantId: number, statements: readonly AnyStatement[]): Promise<readonly DbRow[][]> {
    return this.writes.add(tenantId, statements);
  }

  /** As `run`, for reading a row by its key. */
  lookUp(tenantId: number, statement: AnyStatement): Promise<readonly DbRow[][]> {
    return this.lookups.add(tenantId, [statement]);
  }

  /** Tables that belong to no tenant. One round trip, one transaction. */
  async platform(...statements: readonly AnyStatement[]): Promise<DbRow[][]> {
    return this.once(statements.map(ready));
  }

  private async once(statements: readonly Statement[]): Promise<DbRow[][]> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.client();
      try {
        const results = await this.pipeline(client, statements);
        client.release();
        return results;
      } catch (cause) {
        client.release(isBroken(cause));
        if (attempt < 4 && retryable.has(sqlState(cause))) continue;
        throw translate(cause);
      }
    }
  }

  /** An interactive transaction. Tried again from the start when it lost against another one. */
  async tx<T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.client();
      const all = async (s: readonly AnyStatement[]) => {
        try {
          return await this.pipeline(client, s.map(ready));
        } catch (cause) {
          throw translate(cause);
        }
      };
      const tx: Tx = {
        tenantId,
        all,
        query: async <R extends DbRow>(s: AnyStatement) => ((await all([s]))[0] ?? []) as R[],
      };
      try {
        await all([
          { text: "begin", values: [] },
          { text: tenantText, values: [tenantId] },
        ]);
        const result = await work(tx);
        await all([{ text: "commit", values: [] }]);
        client.release();
        return result;
      } catch (cause) {
        const broken = isBroken(cause);
        if (!broken) await this.pipeline(client, [{ text: "rollback", values: [] }]).catch(() => {});
        client.release(broken);
        if (attempt < 4 && retryable.has(sqlState(cause))) continue;
        throw cause;
      }
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
    await this.options.embedded?.close();
    this.options.onClose?.();
  }
}

/** A failure of the database, with its SQLSTATE and constraint for those who can tell what it means. */
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

function sqlState(cause: unknown): string {
  if (cause instanceof DbError) return cause.state;
  return typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
}

/** The connection is gone, or in doubt: it does not go back into the pool. */
function isBroken(cause: unknown): boolean {
  const state = sqlState(cause);
  return state === "" ? !(cause instanceof AppError) : /^(08|57P0[1-3]|E)/.test(state);
}

function translate(cause: unknown): Error {
  if (cause instanceof AppError || cause instanceof DbError) return cause;
  const state = sqlState(cause);
  if (/^[0-9A-Z]{5}$/.test(state) && !/^(08|57P|53[13])/.test(state)) {
    const e = cause as { constraint?: string; detail?: string; message: string };
    return new DbError(state, e.constraint ?? "", e.message, e.detail);
  }
  // No SQLSTATE, or one that says that the server is away or out of room.
  return new AppError("S0210", undefined, 503);
}
