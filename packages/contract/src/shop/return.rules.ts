import { lineAmount, sumAmounts } from "./money.ts";

/** Numbers of pieces of an order line: ordered, shipped, cancelled, returned and exchanged. */
export interface LinePieces {
  readonly orderQty: number;
  readonly shippedQty: number;
  /** Pieces that will never be shipped. */
  readonly cancelledQty: number;
  /** Shipped pieces that came back and are not replaced. */
  readonly returnedQty: number;
  /** Shipped pieces that came back to be replaced. */
  readonly exchangedQty: number;
}

/** Returns the number of pieces that still must be shipped, including replacements for exchanged pieces. */
export const openQtyOf = (l: LinePieces): number =>
  l.orderQty - l.cancelledQty + l.exchangedQty - l.shippedQty;

/** Shipped pieces that the customer has. */
export const heldQtyOf = (l: LinePieces): number => l.shippedQty - l.returnedQty - l.exchangedQty;

/** Pieces that the customer pays for. */
export const keptQtyOf = (l: LinePieces): number => l.orderQty - l.cancelledQty - l.returnedQty;

/**
 * Returns the value, yuan, of `qty` pieces of an order line that are cancelled or returned now. `kept` is the number of
 * pieces that the customer paid for before this return. The value is the line's amount for `kept` pieces minus its
 * amount for `kept` − `qty` pieces. So the values of several returns add up exactly to the amount of the line.
 */
export function returnValue(unitPrice: number, kept: number, qty: number): number {
  return sumAmounts([lineAmount(unitPrice, kept), -lineAmount(unitPrice, kept - qty)]);
}
