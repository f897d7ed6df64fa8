import type { Ctx } from "./ctx.ts";
import type { Tx } from "./db/db.ts";
import { SavepointDb } from "./db/savepoint-db.ts";
import { HeldEvents } from "./held-events.ts";

type Later = Parameters<NonNullable<Ctx["afterCommit"]>>[0];

/**
 * Runs `work` in one transaction. Transactions inside of `work` become savepoints of this transaction. If `work`
 * throws, nothing is written. Events, and work for after the commit, wait until the transaction is committed.
 */
export async function inOneTransaction<T>(ctx: Ctx, work: (own: Ctx, tx: Tx) => Promise<T>): Promise<T> {
  let events = new HeldEvents(ctx.events);
  let later: Later[] = [];
  const answer = await ctx.db.tx(ctx.who.tenantId, async (tx) => {
    // Discards the events and the later work of an earlier run: this function runs again after a retryable conflict.
    events = new HeldEvents(ctx.events);
    later = [];
    const db = new SavepointDb(ctx.db.engine, ctx.db.scripts, tx);
    try {
      return await work({ ...ctx, db, events, afterCommit: (run) => later.push(run) }, tx);
    } finally {
      await db.end();
    }
  });
  events.release();
  for (const run of later) {
    if (ctx.afterCommit) ctx.afterCommit(run);
    else run(ctx);
  }
  return answer;
}
