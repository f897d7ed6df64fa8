import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import { AppError, errors } from "@shotkeeper/contract/kernel";
import pg from "pg";
import { type CallLimits, type StatementTimeouts, usualTimeouts } from "./call-limits.ts";
import { cancelStatement } from "./cancel-request.ts";
import { usualConnections } from "./database-settings.ts";
import { FairQueue } from "./fair-queue.ts";
import type { EmbeddedDatabase } from "./pglite-stream.ts";
import type { DbRow } from "./sql.ts";
import { Pipeline, type Statement } from "./statements.ts";

export interface PoolOptions {
  readonly url?: string | undefined;
  readonly embedded?: EmbeddedDatabase | undefined;
  /** True: `url` is the coordinator of a Citus cluster. */
  readonly distributed?: boolean | undefined;
  /** Maximum number of connections to a PostgreSQL server. The embedded database always has one session. */
  readonly connections?: number | undefined;
  readonly timeouts?: StatementTimeouts | undefined;
  /** Number of the database's processors that this process may keep busy. */
  readonly cores?: number | undefined;
}

/** Figures of a pool for /metrics. */
export interface PoolFigures {
  /** Maximum number of connections. */
  readonly size: number;
  readonly total: number;
  readonly idle: number;
  /** Calls that wait for a connection now. */
  readonly waiting: number;
  /** Calls that had to wait, and the time that they waited, s. */
  readonly waited: number;
  readonly waitedSeconds: number;
  /** Calls that were ended: they ran too long, nobody waited for their answer, or they found no connection in time. */
  readonly ended: Readonly<Record<EndReason, number>>;
}
export type EndReason = "timeout" | "gone" | "busy";

/** Longest time that a call waits for a connection, ms. */
const maxWaitMs = 10_000;
/** Longest time that the database may take to accept a new connection, ms. */
const connectMs = 5000;
/** Time after which a request to cancel is repeated, ms. */
const againMs = 1000;
/**
 * Settings of a cluster. The first makes a node pass on the tenant of a transaction to the other nodes. The second lets
 * statements write rows of shards through views (shard-views.ts).
 */
const clusterSettings = " -c citus.propagate_set_commands=local -c citus.enable_manual_changes_to_shards=on";
/** SQLSTATE of a statement that was cancelled by its timeout or by a cancel request. */
const cancelled = "57014";

/** Pool of connections to one database, which all tenants share fairly (see `FairQueue`). */
export class FairPool {
  private readonly pool: pg.Pool;
  private readonly queue: FairQueue;
  private readonly isEmbedded: boolean;
  private readonly size: number;
  private waited = 0;
  private waitedMs = 0;
  private readonly ended: Record<EndReason, number> = { timeout: 0, gone: 0, busy: 0 };

  constructor(o: PoolOptions) {
    const { embedded } = o;
    this.isEmbedded = embedded !== undefined;
    this.size = embedded ? 1 : (o.connections ?? usualConnections);
    this.queue = new FairQueue({
      size: this.size,
      busyReads: Math.max(2, o.cores ?? availableParallelism()),
      // Sets no limit on the wait for the embedded database, because it runs one statement at a time, even a long one.
      waitMs: embedded ? 0 : maxWaitMs,
      onTimeout: () => {
        this.ended.busy++;
        return errors.serverBusy();
      },
    });
    const { job } = o.timeouts ?? usualTimeouts;
    // Clears the open transaction and the prepared statements that a broken socket left behind, because the embedded
    // session outlives its socket.
    const clear = embedded ? "rollback; deallocate all; " : "";
    // Sets a role that cannot bypass row-level security, because the role of the log-in may be a superuser. The pool
    // hands the connection out only after this statement has succeeded, and closes the connection if it fails.
    const onConnect = async (client: pg.ClientBase) => {
      await client.query(`${clear}set role shotkeeper_app`);
    };
    this.pool = new pg.Pool(
      embedded
        ? {
            max: 1,
            user: "postgres",
            database: "postgres",
            stream: () => embedded.connect() as never,
            idleTimeoutMillis: 0,
            onConnect,
          }
        : {
            ...(o.url ? { connectionString: o.url } : {}),
            max: this.size,
            connectionTimeoutMillis: connectMs,
            onConnect,
            // A random_page_cost of 1.1 suits SSDs and cached tables. With the default of 4, PostgreSQL scans whole
            // tables to find a few rows.
            options:
              "-c timezone=UTC -c jit=off -c random_page_cost=1.1 " +
              `-c statement_timeout=${job}${o.distributed ? clusterSettings : ""}`,
          },
    );
    this.pool.on("error", () => {
      // Ignores the error of an idle connection. The pool removes the connection, and the next request opens a new one.
      // Without this handler, the error would end the process.
    });
    this.pool.on("connect", (client) => {
      // Ignores the error of a connection that breaks between two statements of a transaction, because the next
      // statement then fails. The pool itself handles only errors of idle connections.
      client.on("error", () => {});
    });
  }

  get figures(): PoolFigures {
    const { totalCount: total, idleCount: idle } = this.pool;
    const { size, waited, waitedMs, ended, queue } = this;
    return { size, total, idle, waiting: queue.waiting, waited, waitedSeconds: waitedMs / 1000, ended };
  }

  /**
   * Waits for a connection. Throws serverBusy (S0244) after 10 s, requestCancelled (S0243) if nobody waits for the
   * answer any more, and databaseUnavailable (S0210) if the database cannot be reached.
   */
  async lease(tenantId: number, { kind, isRead = false, gone }: CallLimits): Promise<Lease> {
    const caller = { tenantId, line: isRead ? (kind === "list" ? "lists" : "reports") : "other" } as const;
    if (gone?.aborted) throw this.goneError();
    if (!this.queue.tryEnter(caller)) {
      this.waited++;
      const began = performance.now();
      try {
        await this.queue.enter(caller, gone);
      } catch (cause) {
        throw cause instanceof AppError ? cause : this.goneError();
      } finally {
        this.waitedMs += performance.now() - began;
      }
    }
    const client = await this.pool.connect().catch(() => {
      this.queue.leave(caller);
      throw errors.databaseUnavailable();
    });
    return new Lease(client, this.isEmbedded ? undefined : gone, this.ended, (isBroken) => {
      client.release(isBroken);
      this.queue.leave(caller);
    });
  }

  private goneError(): AppError {
    this.ended.gone++;
    return errors.requestCancelled();
  }

  end(): Promise<void> {
    return this.pool.end();
  }
}

/** A connection that a call holds while it runs its statements. */
export class Lease {
  private cancelling: Promise<boolean> | undefined;
  /**
   * True if a request to cancel may still reach the connection and cancel a later statement. `release` then closes the
   * connection.
   */
  private isUnsure = false;
  private isReleased = false;

  constructor(
    private readonly client: pg.PoolClient,
    private readonly gone: AbortSignal | undefined,
    private readonly ended: Record<EndReason, number>,
    private readonly onRelease: (isBroken: boolean) => void,
  ) {}

  /**
   * Sends statements in one round trip. Throws requestCancelled (S0243) if nobody waits for the answer any more. The
   * embedded database cannot be interrupted, so its running statements end by themselves.
   */
  async run(statements: readonly Statement[]): Promise<DbRow[][]> {
    const { gone } = this;
    if (!gone) return this.runToEnd(statements);
    if (gone.aborted) throw this.goneError();
    const sent = this.send(statements);
    const cancel = () => {
      this.cancelling = this.cancelUntilEnd(sent);
    };
    gone.addEventListener("abort", cancel);
    const [done] = await Promise.allSettled([sent]);
    gone.removeEventListener("abort", cancel);
    // Waits for the end of the request to cancel, because this request must not reach the next statement of this
    // connection.
    if (this.cancelling && !(await this.cancelling)) this.isUnsure = true;
    if (done.status === "fulfilled") return done.value;
    const cause: unknown = done.reason;
    if (gone.aborted && isCancelled(cause)) throw this.goneError();
    throw this.counted(cause);
  }

  /** Sends statements that are not cancelled, such as the end of a transaction. */
  async runToEnd(statements: readonly Statement[]): Promise<DbRow[][]> {
    try {
      return await this.send(statements);
    } catch (cause) {
      throw this.counted(cause);
    }
  }

  /** Gives the connection back to the pool. With `isBroken`, closes the connection instead. */
  release(isBroken = false): void {
    this.isReleased = true;
    this.onRelease(isBroken || this.isUnsure);
  }

  /** Sends statements. Throws after the release, because the connection may then serve another tenant. */
  private async send(statements: readonly Statement[]): Promise<DbRow[][]> {
    if (this.isReleased) throw new Error("the connection was given back");
    return new Promise((resolve, reject) => {
      const p = new Pipeline(statements, (error, results) => (error ? reject(error) : resolve(results)));
      this.client.query(p as never);
    });
  }

  /**
   * Cancels statements. Repeats the request each second until they end, because a request has no effect if it arrives
   * before the server has begun a statement. Returns false if a request has failed.
   */
  private async cancelUntilEnd(sent: Promise<unknown>): Promise<boolean> {
    const ended = sent.then(
      () => true,
      () => true,
    );
    for (;;) {
      if (!(await cancelStatement(this.client))) return false;
      if (await Promise.race([ended, setTimeout(againMs, false, { ref: false })])) return true;
    }
  }

  private goneError(): AppError {
    this.ended.gone++;
    return errors.requestCancelled();
  }

  private counted(cause: unknown): unknown {
    if (isCancelled(cause)) this.ended.timeout++;
    return cause;
  }
}

const isCancelled = (cause: unknown) =>
  typeof cause === "object" && cause !== null && "code" in cause && cause.code === cancelled;
