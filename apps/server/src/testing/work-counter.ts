import type { CallLimits } from "../kernel/db/call-limits.ts";
import type { Db } from "../kernel/db/db.ts";
import { type DbRow, sql } from "../kernel/db/sql.ts";
import type { AnyStatement, CallerDb, Tx } from "../kernel/db/tx.ts";

/** Work that the database did for some statements. */
export interface Work {
  statements: number;
  transactions: number;
  /** Rows that the statements read from tables, by scans and by indexes. Index-only scans read no rows. */
  rows: number;
}

/**
 * Query that counts the rows that the session has read. Only the difference of two counts in one transaction has a
 * meaning.
 */
const rowsSql = sql<{ rows: number }>`
  select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint as rows
  from pg_stat_xact_user_tables
  where schemaname = 'public'
`;

/**
 * Makes PostgreSQL's query planner use an index instead of a sequential scan of a small table. Otherwise the number of
 * rows read would depend on the rows that other tests have stored in the same database.
 */
const byIndex = sql`set local enable_seqscan = off`;

/**
 * Returns a database client that does the same as `db` and counts the work of its statements. This includes statements
 * in transactions (`tx`), on tables of the platform (`platform`), and with other limits (`limited`).
 */
export function countingDb(db: Db): { db: Db; work: Work } {
  const work: Work = { statements: 0, transactions: 0, rows: 0 };
  return { db: counted(db, work), work };
}

function counted<D extends CallerDb>(db: D, work: Work): D {
  const add = (statements: number, before: unknown, after: unknown) => {
    work.statements += statements;
    work.transactions++;
    work.rows += Number(after) - Number(before);
  };
  const inside = async (
    statements: readonly AnyStatement[],
    send: (all: readonly AnyStatement[]) => Promise<readonly DbRow[][]>,
  ) => {
    const results = await send([byIndex, rowsSql, ...statements, rowsSql]);
    add(statements.length, results[1]?.[0]?.rows, results.at(-1)?.[0]?.rows);
    return results.slice(2, -1);
  };
  const run = (tenantId: number, statements: readonly AnyStatement[]) =>
    inside(statements, (all) => db.run(tenantId, all));
  const counting: Partial<Record<keyof Db, unknown>> = {
    run,
    write: run,
    lookUp: (tenantId: number, statement: AnyStatement) => run(tenantId, [statement]),
    platform: (...statements: AnyStatement[]) => inside(statements, (all) => db.platform(...all)),
    limited: (limits: CallLimits) => counted(db.limited(limits), work),
    dryRun: (tenantId: number, run: (db: CallerDb) => Promise<unknown>) =>
      db.dryRun(tenantId, (dry) => run(counted(dry, work))),
    tx: (tenantId: number, run: (tx: Tx) => Promise<unknown>) =>
      db.tx(tenantId, async (tx) => {
        let statements = 0;
        await tx.query(byIndex);
        const [before] = await tx.query(rowsSql);
        const result = await run({
          tenantId: tx.tenantId,
          filesDir: tx.filesDir,
          query: (s) => {
            statements++;
            return tx.query(s);
          },
          all: (s) => {
            statements += s.length;
            return tx.all(s);
          },
          enqueue: (...s) => {
            statements += s.length;
            tx.enqueue(...s);
          },
        });
        const [after] = await tx.query(rowsSql);
        add(statements, before?.rows, after?.rows);
        return result;
      }),
  };
  return Object.assign(Object.create(db), counting);
}
