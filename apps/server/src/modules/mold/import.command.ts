import { importMolds } from "@shotkeeper/contract/mold";
import { importRows } from "../../kernel/import-rows.ts";
import { handle } from "../../kernel/registry.ts";
import { moldTable } from "./mold.table.ts";
import { tellImport } from "./mold-notices.ts";

export const importMoldsImpl = handle(importMolds, async (ctx, input) => {
  const outcome = await importRows(ctx, moldTable, input);
  if (outcome.COUNT > 0 && !input.checkOnly) {
    const rows = input.rows as readonly Readonly<Record<string, unknown>>[];
    await tellImport(
      ctx,
      rows.map((r) => String(r.MOLD_NO)),
    );
  }
  return outcome;
});
