import { settlement } from "../enumerations.ts";
import type { EnumValue } from "../kernel/index.ts";

/** What a tenant may set (system parameters SHOP_…); these are the standards of spec shop §9. */
export interface PostageRules {
  /** Goods for so much travel free. */
  readonly freeAmount: number;
  /** So many pieces travel free where the cart holds accessories of `byQuantity` only. */
  readonly freeQty: number;
  readonly city: number;
  readonly province: number;
  readonly elsewhere: number;
}

export const standardPostage: PostageRules = {
  freeAmount: 2000,
  freeQty: 5,
  city: 11,
  province: 13,
  elsewhere: 18,
};

/** Batteries: a cart of nothing else is judged by its pieces (spec shop §5). */
export const byQuantity: readonly string[] = ["DC001", "DC002"];

/** Names as the divisions write them; both writings of the province's and the city's name. */
const nearProvince = /广东|廣東|Guangdong/i;
const nearCity = /佛山|Foshan/i;

export interface PostageCase {
  readonly lines: readonly { readonly goodsId: string; readonly qty: number }[];
  /** Goods total of the whole checkout, yuan. */
  readonly total: number;
  readonly province: string;
  readonly city: string;
  /** What the buyer chose. */
  readonly asked: EnumValue<typeof settlement>;
}

export interface Postage {
  readonly amount: number;
  readonly stat: EnumValue<typeof settlement>;
  /** The goods travel free: there is nothing to choose. */
  readonly isFree: boolean;
}

const { perContract, cashOnDelivery } = settlement.values;

/** Do the goods travel free? By pieces where there are batteries only, else by the amount. */
export function travelsFree(c: Pick<PostageCase, "lines" | "total">, rules: PostageRules): boolean {
  if (c.lines.length > 0 && c.lines.every((l) => byQuantity.includes(l.goodsId)))
    return c.lines.reduce((sum, l) => sum + l.qty, 0) >= rules.freeQty;
  return c.total >= rules.freeAmount;
}

/** Postage of a checkout: once, however many orders it becomes. The most specific place decides. */
export function postageOf(c: PostageCase, rules: PostageRules): Postage {
  const isFree = travelsFree(c, rules);
  if (isFree) return { amount: 0, stat: perContract, isFree };
  // From the free amount on there is nothing to choose, whatever the cart holds (spec shop §4).
  const onDelivery = c.asked === cashOnDelivery && c.total < rules.freeAmount;
  return {
    amount: onDelivery ? 0 : byPlace(c, rules),
    stat: onDelivery ? cashOnDelivery : perContract,
    isFree,
  };
}

function byPlace({ province, city }: PostageCase, rules: PostageRules): number {
  if (nearCity.test(city)) return rules.city;
  return nearProvince.test(province) ? rules.province : rules.elsewhere;
}
