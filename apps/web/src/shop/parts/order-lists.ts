import { type ListLine, moldKind } from "@shotkeeper/contract/shop";

interface Line {
  readonly goodsId: string | null;
  readonly orderQty: number | null;
  readonly oemName: string | null;
  readonly moldKind: string | null;
  readonly magnet: number | null;
  readonly sideType: number | null;
}

/** Returns lines of a cart or an order as lines of a list. An empty kind of mold becomes null. */
export const listLinesOf = (lines: readonly Line[]): readonly Partial<ListLine>[] =>
  lines.map((l) => ({
    goodsId: l.goodsId ?? "",
    orderQty: l.orderQty ?? 1,
    oemName: l.oemName,
    moldKind: Object.values(moldKind.values).find((kind) => kind === l.moldKind) ?? null,
    magnet: l.magnet,
    sideType: l.sideType,
  }));
