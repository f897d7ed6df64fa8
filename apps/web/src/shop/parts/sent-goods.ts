import { decodeAnswer, type QueryRow } from "@shotkeeper/contract/kernel";
import { shopGoods } from "@shotkeeper/contract/shop";

type Goods = QueryRow<typeof shopGoods>;

/** Rows as the door's answer spells them. */
export const decodeGoods = (list: readonly Readonly<Record<string, unknown>>[]): Goods[] =>
  list.map((row) => decodeAnswer(row, shopGoods.columns) as Goods);

/** The goods that came with the page, so that a visitor does not wait for them again. */
export function sentGoods():
  | { readonly initialData: Goods[]; readonly initialDataUpdatedAt: number }
  | undefined {
  const sent = typeof document === "undefined" ? null : document.getElementById("front-goods");
  if (!sent?.textContent) return undefined;
  return {
    initialData: decodeGoods(JSON.parse(sent.textContent)),
    initialDataUpdatedAt: performance.timeOrigin,
  };
}
