import { AppError, refusals } from "@shotkeeper/contract/kernel";
import type { CallerDb, Tx } from "./db/db.ts";

/**
 * Error thrown at the end of a dry run to roll back its transaction. As an AppError it leaves the database connection
 * usable.
 */
export class DryRunEnd extends AppError {
  constructor() {
    super(refusals.done());
  }
}

/** Runs `work` in a transaction, rolls the transaction back, and returns the result. */
export async function dryRun<T>(db: CallerDb, tenantId: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  const results: T[] = [];
  try {
    await db.tx(tenantId, async (tx) => {
      results.push(await work(tx));
      throw new DryRunEnd();
    });
  } catch (e) {
    if (!(e instanceof DryRunEnd)) throw e;
  }
  // A transaction that was repeated after a conflict has several results. The last one is valid.
  return results.at(-1) as T;
}
