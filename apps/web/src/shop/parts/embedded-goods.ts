import { decodeAnswer, type QueryRow } from "@shotkeeper/contract/kernel";
import { shopGoods } from "@shotkeeper/contract/shop";

type Goods = QueryRow<typeof shopGoods>;

/** Converts product rows with wire names and wire types to rows of the query `shopGoods`. */
export const decodeGoods = (list: readonly Readonly<Record<string, unknown>>[]): Goods[] =>
  list.map((row) => decodeAnswer(row, shopGoods.columns) as Goods);

/**
 * Returns the products that the server embedded in the page, as initial data of the query. Returns undefined if the
 * page has no embedded products.
 */
export function embeddedGoods():
  | { readonly initialData: Goods[]; readonly initialDataUpdatedAt: number }
  | undefined {
  const script = typeof document === "undefined" ? null : document.getElementById("front-goods");
  if (!script?.textContent) return undefined;
  return {
    initialData: decodeGoods(JSON.parse(script.textContent)),
    initialDataUpdatedAt: performance.timeOrigin,
  };
}
