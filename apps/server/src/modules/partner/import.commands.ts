import { importManufacturers, importSuppliers } from "@shotkeeper/contract/partner";
import { importRows } from "../../kernel/import-rows.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { manufacturerTable, supplierTable } from "./partner.queries.ts";

export const partnerImports: readonly CommandImpl[] = [
  handle(importSuppliers, (ctx, input) => importRows(ctx, supplierTable, input)),
  handle(importManufacturers, (ctx, input) => importRows(ctx, manufacturerTable, input)),
];
