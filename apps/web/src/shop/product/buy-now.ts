import { goodsType } from "@shotkeeper/contract/enumerations";
import {
  type AccessoryId,
  type Configuration,
  configurableType,
  isAccessory,
  presetOf,
} from "@shotkeeper/contract/shop";
import type { BuyLine } from "../parts/buy-lines.ts";
import type { Goods } from "../parts/goods.ts";

/** Accessory that is bought together with a counter. */
export interface Accessory {
  readonly goodsId: AccessoryId;
  readonly goodsName: string;
  readonly unitPrice: number;
}

interface Bought {
  readonly oemName: string;
  readonly qty: number;
  readonly unitPrice: number;
  readonly configuration: Configuration;
  readonly accessory: Accessory | undefined;
}

/** Returns the checkout lines for "buy now": the configured product, and the accessory if the customer chose one. */
export function linesToBuy(
  g: Goods,
  { oemName, qty, unitPrice, configuration, accessory }: Bought,
): readonly BuyLine[] {
  const { moldKind, magnet, sideType } = configuration;
  const stored =
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
    ...stored,
  };
  if (!accessory) return [line];
  const { goodsId } = accessory;
  return [
    line,
    {
      ...line,
      goodsType: goodsType.values.accessory,
      goodsImage: null,
      ...presetOf(goodsId),
      ...accessory,
      qty,
    },
  ];
}
