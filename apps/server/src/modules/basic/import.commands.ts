import {
  importCustomers,
  importDevices,
  importManufacturers,
  importMolds,
  importProducts,
  importSuppliers,
} from "@shotkeeper/contract/basic";
import { importRows } from "../../kernel/import-rows.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { customerTable } from "./customer.queries.ts";
import { deviceTable } from "./device.queries.ts";
import { moldTable } from "./mold.table.ts";
import { tellImport } from "./mold-notices.ts";
import { manufacturerTable, supplierTable } from "./partner.queries.ts";
import { productTable } from "./product.queries.ts";

export const importCommands: readonly CommandImpl[] = [
  handle(importMolds, async (ctx, input) => {
    const outcome = await importRows(ctx, moldTable, input);
    if (outcome.COUNT > 0 && !input.checkOnly) {
      const rows = input.rows as readonly Readonly<Record<string, unknown>>[];
      await tellImport(
        ctx,
        rows.map((r) => String(r.MOLD_NO)),
      );
    }
    return outcome;
  }),
  handle(importProducts, (ctx, input) => importRows(ctx, productTable, input)),
  handle(importCustomers, (ctx, input) => importRows(ctx, customerTable, input)),
  handle(importSuppliers, (ctx, input) => importRows(ctx, supplierTable, input)),
  handle(importManufacturers, (ctx, input) => importRows(ctx, manufacturerTable, input)),
  handle(importDevices, (ctx, input) => importRows(ctx, deviceTable, input)),
];
