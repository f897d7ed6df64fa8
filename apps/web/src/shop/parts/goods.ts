import type { QueryRow } from "@shotkeeper/contract/kernel";
import { type cartList, isAccessory, moldKind, shopGoods } from "@shotkeeper/contract/shop";
import type { Locale } from "@shotkeeper/locales";
import { useCallback, useMemo } from "react";
import { type Named, named, translated } from "../../goods-name.ts";
import { rowsKey, useAllRows } from "./data.ts";
import { embeddedGoods } from "./embedded-goods.ts";
import { useShopper } from "./session.tsx";
import { useTexts } from "./texts.ts";

export type Goods = QueryRow<typeof shopGoods>;
export type CartRow = QueryRow<typeof cartList>;

const oemIs = (oem: string | undefined) =>
  oem === undefined ? [] : [{ field: "oemName", operator: "EQ" as const, value: oem }];

/** Returns the cache key of the products with the prices for a host factory. Undefined stands for visitors' prices. */
export const goodsKey = (oem: string | undefined) => rowsKey(shopGoods, oemIs(oem));

/** Returns the products on sale. Visitors get general prices, customers the prices for their default host factory. */
export function useGoods(): { readonly goods: readonly Goods[] | undefined; readonly error: Error | null } {
  const { defaultOem, oems, custId } = useShopper();
  const oem = custId === undefined ? undefined : (defaultOem ?? oems[0]);
  const { data, error } = useAllRows(shopGoods, oemIs(oem), custId === undefined ? embeddedGoods() : {});
  const translate = useTranslated();
  const goods = useMemo(() => data?.map(translate), [data, translate]);
  return { goods, error };
}

/** Returns a function that copies a row and sets the product's name in the language of the page. */
export function useNamed(): <R extends Named>(row: R) => R & { readonly goodsName: string } {
  const { code } = useTexts();
  return useCallback((row) => named(code, row), [code]);
}

/** Returns a function that copies a product and sets its name, unit and description in the language of the page. */
export function useTranslated(): (row: Goods) => Goods & { readonly goodsName: string } {
  const { code } = useTexts();
  return useCallback((row) => translated(code, row), [code]);
}

/**
 * Starts the query of the products for a visitor before a page has loaded. Products that are embedded in the page are
 * the initial data of the query.
 */
export function VisitorGoods({ isVisitor }: { readonly isVisitor: boolean }) {
  useAllRows(shopGoods, oemIs(undefined), { enabled: isVisitor, ...embeddedGoods() });
  return null;
}

/** Product and configuration of a line of the cart or of an order. */
export interface ConfiguredLine {
  readonly goodsId: string | null;
  readonly moldKind: string | null;
  readonly magnet: number | null;
  readonly sideType: number | null;
}

/** Returns the configuration of a line in words: mold kind and magnet. Empty if the product has no configuration. */
export function configurationFacts(line: ConfiguredLine, { enums, shop }: Locale): readonly string[] {
  // Returns no text for an accessory, because an accessory itself has no configuration. The order line of an
  // accessory stores the configuration of the counter that it is for.
  if (!line.moldKind || isAccessory(line.goodsId ?? "")) return [];
  const kind = line.moldKind === moldKind.values.hardware ? enums.moldKind.hardware : enums.moldKind.plastic;
  const magnet = line.magnet === 1 ? shop.product.round : line.magnet === 0 ? shop.product.square : "";
  return [kind, magnet].filter((fact) => fact !== "");
}
