import type { PersonalOrders } from "@shotkeeper/contract/shop";

type Item = PersonalOrders["list"][number];

/** Order in the personal center, together with its lines. */
export type PersonalOrder = Item["head"] & Pick<Item, "lines">;

/** Amounts of an order that decide how much is still to pay. */
export const moneyOf = (o: PersonalOrder) => ({
  orderNo: o.orderNo,
  totalAmount: o.totalAmount ?? 0,
  receivedAmount: o.receivedAmount ?? 0,
});

export const ordersOf = ({ list }: Pick<PersonalOrders, "list">): readonly PersonalOrder[] =>
  list.map(({ head, lines }) => ({ ...head, lines }));
