import { errors, onWire, wireName } from "@shotkeeper/contract/kernel";
import {
  type CheckoutHead,
  customerOrder,
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

/** Fields of a delivery address. */
export const placeFields = [
  "recMan",
  "recTel",
  "recProvince",
  "recCity",
  "recDistrict",
  "recAddress",
] as const satisfies readonly (keyof CheckoutHead)[];

/** Fields that all orders of a checkout have in common. The first group has their values. */
const sharedFields = ["custId", "postageStat", ...placeFields] as const;

/**
 * Throws if a group has another customer, address or way to pay the postage than the first group. A group may leave
 * these fields out.
 */
function requireShared([first, ...others]: readonly CheckoutGroup[]): void {
  const other = sharedFields.find((name) =>
    others.some((g) => g.head[name] !== null && g.head[name] !== first?.head[name]),
  );
  if (other) throw errors.invalidField(onWire(wireName(other, customerOrder.fields[other])));
}

/**
 * Decodes the groups of a checkout: the order lines for one host factory form a group. Throws if there is no group, if
 * there are too many groups or lines, if two groups have the same host factory, or if their customers or addresses
 * differ.
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
  requireShared(groups);
  if (groups.reduce((n, g) => n + g.lines.length, 0) > maxOrderLines) throw errors.tooManyRows(maxOrderLines);
  return groups;
}
