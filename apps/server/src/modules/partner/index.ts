import type { Module } from "../../kernel/registry.ts";
import { partnerImports } from "./import.commands.ts";
import { manufacturerTable, partnerQueries, supplierTable } from "./partner.queries.ts";

export { expectPartners, pairsOf } from "./expect-partners.ts";

export const partner: Module = {
  queries: partnerQueries,
  tables: [supplierTable, manufacturerTable],
  commands: partnerImports,
};
