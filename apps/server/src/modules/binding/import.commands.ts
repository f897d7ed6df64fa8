import { bindCounter, importBindings } from "@shotkeeper/contract/binding";
import {
  AppError,
  type CommandInput,
  codes,
  decodeRow,
  errors,
  type ImportFault,
  refusals,
  wireIndex,
} from "@shotkeeper/contract/kernel";
import type { Ctx } from "../../kernel/ctx.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { type Sql, sql } from "../../kernel/db/sql.ts";
import { meaningOf } from "../../kernel/failures.ts";
import { fieldFaults, importedRows } from "../../kernel/import-rows.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { moldScope } from "../mold/index.ts";
import { bind } from "./binding.commands.ts";

/** Error that rolls back the transaction of an import with faults, or of an import that only checks its rows. */
class DryRunEnd extends AppError {
  constructor() {
    super(refusals.done());
  }
}

type Pair = CommandInput<typeof bindCounter>;

/**
 * Maximum number of rows in one import. Each binding may move the shots of months, so more rows would lock their
 * counters for minutes.
 */
const maxRows = 500;

const { toName } = wireIndex(bindCounter.input);

/** Converts a row of the sheet into input of `bindCounter`. Missing fields become null. */
function pairOf(row: Readonly<Record<string, unknown>>): Pair {
  const pair = decodeRow(row, bindCounter.input, { mode: "insert" });
  for (const name of Object.keys(bindCounter.input)) pair[name] ??= null;
  return pair as Pair;
}

/**
 * Returns the open bindings of the imported molds (`molds`: mold to counter) and counters (`counters`: counter to
 * mold). `molds` leaves out molds outside the caller's scope. `counters` leaves out none, because a counter that is
 * bound to any mold cannot be bound again.
 */
async function openBindings(ctx: Ctx, tx: Tx, pairs: readonly Pair[]) {
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
  const molds = await open(sql`m.mold_no = any(${pairs.map((p) => p.moldNo)}) and ${moldScope(ctx, "m")}`);
  const counters = await open(sql`c.writer_id = any(${pairs.map((p) => p.writerId)})`);
  return {
    molds: new Map(molds.map((b) => [b.mold, b.counter])),
    counters: new Map(counters.map((b) => [b.counter, b.mold])),
  };
}

/** Binds all pairs of a sheet, or none. With `checkOnly`, rolls the transaction back after all rows were checked. */
const importAll = handle(importBindings, async (ctx, input) => {
  const rows = importedRows(input.rows);
  if (rows.length > maxRows) throw errors.tooManyRows(maxRows);
  const faults: ImportFault[] = rows.flatMap((row, i) => fieldFaults(row, bindCounter.input, i));
  const bad = new Set(faults.map((f) => f.row));
  const pairs = [...rows.entries()].filter(([i]) => !bad.has(i)).map(([i, row]) => [i, pairOf(row)] as const);
  try {
    await ctx.db.tx(ctx.who.tenantId, async (tx) => {
      const { molds, counters } = await openBindings(
        ctx,
        tx,
        pairs.map(([, pair]) => pair),
      );
      for (const [row, pair] of pairs) {
        const { moldNo, writerId } = pair;
        const isSame = molds.get(moldNo) === writerId;
        // Checks the pair before `bind` inserts it, because a violated database constraint would abort the whole
        // transaction.
        if (!isSame && (molds.has(moldNo) || counters.has(writerId))) {
          const message = molds.has(moldNo) ? codes.moldAlreadyBound : codes.counterAlreadyBound;
          faults.push({ row, field: null, message });
          continue;
        }
        try {
          await bind(ctx, tx, pair);
          // Sends the statements that `bind` has queued, so that an error in a statement is reported for this row.
          await tx.query(sql`select 1`);
          molds.set(moldNo, writerId);
          counters.set(writerId, moldNo);
        } catch (cause) {
          const meaning = meaningOf(cause);
          if (!(meaning instanceof AppError)) throw cause;
          const field = meaning.arg !== undefined && toName.has(meaning.arg) ? meaning.arg : null;
          faults.push({ row, field, message: meaning.message });
          // Stops here after a database error, which has aborted the transaction. The rows after this row are checked
          // when the user repeats the import.
          if (meaning !== cause) break;
        }
      }
      if (faults.length > 0 || input.checkOnly) throw new DryRunEnd();
    });
  } catch (e) {
    if (!(e instanceof DryRunEnd)) throw e;
    return { count: faults.length > 0 ? 0 : rows.length, faults: faults.sort((a, b) => a.row - b.row) };
  }
  ctx.events.emit(ctx.who.tenantId, { type: "board", molds: pairs.map(([, pair]) => pair.moldNo) });
  return { count: rows.length, faults: [] };
});

export const bindingImports: readonly CommandImpl[] = [importAll];
