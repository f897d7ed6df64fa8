import { errors } from "@shotkeeper/contract/kernel";
import { SavepointDb } from "./savepoint-db.ts";
import { type AnyStatement, DbError, type RowsOf } from "./tx.ts";

/**
 * Time after which a dry run begins no further statement, ms. It is also the time limit of each statement. The time is
 * limited because a dry run holds locks and, on the embedded database, the only connection.
 */
export const dryRunMs = 5000;

/** SQLSTATE of a statement that ran into the timeout. */
const timedOut = "57014";

/**
 * Database in a transaction that is always rolled back. A command runs on this database without changes to its code and
 * leaves no rows, no document number and no log entry.
 */
export class DryRunDb extends SavepointDb {
  private isStopped = false;
  private readonly endsAt = performance.now() + dryRunMs;

  /**
   * Ends the dry run: refuses all further statements, also those of transactions that the command has begun, and waits
   * for the end of these transactions.
   */
  override async end(): Promise<void> {
    this.isStopped = true;
    await super.end();
  }

  protected override async all<const S extends readonly AnyStatement[]>(statements: S): Promise<RowsOf<S>> {
    if (this.isStopped || performance.now() > this.endsAt) throw errors.previewTooLong();
    try {
      return await super.all(statements);
    } catch (cause) {
      throw cause instanceof DbError && cause.state === timedOut ? errors.previewTooLong() : cause;
    }
  }
}
