import {
  type AccessoryId,
  type Configuration,
  configurableType,
  isAccessory,
  presetOf,
} from "@shotkeeper/contract/shop";
import type { BuyLine } from "../parts/buy-lines.ts";
import type { Goods } from "../parts/goods.ts";

/** An accessory that is bought with a counter. */
export interface Part {
  readonly goodsId: AccessoryId;
  readonly goodsName: string;
  readonly unitPrice: number;
}

interface Bought {
  readonly oemName: string;
  readonly qty: number;
  readonly unitPrice: number;
  readonly configuration: Configuration;
  readonly part: Part | undefined;
}

/** What is bought at once, past the cart: the goods as configured, and the accessory as a line of its own. */
export function linesToBuy(
  g: Goods,
  { oemName, qty, unitPrice, configuration, part }: Bought,
): readonly BuyLine[] {
  const { moldKind, magnet, sideType } = configuration;
  const own =
    g.goodsType === configurableType || isAccessory(g.goodsId)
      ? { moldKind, magnet, sideType }
      : { moldKind: null, magnet: -1, sideType: -1 };
  const line: BuyLine = {
    cartId: null,
    goodsId: g.goodsId,
    goodsName: g.goodsName,
    goodsType: g.goodsType,
    goodsImage: g.goodsImage,
    oemName,
    qty,
    unitPrice,
    ...own,
  };
  if (!part) return [line];
  return [line, { ...line, goodsType: 2, goodsImage: null, ...presetOf(part.goodsId), ...part, qty }];
}
