import type { PersonalOrders } from "@shotkeeper/contract/shop";

type Item = PersonalOrders["list"][number];

/** Order in the personal center, together with its lines. */
export type PersonalOrder = Item["head"] & Pick<Item, "lines">;

export const ordersOf = ({ list }: Pick<PersonalOrders, "list">): readonly PersonalOrder[] =>
  list.map(({ head, lines }) => ({ ...head, lines }));
