import { importMolds } from "@shotkeeper/contract/basic";
import { importRows } from "../../kernel/import-rows.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { moldTable } from "./mold.table.ts";

export const importCommands: readonly CommandImpl[] = [
  handle(importMolds, (ctx, input) => importRows(ctx, moldTable, input)),
];
