import { accessOfTable } from "./access.ts";
import type { Entity } from "./entity.ts";
import { field } from "./field.ts";
import { type OutputOf, output } from "./output.ts";
import type { Command } from "./query.ts";

/** Fields of a fault in a row of a list. */
export const rowFault = {
  /** Index of the faulty row in the request, counted from 0. */
  row: field.int({ required: true }),
  /** Wire name of the faulty field; null if the fault concerns the whole row. */
  field: field.text(100),
  /** Message code, or code^argument, as in the envelope's Msg. */
  message: field.text(300, { wire: "MSG", required: true }),
} as const;

/** A fault in an imported row. */
export type ImportFault = OutputOf<typeof rowFault>;

/** Answer of an operation that writes several rows: number of written rows, and the faults of the refused rows. */
export const rowsOutcome = { count: field.int({ required: true }), faults: output.rows(rowFault) } as const;

/**
 * Result of an import, or of an update row by row. If an import has any fault, no row is written. An update writes the
 * rows without faults.
 */
export type ImportOutcome = OutputOf<typeof rowsOutcome>;

/**
 * Largest number of rows of one import. The number is limited, because all rows are written in one request and one
 * transaction.
 */
export const importLimit = 5000;

const input = {
  rows: field.json<readonly Readonly<Record<string, unknown>>[]>({ list: "object" }),
  /** True for a dry run: the rows are checked, but nothing is written. */
  checkOnly: field.flag(),
} as const;

export interface ImportCommand extends Command<typeof input, typeof rowsOutcome> {
  /**
   * Key fields of the table: two imported rows may not have the same values in all of them. Empty if the rows do not
   * belong to a table.
   */
  readonly key: readonly string[];
}

/**
 * Declares a command that imports rows of a table, all or none. The command needs the same right as inserting rows. The
 * answer lists every fault with the index of its row.
 */
export function defineImport(
  type: `rf_${string}`,
  { access, key = [] }: Pick<Entity, "access"> & Partial<Pick<Entity, "key">>,
): ImportCommand {
  return { type, access: accessOfTable(access, "A"), input, output: rowsOutcome, key };
}
