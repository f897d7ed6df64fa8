import { settlement } from "@shotkeeper/contract/enumerations";
import { AppError, errors } from "@shotkeeper/contract/kernel";
import {
  amountText,
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
import type { Group } from "./checkout.input.ts";

/** A product as it is at the moment of the checkout. */
export interface Goods {
  readonly goodsId: string;
  readonly goodsName: string;
  readonly goodsModel: string | null;
  readonly goodsUnit: string | null;
  readonly goodsType: number;
  readonly offShelf: boolean;
  readonly unitPrice: number;
  readonly available: number;
  /** Prices of host factories, where they differ from the general one. */
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
  readonly group: Group;
  readonly lines: readonly PricedLine[];
  readonly goodsAmount: number;
  readonly postage: number;
}

/** Stock for all lines together, whichever order they go to. */
function requireStock(groups: readonly Group[], goods: ReadonlyMap<string, Goods>): void {
  const wanted = new Map<string, number>();
  for (const l of groups.flatMap((g) => g.lines)) wanted.set(l.goodsId, (wanted.get(l.goodsId) ?? 0) + l.qty);
  for (const [id, qty] of wanted) if (qty > (goods.get(id)?.available ?? 0)) throw errors.outOfStock(id);
}

function priced(group: Group, goods: ReadonlyMap<string, Goods>): readonly PricedLine[] {
  return group.lines.map((l) => {
    const sold = goods.get(l.goodsId);
    if (!sold) throw errors.unknownReference("goodsId");
    if (sold.offShelf) throw errors.notForSale(l.goodsId);
    const wrong = refuseConfiguration(sold, l, []);
    if (wrong) throw new AppError(wrong);
    const unitPrice = sold.prices[group.oemName] ?? sold.unitPrice;
    if (!samePrice(unitPrice, l.unitPrice))
      throw errors.priceChanged(`${l.goodsId} ${priceText(l.unitPrice)} → ${priceText(unitPrice)}`);
    const amount = lineAmount(unitPrice, l.qty);
    return { goods: sold, qty: l.qty, unitPrice, amount, moldNo: l.moldNo, ...storedConfiguration(sold, l) };
  });
}

/** What the checkout costs. The buyer saw other prices, or another postage: he is told which, and nothing is ordered. */
export function priceCheckout(
  groups: readonly Group[],
  goods: ReadonlyMap<string, Goods>,
  rules: PostageRules,
): { readonly orders: readonly PricedOrder[]; readonly postage: Postage } {
  const lines = groups.map((g) => priced(g, goods));
  requireStock(groups, goods);
  const amounts = lines.map((of) => sumAmounts(of.map((l) => l.amount)));
  const head = groups[0]?.head;
  const postage = postageOf(
    {
      lines: groups.flatMap((g) => g.lines),
      total: sumAmounts(amounts),
      province: head?.recProvince ?? "",
      city: head?.recCity ?? "",
      asked: head?.postageStat ?? settlement.values.perContract,
    },
    rules,
  );
  const seen = head?.postage ?? null;
  if (seen !== null && seen !== postage.amount)
    throw errors.priceChanged(`POSTAGE ${amountText(seen)} → ${amountText(postage.amount)}`);
  const orders = groups.map(
    (group, i): PricedOrder => ({
      group,
      lines: lines[i] ?? [],
      goodsAmount: amounts[i] ?? 0,
      // Once a checkout: the first host factory's order carries it.
      postage: i === 0 ? postage.amount : 0,
    }),
  );
  return { orders, postage };
}
