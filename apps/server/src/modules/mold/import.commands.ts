import { wireName } from "@shotkeeper/contract/kernel";
import { importMolds, mold } from "@shotkeeper/contract/mold";
import { importedRows, importRows } from "../../kernel/import-rows.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { moldTable } from "./mold.table.ts";
import { tellImport } from "./mold-notices.ts";

const moldNoOnWire = wireName("moldNo", mold.fields.moldNo);

/** Imports molds, then sends one notice for all of them. */
const importAll = handle(importMolds, async (ctx, input) => {
  const outcome = await importRows(ctx, moldTable, input);
  if (outcome.count > 0 && !input.checkOnly) {
    const moldNos = importedRows(input.rows).map((row) => String(row[moldNoOnWire]));
    await tellImport(ctx, moldNos);
  }
  return outcome;
});

export const moldImports: readonly CommandImpl[] = [importAll];
