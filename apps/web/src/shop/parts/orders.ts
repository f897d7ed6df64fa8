import type { PersonalOrders } from "@shotkeeper/contract/shop";

type Item = PersonalOrders["list"][number];

/** An order of the personal center with its lines. */
export type PersonalOrder = Item["head"] & Pick<Item, "lines">;

export const ordersOf = ({ list }: Pick<PersonalOrders, "list">): readonly PersonalOrder[] =>
  list.map(({ head, lines }) => ({ ...head, lines }));
