import { AppError } from "@shotkeeper/contract/kernel";
import type { DbRow, Sql } from "./sql.ts";
import type { Statement } from "./statements.ts";
import { type AnyStatement, type CallerDb, DbError, type RowsOf, type Tx } from "./tx.ts";

const savepoint: Statement = { text: "savepoint part", values: [] };
const release: readonly Statement[] = [{ text: "release savepoint part", values: [] }];
const undo: readonly Statement[] = [{ text: "rollback to savepoint part", values: [] }, ...release];

/**
 * Database whose transactions are parts (savepoints) of one outer transaction. A command runs on this database without
 * changes to its code. A part that fails is rolled back alone. The outer transaction commits or rolls back the other
 * parts together.
 */
export class SavepointDb implements CallerDb {
  private last: Promise<unknown> = Promise.resolve();
  private isOver = false;

  constructor(
    readonly engine: CallerDb["engine"],
    readonly scripts: CallerDb["scripts"],
    protected readonly outer: Tx,
  ) {}

  /** Returns this database unchanged, because the limits of the outer transaction apply. */
  limited(): CallerDb {
    return this;
  }

  /**
   * Waits for all parts (savepoints) that have begun or are queued. Afterwards refuses every statement, because the
   * connection may then serve another call. Must be called before the outer transaction ends.
   */
  async end(): Promise<void> {
    for (let waited: unknown; waited !== this.last; ) {
      waited = this.last;
      await waited;
    }
    this.isOver = true;
  }

  /** Sends statements in the outer transaction. */
  protected async all<const S extends readonly AnyStatement[]>(statements: S): Promise<RowsOf<S>> {
    this.refuseLate();
    return this.outer.all(statements);
  }

  private refuseLate(): void {
    if (this.isOver) throw new Error("the transaction has ended");
  }

  /** Runs `work` in a savepoint. Concurrent calls run one after the other, because savepoints of a session nest. */
  tx<T>(tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
    if (tenantId !== this.outer.tenantId)
      return Promise.reject(new Error("the outer transaction concerns one tenant"));
    const done = this.last.then(() => this.inSavepoint(work));
    this.last = done.catch(() => {});
    return done;
  }

  private async inSavepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const tx: Tx = {
      tenantId: this.outer.tenantId,
      filesDir: this.outer.filesDir,
      all: (s) => this.all(s),
      enqueue: (...statements) => {
        this.refuseLate();
        this.outer.enqueue(...statements);
      },
      query: async <R extends object = DbRow>(s: Sql<R> | Statement) =>
        ((await this.all([s]))[0] ?? []) as R[],
    };
    await this.all([savepoint]);
    try {
      const result = await work(tx);
      await this.all(release);
      return result;
    } catch (cause) {
      // Undoes only this part after a refusal or an error of the database, as the rollback of a transaction would. Any
      // other error is a fault of the program or of the connection. The command should pass such an error on, and then
      // the whole outer transaction is rolled back.
      if (cause instanceof AppError || cause instanceof DbError) await this.undo();
      throw cause;
    }
  }

  run<const S extends readonly AnyStatement[]>(tenantId: number, statements: S): Promise<RowsOf<S>> {
    return this.tx(tenantId, (tx) => tx.all(statements));
  }

  write<const S extends readonly AnyStatement[]>(tenantId: number, statements: S): Promise<RowsOf<S>> {
    return this.run(tenantId, statements);
  }

  lookUp<const S extends AnyStatement>(tenantId: number, statement: S): Promise<RowsOf<readonly [S]>> {
    return this.run(tenantId, [statement]);
  }

  platform<const S extends readonly AnyStatement[]>(...statements: S): Promise<RowsOf<S>> {
    return this.run(this.outer.tenantId, statements);
  }

  /** Runs `work` in a savepoint that is rolled back when `work` ends, before the outer transaction ends. */
  async dryRun<T>(_tenantId: number, work: (db: CallerDb) => Promise<T>): Promise<T> {
    await this.all([savepoint]);
    try {
      return await work(this);
    } finally {
      await this.undo();
    }
  }

  /**
   * Rolls back to the last savepoint. Queued statements are sent first. If one of them fails, the rollback is sent a
   * second time, now with an empty queue.
   */
  private async undo(): Promise<void> {
    await this.outer.all(undo).catch(() => this.outer.all(undo).catch(() => {}));
  }
}
