import { field } from "./field.ts";
import type { Command } from "./query.ts";

/** What is wrong with a row of an import. */
export interface ImportFault {
  /** Place among the rows sent, from 0. */
  readonly ROW: number;
  /** The field in its wire spelling; null: the row as a whole. */
  readonly FIELD: string | null;
  /** As in an envelope: a code, or a code and an argument joined by ^. */
  readonly MSG: string;
}

/** Nothing is written while there is a fault. */
export interface ImportOutcome {
  readonly COUNT: number;
  readonly FAULTS: readonly ImportFault[];
}

/** Rows of one import. More are several imports: all or none must fit into one request. */
export const importLimit = 5000;

const input = {
  rows: field.json<readonly Readonly<Record<string, unknown>>[]>(),
  /** Only say what would be wrong. */
  checkOnly: field.flag(),
} as const;

export type ImportCommand = Command<typeof input, ImportOutcome>;

/** A command that takes rows in their wire spelling from a sheet: all or none, with every fault told by its row. */
export function defineImport(type: `rf_${string}`, menu: string): ImportCommand {
  return { type, right: { menu, action: "A" }, input };
}
