import { importCounters } from "@shotkeeper/contract/counter";
import { importRows } from "../../kernel/import-rows.ts";
import { handle } from "../../kernel/registry.ts";
import { counterTable } from "./counter.queries.ts";

/** A chip code is an identity too: a sheet that names one twice is told so by its row. */
export const importCountersImpl = handle(importCounters, (ctx, input) =>
  importRows(ctx, counterTable, input, ["chipCode"]),
);
