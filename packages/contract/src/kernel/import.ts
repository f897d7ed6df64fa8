import type { MenuId } from "../menus.ts";
import { right } from "./access.ts";
import { field } from "./field.ts";
import type { Command } from "./query.ts";

/** A fault of an imported row. */
export interface ImportFault {
  /** Index of the row in the request, from 0. */
  readonly ROW: number;
  /** The field's wire name; null for the row as a whole. */
  readonly FIELD: string | null;
  /** A message as in the envelope: code or code^argument. */
  readonly MSG: string;
}

/** The result of an import. If there is any fault, nothing was written. */
export interface ImportOutcome {
  readonly COUNT: number;
  readonly FAULTS: readonly ImportFault[];
}

/** Limit of rows per import, because an import is one request, all or none. */
export const importLimit = 5000;

const input = {
  rows: field.json<readonly Readonly<Record<string, unknown>>[]>(),
  /** Check only; write nothing. */
  checkOnly: field.flag(),
} as const;

export type ImportCommand = Command<typeof input, undefined, ImportOutcome>;

/** Declares a command that imports rows with wire names: all or none, reporting every fault with its row. */
export function defineImport(type: `rf_${string}`, menu: MenuId): ImportCommand {
  return { type, access: right(menu, "A"), input };
}
