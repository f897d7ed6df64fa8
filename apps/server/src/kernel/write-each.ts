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
import { DbError } from "./db/db.ts";
import type { Sql } from "./db/sql.ts";
import { inOneTransaction } from "./one-transaction.ts";
import { faultyReferences } from "./references.ts";
import type { Registry, TableImpl } from "./registry.ts";
import { unwritableRows } from "./unwritable-rows.ts";
import { decodeStored, type Guard, keyText, requireWritable, type WriteType, write } from "./write.ts";
import type { InputRow } from "./write-sql.ts";

/** Returns whether an error is a refusal of the rows. Other errors are failures, after which the caller may retry. */
const isRefusal = (cause: unknown): cause is AppError => cause instanceof AppError && cause.status < 499;

/**
 * Returns whether the body of a write asks to write row by row (`EACH`). Throws invalidField if `EACH` is neither "Y"
 * nor "N", or if `EACH` is "Y" and the write is no update.
 */
export function isEach(sent: unknown, type: WriteType): boolean {
  const each = sent ?? "N";
  if (each !== "N" && (each !== "Y" || type !== "update")) throw errors.invalidField(onWire("EACH"));
  return each === "Y";
}

/**
 * Updates rows, even if some of them are refused: the other rows are written. Returns the number of written rows, and a
 * fault for each refused row.
 */
export async function updateEach(ctx: Ctx, r: Registry, t: TableImpl, data: unknown, guard: Guard) {
  const outcome = await outcomeOf(ctx, r, t, data, guard);
  const msg = outcome.count > 0 ? codes.updated : codes.nothingChanged;
  return { msg, data: JSON.stringify(encodeAnswer(outcome, rowsOutcome)) };
}

async function outcomeOf(
  ctx: Ctx,
  r: Registry,
  t: TableImpl,
  data: unknown,
  guard: Guard,
): Promise<ImportOutcome> {
  const rows: unknown[] = Array.isArray(data) ? data : [];
  if (rows.length === 0) throw errors.missingField(onWire("Data"));
  if (rows.length > importLimit) throw errors.tooManyRows(importLimit);
  try {
    // Usually no row is refused, and one transaction writes all rows. This is the fastest way.
    await write(ctx, t, "update", rows, guard);
    return { count: rows.length, faults: [] };
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
  }
  // Uses one transaction, so that a failure in the middle rolls back all rows. Otherwise rows would be written without
  // the caller learning of it.
  return inOneTransaction(ctx, (own) => new EachRow(own, r, t, rows, guard).write());
}

/** A row of the request that can be decoded. */
interface Decoded {
  readonly index: number;
  readonly row: InputRow;
  /** Key of the row as text. */
  readonly key: string;
  /**
   * True if the row sends fields that callers may not write. The row is then left out of the common checks: its write
   * checks that these fields have their stored values, and refuses the row otherwise.
   */
  readonly hasFixed: boolean;
}

/**
 * Writes the valid rows of a request, and collects the faults of the other rows. Most faults are found for many rows at
 * once: invalid values without the database, and invalid references by one statement. A second statement finds rows
 * that do not exist any more or that were changed meanwhile. The remaining rows are written in parts. A part that is
 * refused is halved and sent again.
 */
class EachRow {
  private readonly faults = new Map<number, AppError>();

  constructor(
    private readonly ctx: Ctx,
    private readonly r: Registry,
    private readonly t: TableImpl,
    private readonly rows: readonly unknown[],
    private readonly guard: Guard,
  ) {}

  async write(): Promise<ImportOutcome> {
    const { ctx, t, rows, guard } = this;
    const decoded = this.decode();
    const times = new Map<string, number>();
    for (const { key } of decoded) times.set(key, (times.get(key) ?? 0) + 1);
    // Leaves out rows that occur twice. They depend on each other: whether the second one is refused is known only
    // after the first one is written.
    const alone = decoded.filter((d) => !d.hasFixed && times.get(d.key) === 1);
    const checked = await this.sift(alone, async (part) => {
      requireWritable(ctx, t, "M");
      const list = part.map((d) => d.row);
      await t.check?.(ctx, "M", list);
    });
    await this.judge(checked);
    const left = decoded.filter((d) => !this.faults.has(d.index));
    // Writes all remaining rows in one part if some faulty rows were already found and left out. Otherwise begins with
    // half of the rows, because `outcomeOf` has already tried to write all of them in one part, and was refused.
    const size = left.length < rows.length ? left.length : Math.ceil(left.length / 2);
    const attempt = async (part: readonly Decoded[]) => {
      const sent = part.map((d) => rows[d.index]);
      await write(ctx, t, "update", sent, guard);
    };
    await this.sift(left, attempt, size);
    return { count: rows.length - this.faults.size, faults: this.answer() };
  }

  private decode(): Decoded[] {
    const { entity } = this.t;
    return this.rows.flatMap((sent, index): Decoded[] => {
      try {
        const { row, fixed } = decodeStored(this.t, sent);
        const key = keyText(entity, row);
        return [{ index, row, key, hasFixed: Object.keys(fixed).length > 0 }];
      } catch (cause) {
        this.refuse(index, cause);
        return [];
      }
    });
  }

  /**
   * Refuses faulty rows that one statement can find for all rows: first rows with an invalid reference, then rows that
   * are gone, changed meanwhile or archived. If the database cannot read one of the values (SQLSTATE class 22), the
   * statement fails and no row is refused here. The later write then finds the faulty rows.
   */
  private async judge(decoded: readonly Decoded[]): Promise<void> {
    const { ctx, r, t } = this;
    const refusedBy = async <R extends { row: number }>(
      statement: (list: readonly InputRow[]) => Sql<R> | undefined,
      refusal: (found: R) => AppError,
    ) => {
      const list = decoded.filter((d) => !this.faults.has(d.index));
      const asked = list.length > 0 ? statement(list.map((d) => d.row)) : undefined;
      if (!asked) return;
      try {
        const [found] = await ctx.db.run(ctx.who.tenantId, [asked]);
        for (const f of found) this.refuse(list[f.row]?.index ?? -1, refusal(f));
      } catch (cause) {
        if (!(cause instanceof DbError && cause.state.startsWith("22"))) throw cause;
      }
    };
    await refusedBy(
      (list) => faultyReferences(ctx, r, t, list),
      (f) => errors.unknownReference(f.name),
    );
    await refusedBy(
      (list) => unwritableRows(ctx, t, list),
      (f) => (f.is_archived ? errors.wrongState() : errors.nothingUpdated()),
    );
  }

  /**
   * Runs `attempt` with parts of the rows and returns the rows of the parts that were not refused. A refused part is
   * halved. A refused single row gets its fault. So n valid rows take one attempt, and n refused rows about n attempts.
   */
  private async sift(
    decoded: readonly Decoded[],
    attempt: (part: readonly Decoded[]) => Promise<void>,
    firstSize = decoded.length,
  ): Promise<Decoded[]> {
    const passed: Decoded[] = [];
    let size = firstSize;
    for (let at = 0; at < decoded.length; ) {
      const part = partOf(decoded, at, size);
      try {
        await attempt(part);
        passed.push(...part);
        at += part.length;
        size = part.length * 2;
      } catch (cause) {
        if (part.length > 1 && isRefusal(cause)) size = Math.ceil(part.length / 2);
        else {
          this.refuse(part[0]?.index ?? -1, cause);
          at++;
          size = 1;
        }
      }
    }
    return passed;
  }

  private refuse(index: number, cause: unknown): void {
    if (!isRefusal(cause)) throw cause;
    this.faults.set(index, cause);
  }

  private answer(): ImportFault[] {
    const { fields } = this.t.entity;
    const { toName } = wireIndex(fields);
    return [...this.faults]
      .sort(([a], [b]) => a - b)
      .map(([row, fault]) => {
        const named = fault.withWireName(fields);
        const field = named.arg !== undefined && toName.has(named.arg) ? named.arg : null;
        return { row, field, message: wireMessage(named) };
      });
  }
}

/** Returns at most `size` rows from `at` on. Stops at a repeated key, because a statement writes a row only once. */
function partOf(decoded: readonly Decoded[], at: number, size: number): readonly Decoded[] {
  const keys = new Set<string>();
  let end = at;
  for (; end < decoded.length && end - at < size; end++) {
    const key = decoded[end]?.key ?? "";
    if (keys.has(key)) break;
    keys.add(key);
  }
  return decoded.slice(at, end);
}
