import { errors } from "@shotkeeper/contract/kernel";
import type { ScriptEngine } from "../script/engine.ts";
import { BatchedTransactions } from "./batched-transactions.ts";
import {
  type CallLimits,
  jobLimits,
  lookUpLimits,
  requestLimits,
  type StatementTimeouts,
  usualTimeouts,
} from "./call-limits.ts";
import { isBroken, sqlState, translate } from "./db-failures.ts";
import { DryRunDb, dryRunMs } from "./dry-run.ts";
import { FairPool, type Lease, type PoolFigures, type PoolOptions } from "./fair-pool.ts";
import { LimitedDb } from "./limited-db.ts";
import { NodePools } from "./node-pools.ts";
import { runOnNode } from "./shard-views.ts";
import { type DbRow, Sql } from "./sql.ts";
import { plain, type Statement } from "./statements.ts";
import { type AnyStatement, type CallerDb, DbError, type RowsOf, type Tx } from "./tx.ts";

export { type CallerDb, DbError, type Tx } from "./tx.ts";

/**
 * Casts results to their declared row types. node-postgres cannot check the types; tests compare them with the
 * database.
 */
const typed = <S extends readonly AnyStatement[]>(results: DbRow[][]): RowsOf<S> => results as RowsOf<S>;

function compiled(s: AnyStatement): Statement {
  return s instanceof Sql ? s.compile() : s;
}

/** Tenant id of calls that belong to no tenant. */
const noTenant = 0;

/** Retryable conflicts: serialization failure and deadlock. The transaction was rolled back and may run again. */
const retryable = new Set(["40001", "40P01"]);
const maxAttempts = 4;
/** Default of `DbOptions.filesDir`: folder of the files that belong to the rows. */
const defaultFilesDir = "data/files";

export interface DbOptions extends PoolOptions {
  readonly onClose?: () => void;
  readonly filesDir?: string | undefined;
  /** Makes the engine that runs scripts on this database. */
  readonly scripts: (db: Db) => ScriptEngine;
}

/**
 * Database client with the same interface for the embedded database and for PostgreSQL. `run`, `write`, `lookUp` and
 * `tx` set the tenant, so they see only that tenant's rows. `platform` is for tables that belong to no tenant.
 */
export class Db implements CallerDb {
  private readonly pool: FairPool;
  /** Pools of the nodes of a cluster. Undefined: all rows are on one server. */
  private readonly nodes: NodePools | undefined;
  private readonly timeouts: StatementTimeouts;
  /**
   * Runs the scripts that tenants write: on PostgreSQL with separate connections, on the embedded database on a copy of
   * the data.
   */
  readonly scripts: ScriptEngine;
  readonly engine: "embedded" | "postgresql";

  constructor(private readonly options: DbOptions) {
    this.engine = options.embedded ? "embedded" : "postgresql";
    this.pool = new FairPool(options);
    if (options.distributed)
      this.nodes = new NodePools({
        options,
        query: async (text, values) =>
          (await this.runPipeline(noTenant, [{ text, values }], jobLimits))[0] ?? [],
      });
    this.timeouts = options.timeouts ?? usualTimeouts;
    // Reads by key run in two batched transactions at a time. With only one, the database would be idle while the
    // server works, and the server while the database works. If this process has one processor of the database as its
    // share (DATABASE_CORES divided by WORKERS), it runs only one at a time.
    // Other processes work meanwhile, and more of its reads then share a transaction.
    this.lookUps = this.batched(Math.min(2, options.cores ?? 2), lookUpLimits);
    this.scripts = options.scripts(this);
  }

  /** Folder of the files that belong to the rows. */
  get filesDir(): string {
    return this.options.filesDir ?? defaultFilesDir;
  }

  /** Figures of the pool of connections for /metrics. */
  get connections(): PoolFigures {
    return this.pool.figures;
  }

  /** Returns this database with other limits, which decide how long each of its statements may run. */
  limited(limits: CallLimits): CallerDb {
    return new LimitedDb(this, limits);
  }

  /** Returns the statement that begins a transaction of a tenant: it sets the tenant and the limits of the call. */
  private opening(tenantId: number, { kind, readOnly, isKeyed, isLookUp }: CallLimits): Statement {
    // app_set_tenant refuses a removed tenant, because nothing may be written for such a tenant. A look-up needs no
    // refusal: it writes nothing and finds no rows of a removed tenant. In a cluster, app_pass_tenant passes the tenant
    // on to the other nodes (distribute.ts).
    const lookUp = this.nodes ? "app_pass_tenant($1)" : "set_config('app.tenant_id', $1, true)";
    const tenant = isLookUp ? lookUp : "app_set_tenant($1)";
    const set = (name: string, value: string) => `, set_config('${name}', '${value}', true)`;
    // Forces one generic plan. Otherwise PostgreSQL would make a new plan in each call for a list of keys. Planning can
    // take longer than the statement itself.
    const onePlan = isKeyed && !this.nodes ? set("plan_cache_mode", "force_generic_plan") : "";
    const more = (readOnly ? set("transaction_read_only", "on") : "") + onePlan;
    // Sets no time limit in two cases. Jobs have the time limit of their connection. The embedded database has no clock
    // that could stop a statement.
    if (kind === "job" || this.engine === "embedded")
      return { text: `select ${tenant}${more}`, values: [tenantId] };
    return {
      text: `select ${tenant}, set_config('statement_timeout', $2, true)${more}`,
      values: [tenantId, this.timeouts[kind]],
    };
  }

  /** Runs statements of a tenant in one transaction and one round trip, all or nothing. */
  async run<const S extends readonly AnyStatement[]>(
    tenantId: number,
    statements: S,
    limits = jobLimits,
  ): Promise<RowsOf<S>> {
    const all = [this.opening(tenantId, limits), ...statements.map(compiled)];
    return typed<S>((await this.runPipeline(tenantId, all, limits)).slice(1));
  }

  private batched(maxConcurrent: number, limits: CallLimits): BatchedTransactions<AnyStatement> {
    return new BatchedTransactions<AnyStatement>(
      maxConcurrent,
      (tenantId, statements) => this.run(tenantId, statements, limits),
      (cause) => cause instanceof DbError,
    );
  }
  // Batched transactions with writes run one at a time, because two at once could change the same rows in different
  // order and deadlock. If one takes longer than `maxWaitMs`, the next starts nevertheless.
  private readonly writes = this.batched(1, { ...requestLimits, isKeyed: true });
  private readonly lookUps: BatchedTransactions<AnyStatement>;

  /** Runs a write of few rows, all or nothing. Concurrent calls share a transaction. */
  async write<const S extends readonly AnyStatement[]>(tenantId: number, statements: S): Promise<RowsOf<S>> {
    return typed<S>(await this.writes.add(tenantId, statements));
  }

  /** Runs a read by key. Concurrent calls share a transaction. */
  async lookUp<const S extends AnyStatement>(tenantId: number, statement: S): Promise<RowsOf<readonly [S]>> {
    return typed<readonly [S]>(await this.lookUps.add(tenantId, [statement]));
  }

  /** Runs statements on tables that belong to no tenant, in one transaction and one round trip. */
  async platform<const S extends readonly AnyStatement[]>(...statements: S): Promise<RowsOf<S>> {
    return typed<S>(await this.runPipeline(noTenant, statements.map(compiled), jobLimits));
  }

  private isRetryable(tenantId: number, cause: unknown): boolean {
    return retryable.has(sqlState(cause)) || this.nodes?.isAfterSplit(tenantId, cause) === true;
  }

  /** Waits for a connection to the node of the tenant, or to the coordinator if that node cannot be reached. */
  private async lease(tenantId: number, limits: CallLimits): Promise<Lease> {
    const lease = tenantId === noTenant ? undefined : await this.nodes?.lease(tenantId, limits);
    return lease ?? this.pool.lease(tenantId, limits);
  }

  private async runPipeline(
    tenantId: number,
    statements: readonly Statement[],
    limits: CallLimits,
  ): Promise<DbRow[][]> {
    for (let attempt = 1; ; attempt++) {
      const lease = await this.lease(tenantId, limits);
      try {
        const results = this.nodes
          ? await runOnNode(lease, statements, limits, tenantId && (await this.nodes.shard(tenantId)))
          : await lease.run(statements);
        lease.release();
        return results;
      } catch (cause) {
        const broken = isBroken(cause);
        const isClean = !this.nodes || (!broken && (await rolledBack(lease)));
        lease.release(broken || !isClean);
        if (attempt < maxAttempts && this.isRetryable(tenantId, cause)) continue;
        throw translate(cause);
      }
    }
  }

  /**
   * Runs `work` in one transaction. The `begin` statement is sent together with the first statements of `work`. After a
   * retryable conflict `work` runs again from the start.
   */
  tx<T>(tenantId: number, work: (tx: Tx) => Promise<T>, limits = jobLimits): Promise<T> {
    return this.transaction(tenantId, limits, [plain("begin")], "commit", work);
  }

  /** Runs `work` in a transaction that is always rolled back (see `CallerDb.dryRun`). */
  async dryRun<T>(
    tenantId: number,
    work: (db: CallerDb) => Promise<T>,
    { gone }: Pick<CallLimits, "gone"> = {},
  ): Promise<T> {
    const begin = [
      // Uses one snapshot for the whole dry run: changes by others meanwhile must not look like effects of the dry run.
      plain("begin isolation level repeatable read"),
      { text: "select set_config('statement_timeout', $1, true)", values: [dryRunMs] },
    ];
    const run = async (tx: Tx) => {
      const db = new DryRunDb(this.engine, this.scripts, tx);
      try {
        return await work(db);
      } finally {
        await db.end();
      }
    };
    try {
      // Passes the limits of jobs, which set no time limit, so that the time limit in `begin` stays in force.
      return await this.transaction(tenantId, { ...jobLimits, gone }, begin, "rollback", run);
    } catch (cause) {
      // Every attempt failed because other transactions changed the same rows.
      throw retryable.has(sqlState(cause)) ? errors.changedMeanwhile() : cause;
    }
  }

  /** Runs a transaction between the statements `begin` and `end`. */
  private async transaction<T>(
    tenantId: number,
    limits: CallLimits,
    begin: readonly Statement[],
    end: "commit" | "rollback",
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const lease = await this.lease(tenantId, limits);
      const opening = [...begin, this.opening(tenantId, limits)];
      let queued = opening;
      let isBegun = false;
      /**
       * Sends the statements that `enqueue` has collected, and then `statements`. Returns the results of `statements`.
       */
      const send = async (statements: readonly Statement[]) => {
        const before = queued;
        queued = [];
        isBegun = true;
        try {
          return (await lease.run([...before, ...statements])).slice(before.length);
        } catch (cause) {
          throw translate(cause);
        }
      };
      const tx: Tx = {
        tenantId,
        filesDir: this.filesDir,
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
        lease.release();
        return result;
      } catch (cause) {
        const broken = isBroken(cause);
        const isClean = !isBegun || (!broken && (await rolledBack(lease)));
        lease.release(broken || !isClean);
        if (attempt < maxAttempts && this.isRetryable(tenantId, cause)) continue;
        throw cause;
      }
    }
  }

  async close(): Promise<void> {
    await this.scripts.close();
    await this.nodes?.end();
    await this.pool.end();
    await this.options.embedded?.close();
    this.options.onClose?.();
  }
}

/** Rolls the transaction of a connection back. Returns false if that fails. */
function rolledBack(lease: Lease): Promise<boolean> {
  return lease.runToEnd([plain("rollback")]).then(
    () => true,
    () => false,
  );
}
