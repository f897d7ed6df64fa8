import {
  AppError,
  codes,
  encodeAnswer,
  errors,
  type ImportFault,
  type ImportOutcome,
  importLimit,
  onWire,
  rowsOutcome,
  wireIndex,
  wireMessage,
} from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import { inOneTransaction } from "./one-transaction.ts";
import type { TableImpl } from "./registry.ts";
import { type Guard, type WriteType, write } from "./write.ts";

/** Returns whether an error is a refusal of the rows. Other errors are failures, after which the caller tries again. */
const isRefusal = (cause: unknown): cause is AppError => cause instanceof AppError && cause.status < 499;

/**
 * Returns whether the body of a write asks to write row by row (`EACH`). Throws invalidField if it is not "Y" or "N",
 * or if the write is no update.
 */
export function isEach(sent: unknown, type: WriteType): boolean {
  const each = sent ?? "N";
  if (each !== "N" && (each !== "Y" || type !== "update")) throw errors.invalidField(onWire("EACH"));
  return each === "Y";
}

/**
 * Updates rows so that a refused row does not keep the others from being written. Answers the number of written rows,
 * and a fault for each refused row.
 */
export async function updateEach(ctx: Ctx, t: TableImpl, data: unknown, guard: Guard) {
  const outcome = await outcomeOf(ctx, t, data, guard);
  const msg = outcome.count > 0 ? codes.updated : codes.nothingChanged;
  return { msg, data: JSON.stringify(encodeAnswer(outcome, rowsOutcome)) };
}

async function outcomeOf(ctx: Ctx, t: TableImpl, data: unknown, guard: Guard): Promise<ImportOutcome> {
  const rows: unknown[] = Array.isArray(data) ? data : [];
  if (rows.length === 0) throw errors.missingField(onWire("Data"));
  if (rows.length > importLimit) throw errors.tooManyRows(importLimit);
  try {
    // Fast path: usually no row is refused, and one transaction writes all.
    await write(ctx, t, "update", rows, guard);
    return { count: rows.length, faults: [] };
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
  }
  // One transaction, so that a failure in the middle leaves no row written whose outcome the caller does not learn.
  return inOneTransaction(ctx, (own) => eachOf(own, t, rows, guard));
}

async function eachOf(
  ctx: Ctx,
  t: TableImpl,
  rows: readonly unknown[],
  guard: Guard,
): Promise<ImportOutcome> {
  const faults: ImportFault[] = [];
  const { toName } = wireIndex(t.entity.fields);
  for (const [row, sent] of rows.entries()) {
    try {
      await write(ctx, t, "update", [sent], guard);
    } catch (cause) {
      if (!isRefusal(cause)) throw cause;
      const named = cause.withWireName(t.entity.fields);
      const field = named.arg !== undefined && toName.has(named.arg) ? named.arg : null;
      faults.push({ row, field, message: wireMessage(named) });
    }
  }
  return { count: rows.length - faults.length, faults };
}
