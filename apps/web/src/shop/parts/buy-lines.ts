/** A line on its way to the checkout. */
export interface BuyLine {
  readonly cartId: number | null;
  readonly goodsId: string;
  readonly goodsName: string;
  readonly goodsType: number | null;
  readonly goodsImage: string | null;
  readonly oemName: string;
  readonly qty: number;
  readonly unitPrice: number;
  readonly moldKind: string | null;
  readonly magnet: number;
  readonly sideType: number;
}

/** What the checkout is handed (spec shop §2, shopBuy): where the lines come from, and the lines as JSON. */
interface BuyState {
  readonly isCart: boolean;
  readonly buyProduct: string;
}

export const buyState = (isCart: boolean, lines: readonly BuyLine[]): BuyState => ({
  isCart,
  buyProduct: JSON.stringify(lines),
});

export function linesOf(state: unknown): readonly BuyLine[] {
  if (typeof state !== "object" || state === null || !("buyProduct" in state)) return [];
  try {
    const lines: unknown = JSON.parse(String(state.buyProduct));
    return Array.isArray(lines) ? (lines as BuyLine[]) : [];
  } catch {
    return [];
  }
}

/** In the cart's order, host factory by host factory. */
export function byOem<T extends { readonly oemName: string | null }>(lines: readonly T[]): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const l of lines) {
    const group = groups.get(l.oemName ?? "");
    if (group) group.push(l);
    else groups.set(l.oemName ?? "", [l]);
  }
  return [...groups];
}
