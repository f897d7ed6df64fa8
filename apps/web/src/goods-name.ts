import { type GoodsTexts, goodsNameIn, goodsTextsIn } from "@shotkeeper/contract/product";
import { useLocale } from "@shotkeeper/ui/app";
import { useCallback } from "react";

/** Row with the names of a product. */
export interface Named {
  readonly goodsName: string | null;
  readonly goodsNameTw: string | null;
  readonly goodsNameEn: string | null;
}

/** Column with the product's name in a language. Lists sort and filter by the column that they show. */
export const nameColumns = { zh_CN: "goodsName", zh_TW: "goodsNameTw", en: "goodsNameEn" } as const;

/** Column with the product's unit in a language. */
export const unitColumns = { zh_CN: "goodsUnit", zh_TW: "goodsUnitTw", en: "goodsUnitEn" } as const;

/** Returns a row with the product's name in a language. */
export const named = <R extends Named>(language: string, row: R): R & { readonly goodsName: string } => ({
  ...row,
  goodsName: goodsNameIn(language, row),
});

/** Returns a product with its name, unit and description in a language. */
export const translated = <R extends Named & GoodsTexts>(language: string, row: R) => ({
  ...named(language, row),
  ...goodsTextsIn(language, row),
});

/**
 * Returns a function that gives the product's name of a row in the language of the page. The pages of the shop use
 * `useNamed` (shop/parts/goods.ts), which also works on the server.
 */
export function useGoodsName(): (row: Named) => string {
  const { code } = useLocale();
  return useCallback((row) => goodsNameIn(code, row), [code]);
}
