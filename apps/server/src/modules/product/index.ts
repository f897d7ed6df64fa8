import type { Module } from "../../kernel/registry.ts";
import { productImports } from "./import.commands.ts";
import { arrangePicturesImpl } from "./product.commands.ts";
import { productPriceTable, productQueries, productTable } from "./product.queries.ts";

export const product: Module = {
  queries: productQueries,
  tables: [productTable, productPriceTable],
  commands: [arrangePicturesImpl, ...productImports],
};
