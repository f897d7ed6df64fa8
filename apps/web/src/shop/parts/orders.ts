import type { PersonalOrders } from "@shotkeeper/contract/shop";

type Item = PersonalOrders["list"][number];

/** Order in the personal center, together with its lines. */
export type PersonalOrder = Item["head"] & Pick<Item, "lines">;

type Line = PersonalOrder["lines"][number];

/** Returns the orders of an answer. `named` sets a line's product name in the language of the page. */
export const ordersOf = (
  { list }: Pick<PersonalOrders, "list">,
  named: (line: Line) => Line,
): readonly PersonalOrder[] => list.map(({ head, lines }) => ({ ...head, lines: lines.map(named) }));
