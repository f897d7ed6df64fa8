import { goodsNameIn } from "@shotkeeper/contract/product";
import { useLocaleCode } from "@shotkeeper/ui/app";
import { useCallback } from "react";

/** Row with the names of a product. */
interface Named {
  readonly goodsName: string | null;
  readonly goodsNameTw: string | null;
  readonly goodsNameEn: string | null;
}

/** Returns a function that gives the product's name of a row in the language of the page. */
export function useGoodsName(): (row: Named) => string {
  const code = useLocaleCode((s) => s.code);
  return useCallback((row) => goodsNameIn(code, row), [code]);
}

/** Returns a function that gives a row the product's name in the language of the page. */
export function useNamed(): <R extends Named>(row: R) => R & { readonly goodsName: string } {
  const nameOf = useGoodsName();
  return useCallback((row) => ({ ...row, goodsName: nameOf(row) }), [nameOf]);
}
