import { bindCounter, importBindings } from "@shotkeeper/contract/binding";
import {
  AppError,
  codes,
  decodeRow,
  errors,
  type ImportFault,
  type ImportOutcome,
} from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Db, Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { meaningOf } from "../../kernel/failures.ts";
import { fieldFaults, importedRows } from "../../kernel/import-rows.ts";
import { handle } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";
import { bindingCommands } from "./binding.commands.ts";
import { Rehearsed } from "./rehearsed.ts";

/** Each may move shots of months: so many keep a counter's lock for seconds, not for minutes. */
const most = 500;

const bindOne = bindingCommands.find((c) => c.command.type === bindCounter.type)?.handler;

/** A context whose transactions are this one: what a command does in it happens with all the others or not at all. */
function within(ctx: Ctx, tx: Tx): Ctx {
  const db = Object.assign(Object.create(ctx.db) as Db, {
    tx: <T>(_tenantId: number, work: (tx: Tx) => Promise<T>) => work(tx),
  });
  // Nothing has happened yet that anybody should be told.
  const events = Object.assign(Object.create(ctx.events) as Ctx["events"], { emit: () => {} });
  return { ...ctx, db, events };
}

/** Molds and counters that are bound, by each other's number. What the asker may not see is not told. */
async function takenBy(ctx: Ctx, tx: Tx, rows: readonly Record<string, unknown>[]) {
  const id = tx.tenantId;
  const open = (condition: Sql) =>
    tx.query(
      sql<{
        mold: string;
        counter: string;
      }>`
        select m.mold_no as mold, c.writer_id as counter
        from binding b
        join mold m on m.tenant_id = ${id} and m.mold_id = b.mold_id
        join counter c on c.tenant_id = ${id} and c.counter_id = b.counter_id
        where b.tenant_id = ${id} and b.unbound_at is null and ${condition}
      `,
    );
  const molds = await open(
    sql`m.mold_no = any(${rows.map((r) => String(r.MOLD_NO))}) and ${moldScope(ctx, "m")}`,
  );
  const counters = await open(sql`c.writer_id = any(${rows.map((r) => String(r.WRITER_ID))})`);
  return {
    molds: new Map(molds.map((b) => [b.mold, b.counter])),
    counters: new Map(counters.map((b) => [b.counter, b.mold])),
  };
}

/** Binds every row of a sheet by the ledger's own command. A rehearsal does the same and takes it back. */
export const importBindingsImpl = handle(importBindings, async (ctx, input): Promise<ImportOutcome> => {
  const rows = importedRows(input.rows);
  if (rows.length > most) throw errors.tooManyRows(most);
  const wrong = rows.flatMap((row, i) => fieldFaults(row, bindCounter.input, i));
  const bad = new Set(wrong.map((f) => f.ROW));
  const faults: ImportFault[] = [...wrong];
  try {
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const inner = within(ctx, tx);
      const { molds, counters } = await takenBy(ctx, tx, rows);
      for (const [ROW, row] of rows.entries()) {
        if (bad.has(ROW)) continue;
        const mold = String(row.MOLD_NO);
        const counter = String(row.WRITER_ID);
        const isSame = molds.get(mold) === counter;
        // A constraint of the database would say it too, but a broken constraint ends the transaction.
        if (!isSame && (molds.has(mold) || counters.has(counter))) {
          faults.push({
            ROW,
            FIELD: null,
            MSG: molds.has(mold) ? codes.moldAlreadyBound : codes.counterAlreadyBound,
          });
          continue;
        }
        const pair = decodeRow(row, bindCounter.input, { mode: "insert" });
        for (const name of Object.keys(bindCounter.input)) pair[name] ??= null;
        try {
          await bindOne?.(inner, pair as never);
          molds.set(mold, counter);
          counters.set(counter, mold);
        } catch (cause) {
          const meaning = meaningOf(cause);
          if (!(meaning instanceof AppError)) throw cause;
          const isField = meaning.arg !== undefined && meaning.arg in row;
          faults.push({ ROW, FIELD: isField ? (meaning.arg ?? null) : null, MSG: meaning.message });
          // What the database refused cannot be gone on with: the rows after it are told of next time.
          if (meaning !== cause) break;
        }
      }
      if (faults.length > 0 || input.checkOnly) throw new Rehearsed();
    });
  } catch (e) {
    if (!(e instanceof Rehearsed)) throw e;
    return { COUNT: faults.length > 0 ? 0 : rows.length, FAULTS: faults.sort((a, b) => a.ROW - b.ROW) };
  }
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: rows.map((r) => String(r.MOLD_NO)) });
  return { COUNT: rows.length, FAULTS: [] };
});
