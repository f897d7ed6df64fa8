import { importCounters } from "@shotkeeper/contract/counter";
import { importRows } from "../../kernel/import-rows.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { counterTable } from "./counter.queries.ts";

/** Chip codes are unique beside the key: a repeated one is a fault of its row. */
export const counterImports: readonly CommandImpl[] = [
  handle(importCounters, (ctx, input) => importRows(ctx, counterTable, input, ["chipCode"])),
];
