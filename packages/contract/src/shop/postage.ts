import { settlement } from "../enumerations.ts";
import type { EnumValue } from "../kernel/index.ts";

/** Postage rules of a tenant, set by the system parameters SHOP_…. Defaults: `standardPostage`. */
export interface PostageRules {
  /** Total of the goods from which shipping is free, yuan. */
  readonly freeAmount: number;
  /**
   * Number of pieces from which shipping is free. Applies only to checkouts in which all products are batteries
   * (`byQuantity`).
   */
  readonly freeQty: number;
  readonly city: number;
  readonly province: number;
  readonly elsewhere: number;
}

/** Default postage rules. Source: spec shop §9. */
export const standardPostage: PostageRules = {
  freeAmount: 2000,
  freeQty: 5,
  city: 11,
  province: 13,
  elsewhere: 18,
};

/**
 * Product codes of batteries. For a checkout of batteries only, the number of pieces decides about free shipping (spec
 * shop §5).
 */
export const byQuantity: readonly string[] = ["DC001", "DC002"];

// Names of the province and the city from which the goods are sent. Postage to this province and city is lower.
const nearProvince = /广东|廣東|Guangdong/i;
const nearCity = /佛山|Foshan/i;

export interface PostageCase {
  readonly lines: readonly { readonly goodsId: string; readonly qty: number }[];
  /** Goods total of all orders of the checkout, yuan. */
  readonly total: number;
  readonly province: string;
  readonly city: string;
  /** Way that the customer has chosen to pay the postage. */
  readonly chosen: EnumValue<typeof settlement>;
}

export interface Postage {
  readonly amount: number;
  readonly stat: EnumValue<typeof settlement>;
  /** True if shipping is free. The customer then cannot choose how to pay the postage. */
  readonly isFree: boolean;
}

const { perContract, cashOnDelivery } = settlement.values;

/**
 * Returns true if shipping is free. For a checkout with only batteries, the number of pieces decides; otherwise the
 * goods total.
 */
export function travelsFree(c: Pick<PostageCase, "lines" | "total">, rules: PostageRules): boolean {
  if (c.lines.length > 0 && c.lines.every((l) => byQuantity.includes(l.goodsId)))
    return c.lines.reduce((sum, l) => sum + l.qty, 0) >= rules.freeQty;
  return c.total >= rules.freeAmount;
}

/**
 * Returns the postage of a checkout, which is charged once for all orders of the checkout. The city's rate takes
 * precedence over the province's rate.
 */
export function postageOf(c: PostageCase, rules: PostageRules): Postage {
  const isFree = travelsFree(c, rules);
  if (isFree) return { amount: 0, stat: perContract, isFree };
  // If the goods total is at least `freeAmount`, postage cannot be paid on delivery, even if the customer chose this
  // earlier (spec shop §4).
  const onDelivery = c.chosen === cashOnDelivery && c.total < rules.freeAmount;
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
