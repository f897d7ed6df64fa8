import { settlement } from "../enumerations.ts";
import type { EnumValue } from "../kernel/index.ts";

/** Postage rules. A tenant sets them with the system parameters SHOP_…; defaults: `standardPostage`. */
export interface PostageRules {
  /** Free shipping from this goods total, yuan. */
  readonly freeAmount: number;
  /** Free shipping from this number of pieces, where a checkout holds products of `byQuantity` only. */
  readonly freeQty: number;
  readonly city: number;
  readonly province: number;
  readonly elsewhere: number;
}

/** Spec shop §9. */
export const standardPostage: PostageRules = {
  freeAmount: 2000,
  freeQty: 5,
  city: 11,
  province: 13,
  elsewhere: 18,
};

/** Batteries. A checkout of batteries only has free shipping by pieces (spec shop §5). */
export const byQuantity: readonly string[] = ["DC001", "DC002"];

// Guangdong and Foshan, from where the goods are sent.
const nearProvince = /广东|廣東|Guangdong/i;
const nearCity = /佛山|Foshan/i;

export interface PostageCase {
  readonly lines: readonly { readonly goodsId: string; readonly qty: number }[];
  /** Goods total of the whole checkout, yuan. */
  readonly total: number;
  readonly province: string;
  readonly city: string;
  /** The customer's choice. */
  readonly asked: EnumValue<typeof settlement>;
}

export interface Postage {
  readonly amount: number;
  readonly stat: EnumValue<typeof settlement>;
  /** Free shipping: there is nothing to choose. */
  readonly isFree: boolean;
}

const { perContract, cashOnDelivery } = settlement.values;

/** Tells whether shipping is free: by pieces where there are batteries only, else by the amount. */
export function travelsFree(c: Pick<PostageCase, "lines" | "total">, rules: PostageRules): boolean {
  if (c.lines.length > 0 && c.lines.every((l) => byQuantity.includes(l.goodsId)))
    return c.lines.reduce((sum, l) => sum + l.qty, 0) >= rules.freeQty;
  return c.total >= rules.freeAmount;
}

/** Returns the postage of a checkout, charged once for all its orders. The city's rate goes before the province's. */
export function postageOf(c: PostageCase, rules: PostageRules): Postage {
  const isFree = travelsFree(c, rules);
  if (isFree) return { amount: 0, stat: perContract, isFree };
  // From the free amount on, the customer cannot choose postage on delivery (spec shop §4).
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
