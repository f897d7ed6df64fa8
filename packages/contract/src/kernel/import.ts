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

/** The result of an import. With any fault nothing was written. */
export type ImportOutcome = OutputOf<typeof outcome>;

/** Most rows of one import, which is all or none in one request. */
export const importLimit = 5000;

const input = {
  rows: field.json<readonly Readonly<Record<string, unknown>>[]>(),
  /** Check only; write nothing. */
  checkOnly: field.flag(),
} as const;

export type ImportCommand = Command<typeof input, typeof outcome>;

/** Declares a command that imports rows of a sheet in wire spelling: all or none, with every fault by its row. */
export function defineImport(type: `rf_${string}`, menu: MenuId): ImportCommand {
  return { type, access: right(menu, "A"), input, output: outcome };
}
