import { importProducts } from "@shotkeeper/contract/product";
import { importRows } from "../../kernel/import-rows.ts";
import { type CommandImpl, handle } from "../../kernel/registry.ts";
import { productTable } from "./product.queries.ts";

export const productImports: readonly CommandImpl[] = [
  handle(importProducts, (ctx, input) => importRows(ctx, productTable, input)),
];
