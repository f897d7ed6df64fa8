import type { MoldKind } from "@shotkeeper/contract/shop";

/** Line of the checkout page: a product for a host factory. */
export interface BuyLine {
  readonly cartId: number | null;
  readonly goodsId: string;
  readonly goodsName: string;
  readonly goodsType: number | null;
  readonly goodsImage: string | null;
  readonly oemName: string;
  readonly qty: number;
  readonly unitPrice: number;
  readonly moldKind: MoldKind | null;
  readonly magnet: number;
  readonly sideType: number;
}

/**
 * Router state with which a page opens the checkout page. `isCart`: the lines come from the cart. `buyProduct`: the
 * lines as JSON (spec shop §2).
 */
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

/**
 * Creates the router state for the cart page. With this state, the cart at first chooses only the lines that were just
 * added.
 */
export const addedState = (cartIds: readonly number[]) => ({ cartIds });

/** Reads the ids of the added lines from the router state. Returns undefined if the state has none. */
export function addedOf(state: unknown): readonly number[] | undefined {
  if (typeof state !== "object" || state === null || !("cartIds" in state)) return undefined;
  return Array.isArray(state.cartIds) ? state.cartIds.map(Number) : undefined;
}

/** Groups lines by host factory. The groups are in the order in which the factories first appear. */
export function byOem<T extends { readonly oemName: string | null }>(lines: readonly T[]): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const l of lines) {
    const group = groups.get(l.oemName ?? "");
    if (group) group.push(l);
    else groups.set(l.oemName ?? "", [l]);
  }
  return [...groups];
}
