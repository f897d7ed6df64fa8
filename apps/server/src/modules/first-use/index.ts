import type { Module, TableImpl } from "../../kernel/registry.ts";
import { addSamplesImpl } from "./add-samples.command.ts";
import { firstUseFactsImpl } from "./facts.command.ts";
import { removeSamplesImpl } from "./remove-samples.command.ts";

/** Builds the module. It needs the tables of the other modules, because the sample data are rows of these tables. */
export const firstUse = (tables: readonly TableImpl[]): Module => ({
  commands: [firstUseFactsImpl, addSamplesImpl(tables), removeSamplesImpl(tables)],
});
