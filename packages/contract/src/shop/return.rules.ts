import { lineAmount, sumAmounts } from "./money.ts";

/** Pieces of an order line by where they are. */
export interface LinePieces {
  readonly orderQty: number;
  readonly shippedQty: number;
  /** Pieces that will never be shipped. */
  readonly cancelledQty: number;
  /** Shipped pieces that came back for good. */
  readonly returnedQty: number;
  /** Shipped pieces that came back to be replaced. */
  readonly exchangedQty: number;
}

/** Pieces that are still to be shipped, with replacements. */
export const openQtyOf = (l: LinePieces): number =>
  l.orderQty - l.cancelledQty + l.exchangedQty - l.shippedQty;

/** Shipped pieces that the customer has. */
export const heldQtyOf = (l: LinePieces): number => l.shippedQty - l.returnedQty - l.exchangedQty;

/** Pieces that the customer pays for. */
export const keptQtyOf = (l: LinePieces): number => l.orderQty - l.cancelledQty - l.returnedQty;

/**
 * Returns the value of `qty` pieces that leave a line of which the customer keeps `kept` pieces until now, yuan. The
 * values of all pieces add up to the amount of the line, in whichever portions they leave it.
 */
export function returnValue(unitPrice: number, kept: number, qty: number): number {
  return sumAmounts([lineAmount(unitPrice, kept), -lineAmount(unitPrice, kept - qty)]);
}
