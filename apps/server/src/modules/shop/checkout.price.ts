import { settlement } from "@shotkeeper/contract/enumerations";
import { AppError, errors, wireName } from "@shotkeeper/contract/kernel";
import {
  amountText,
  customerOrder,
  type LineConfiguration,
  lineAmount,
  type Postage,
  type PostageRules,
  postageOf,
  priceText,
  refuseConfiguration,
  samePrice,
  storedConfiguration,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import type { CheckoutGroup } from "./checkout.input.ts";

/** Data of a product at the time of the checkout. */
export interface Goods {
  readonly goodsId: string;
  readonly goodsName: string;
  readonly goodsNameTw: string | null;
  readonly goodsNameEn: string | null;
  readonly goodsModel: string | null;
  readonly goodsUnit: string | null;
  readonly goodsUnitTw: string | null;
  readonly goodsUnitEn: string | null;
  readonly goodsType: number;
  readonly offShelf: boolean;
  readonly unitPrice: number;
  readonly available: number;
  /** Prices for particular host factories, by host factory. Other host factories pay the general price. */
  readonly prices: Readonly<Record<string, number>>;
}

export interface PricedLine extends LineConfiguration {
  readonly goods: Goods;
  readonly qty: number;
  readonly unitPrice: number;
  readonly amount: number;
  readonly moldNo: string | null;
}

export interface PricedOrder {
  readonly group: CheckoutGroup;
  readonly lines: readonly PricedLine[];
  readonly goodsAmount: number;
  readonly postage: number;
}

/** Throws outOfStock unless the stock is enough for all orders of the checkout together. */
function requireStock(groups: readonly CheckoutGroup[], goods: ReadonlyMap<string, Goods>): void {
  const wanted = new Map<string, number>();
  for (const l of groups.flatMap((g) => g.lines)) wanted.set(l.goodsId, (wanted.get(l.goodsId) ?? 0) + l.qty);
  for (const [id, qty] of wanted) if (qty > (goods.get(id)?.available ?? 0)) throw errors.outOfStock(id);
}

function pricedLines(group: CheckoutGroup, goods: ReadonlyMap<string, Goods>): readonly PricedLine[] {
  return group.lines.map((l) => {
    const product = goods.get(l.goodsId);
    if (!product) throw errors.unknownReference("goodsId");
    if (product.offShelf) throw errors.notForSale(l.goodsId);
    const refusal = refuseConfiguration(product, l, []);
    if (refusal) throw new AppError(refusal);
    const unitPrice = product.prices[group.oemName] ?? product.unitPrice;
    if (!samePrice(unitPrice, l.unitPrice))
      throw errors.priceChanged(`${l.goodsId} ${priceText(l.unitPrice)} → ${priceText(unitPrice)}`);
    return {
      goods: product,
      qty: l.qty,
      unitPrice,
      amount: lineAmount(unitPrice, l.qty),
      moldNo: l.moldNo,
      ...storedConfiguration(product, l),
    };
  });
}

/**
 * Returns the orders of a checkout with prices and postage. Throws priceChanged if the customer saw another price or
 * postage.
 */
export function priceCheckout(
  groups: readonly CheckoutGroup[],
  goods: ReadonlyMap<string, Goods>,
  rules: PostageRules,
): { readonly orders: readonly PricedOrder[]; readonly postage: Postage } {
  const lines = groups.map((g) => pricedLines(g, goods));
  requireStock(groups, goods);
  const amounts = lines.map((of) => sumAmounts(of.map((l) => l.amount)));
  const head = groups[0]?.head;
  const postage = postageOf(
    {
      lines: groups.flatMap((g) => g.lines),
      total: sumAmounts(amounts),
      province: head?.recProvince ?? "",
      city: head?.recCity ?? "",
      chosen: head?.postageStat ?? settlement.values.perContract,
    },
    rules,
  );
  const seen = head?.postage ?? null;
  if (seen !== null && seen !== postage.amount) {
    const name = wireName("postage", customerOrder.fields.postage);
    throw errors.priceChanged(`${name} ${amountText(seen)} → ${amountText(postage.amount)}`);
  }
  const orders = groups.map(
    (group, i): PricedOrder => ({
      group,
      lines: lines[i] ?? [],
      goodsAmount: amounts[i] ?? 0,
      // Postage is paid once per checkout, so only the first order contains it.
      postage: i === 0 ? postage.amount : 0,
    }),
  );
  return { orders, postage };
}
