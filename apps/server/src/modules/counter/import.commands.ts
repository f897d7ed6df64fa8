import { importCounters } from "@shotkeeper/contract/counter";
import { importRows } from "../../kernel/import-rows.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { counterTable } from "./counter.queries.ts";

/**
 * Import of counters. Chip codes must be unique, as keys must be. So a row that repeats a chip code is reported as
 * faulty.
 */
export const counterImports: readonly CommandImpl[] = [
  handle(importCounters, (ctx, input) => importRows(ctx, counterTable, input, ["chipCode"])),
];
