import type { MenuId } from "../menus.ts";
import { right } from "./access.ts";
import { field } from "./field.ts";
import { type OutputOf, output } from "./output.ts";
import type { Command } from "./query.ts";

const fault = {
  /** Index of the row in the request, from 0. */
  row: field.int({ required: true }),
  /** The field's wire name; null for the row as a whole. */
  field: field.text(100),
  /** A message as in the envelope: code or code^argument. */
  message: field.text(300, { wire: "MSG", required: true }),
} as const;

/** A fault of an imported row. */
export type ImportFault = OutputOf<typeof fault>;

const outcome = { count: field.int({ required: true }), faults: output.rows(fault) } as const;

/** The result of an import. If there is any fault, nothing was written. */
export type ImportOutcome = OutputOf<typeof outcome>;

/** Limit of rows per import, because an import is one request, all or none. */
export const importLimit = 5000;

const input = {
  rows: field.json<readonly Readonly<Record<string, unknown>>[]>(),
  /** Check only; write nothing. */
  checkOnly: field.flag(),
} as const;

export type ImportCommand = Command<typeof input, typeof outcome>;

/** Declares a command that imports rows with wire names: all or none, reporting every fault with its row. */
export function defineImport(type: `rf_${string}`, menu: MenuId): ImportCommand {
  return { type, access: right(menu, "A"), input, output: outcome };
}
