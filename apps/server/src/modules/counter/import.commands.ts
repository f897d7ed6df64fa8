import { importCounters } from "@shotkeeper/contract/counter";
import { importRows } from "../../kernel/import-rows.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { counterTable } from "./counter.queries.ts";

/** Import of counters. A row that repeats the chip code of another row is reported as faulty. */
export const counterImports: readonly CommandImpl[] = [
  handle(importCounters, (ctx, input) => importRows(ctx, counterTable, input, ["chipCode"])),
];
