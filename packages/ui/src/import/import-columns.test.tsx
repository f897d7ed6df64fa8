import type { Fields } from "@shotkeeper/contract/kernel";
import { product } from "@shotkeeper/contract/product";
import { quickOrderLine } from "@shotkeeper/contract/shop";
import { loadLocale } from "@shotkeeper/locales";
import { expect, it } from "vitest";
import { importColumns } from "./import-columns.ts";

it("marks the amounts of an import, whose merged cells are refused", async () => {
  const locale = await loadLocale("en");
  const amounts = (fields: Fields) =>
    importColumns(fields, Object.keys(fields), {}, locale).flatMap((c) => (c.isAmount ? [c.key] : []));
  expect(amounts(quickOrderLine.fields)).toEqual(["QTY"]);
  expect(amounts(product.fields)).toEqual(["SC_STOCK_QTY"]);
});
