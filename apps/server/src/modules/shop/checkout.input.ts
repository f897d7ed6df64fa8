import { errors } from "@shotkeeper/contract/kernel";
import {
  type CheckoutHead,
  decodeCheckoutGroup,
  type LineConfiguration,
  maxOrderLines,
} from "@shotkeeper/contract/shop";

export interface CheckoutGroupLine extends LineConfiguration {
  readonly cartId: number | null;
  readonly goodsId: string;
  readonly qty: number;
  /** Unit price that the customer saw. If the price has changed since then, the checkout is refused (priceChanged). */
  readonly unitPrice: number;
  readonly moldNo: string | null;
}

/** Part of a checkout that belongs to one host factory and becomes one order. */
export interface CheckoutGroup {
  readonly head: CheckoutHead;
  readonly oemName: string;
  readonly lines: readonly CheckoutGroupLine[];
}

const maxGroups = 50;

/**
 * Decodes the groups of a checkout: the order lines for one host factory form a group. Throws if there is no group, if
 * there are too many groups or lines, or if two groups have the same host factory.
 */
export function groupsOf(data: unknown): readonly CheckoutGroup[] {
  if (!Array.isArray(data) || data.length === 0) throw errors.nothingToSettle();
  if (data.length > maxGroups) throw errors.tooManyRows(maxGroups);
  const groups = data.map((group): CheckoutGroup => {
    const { head, lines } = decodeCheckoutGroup(group);
    return {
      head,
      oemName: head.oemName,
      lines: lines.map(({ orderQty: qty, magnet, sideType, ...line }) => ({
        ...line,
        qty,
        magnet: magnet ?? -1,
        sideType: sideType ?? -1,
      })),
    };
  });
  if (new Set(groups.map((g) => g.oemName)).size !== groups.length) throw errors.invalidField("oemName");
  if (groups.reduce((n, g) => n + g.lines.length, 0) > maxOrderLines) throw errors.tooManyRows(maxOrderLines);
  return groups;
}
