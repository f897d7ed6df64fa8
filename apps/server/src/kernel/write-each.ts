import {
  AppError,
  errors,
  type ImportFault,
  type ImportOutcome,
  importLimit,
  onWire,
  wireIndex,
  wireMessage,
} from "@shotkeeper/contract/kernel";
import type { Ctx } from "./ctx.ts";
import type { TableImpl } from "./registry.ts";
import { type Guard, write } from "./write.ts";

/** Returns whether an error is a refusal of the rows. Other errors are failures, after which the caller tries again. */
const isRefusal = (cause: unknown): cause is AppError => cause instanceof AppError && cause.status < 499;

/**
 * Updates rows so that a refused row does not keep the others from being written. Returns the number of written rows,
 * and a fault for each refused row.
 */
export async function updateEach(
  ctx: Ctx,
  t: TableImpl,
  data: unknown,
  guard: Guard,
): Promise<ImportOutcome> {
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
