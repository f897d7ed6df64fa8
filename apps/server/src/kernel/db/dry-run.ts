import { AppError, errors } from "@shotkeeper/contract/kernel";
import type { DbRow, Sql } from "./sql.ts";
import type { Statement } from "./statements.ts";
import { type AnyStatement, type CallerDb, DbError, type RowsOf, type Tx } from "./tx.ts";

/**
 * Time after which a dry run begins no further statement, ms. Each statement may take this time too. The time is
 * limited because a dry run holds locks and, on the embedded database, the only connection.
 */
export const dryRunMs = 5000;

/** SQLSTATE of a statement that ran into the timeout. */
const timedOut = "57014";

const savepoint: readonly Statement[] = [{ text: "savepoint dry_run", values: [] }];
const release: readonly Statement[] = [{ text: "release savepoint dry_run", values: [] }];
const undo: readonly Statement[] = [{ text: "rollback to savepoint dry_run", values: [] }, ...release];

/**
 * Database whose transactions are savepoints of one transaction that is always rolled back. A command runs on it
 * unchanged and leaves no rows, no document number and no log entry.
 */
export class DryRunDb implements CallerDb {
  private isOver = false;
  private readonly endsAt = performance.now() + dryRunMs;

  constructor(
    readonly engine: CallerDb["engine"],
    readonly scripts: CallerDb["scripts"],
    private readonly outer: Tx,
  ) {}

  /** Refuses all further statements, even those of work that the command has started without waiting for its end. */
  end(): void {
    this.isOver = true;
  }

  private async all<const S extends readonly AnyStatement[]>(statements: S): Promise<RowsOf<S>> {
    if (this.isOver || performance.now() > this.endsAt) throw errors.previewTooLong();
    try {
      return await this.outer.all(statements);
    } catch (cause) {
      throw cause instanceof DbError && cause.state === timedOut ? errors.previewTooLong() : cause;
    }
  }

  async tx<T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (tenantId !== this.outer.tenantId) throw new Error("a dry run concerns one tenant");
    const tx: Tx = {
      tenantId,
      all: (s) => this.all(s),
      enqueue: (...statements) => this.outer.enqueue(...statements),
      query: async <R extends object = DbRow>(s: Sql<R> | Statement) =>
        ((await this.all([s]))[0] ?? []) as R[],
    };
    await this.all(savepoint);
    try {
      const result = await work(tx);
      await this.all(release);
      return result;
    } catch (cause) {
      // Undoes this part only, as the rollback of a transaction would. After any other error the connection is
      // discarded.
      if (cause instanceof AppError || cause instanceof DbError) await this.undo();
      throw cause;
    }
  }

  run<const S extends readonly AnyStatement[]>(tenantId: number, statements: S): Promise<RowsOf<S>> {
    return this.tx(tenantId, (tx) => tx.all(statements));
  }

  write(tenantId: number, statements: readonly AnyStatement[]): Promise<readonly DbRow[][]> {
    return this.run(tenantId, statements);
  }

  lookUp(tenantId: number, statement: AnyStatement): Promise<readonly DbRow[][]> {
    return this.run(tenantId, [statement]);
  }

  platform<const S extends readonly AnyStatement[]>(...statements: S): Promise<RowsOf<S>> {
    return this.run(this.outer.tenantId, statements);
  }

  /** Runs `work` in a savepoint that is rolled back when `work` ends, before the outer dry run ends. */
  async dryRun<T>(_tenantId: number, work: (db: CallerDb) => Promise<T>): Promise<T> {
    await this.all(savepoint);
    try {
      return await work(this);
    } finally {
      await this.undo();
    }
  }

  /**
   * Rolls back to the last savepoint. If a queued statement fails instead, rolls back again, because the queue is then
   * empty.
   */
  private async undo(): Promise<void> {
    await this.outer.all(undo).catch(() => this.outer.all(undo).catch(() => {}));
  }
}
