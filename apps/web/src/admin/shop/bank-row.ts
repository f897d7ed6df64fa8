import type { CommandOutput } from "@shotkeeper/contract/kernel";
import {
  BankLedger,
  type BankPlan,
  bankState,
  type matchBankLines,
  maxChosenLines,
} from "@shotkeeper/contract/shop";

export type BankLines = CommandOutput<typeof matchBankLines>;
export type BankRow = BankLines["lines"][number];
type Payment = BankLines["payments"][number];

/** Choice of staff: the ticked lines, the orders of each line, and the lines that are new payments. */
export interface Choice {
  readonly keys: readonly string[];
  readonly orders: ReadonlyMap<string, readonly string[]>;
  /**
   * Keys of the bank lines that staff marked as new transfers, although a confirmed payment has the same amount and at
   * least one of the same orders.
   */
  readonly newKeys: readonly string[];
}

export interface RowPlan extends BankPlan<Payment> {
  /**
   * Confirmed payment with the amount of the line and at least one of its orders. Staff may mark the line as a new
   * transfer, which does not belong to this payment.
   */
  readonly confirmed: Payment | undefined;
  readonly isChosen: boolean;
}

const { matched, booked, reversal } = bankState.values;

/** Returns true if a line can be booked at all: it is neither booked nor a reversal. */
export const isBookable = (l: BankRow): boolean => l.bankState !== booked && l.bankState !== reversal;

/**
 * Returns the initial choice: matched lines are ticked with their orders, up to the number of lines that one call can
 * book. Doubtful lines are not ticked.
 */
export const firstChoice = ({ lines }: BankLines): Choice => ({
  keys: lines
    .filter((l) => l.bankState === matched)
    .slice(0, maxChosenLines)
    .map((l) => l.lineKey),
  orders: new Map(lines.filter(isBookable).map((l) => [l.lineKey, l.orderNos])),
  newKeys: [],
});

/**
 * Returns the effect of booking each line, assuming that the chosen lines above it are booked first. A line is chosen
 * if it is ticked and has orders, and no other payment of these orders prevents its booking (`conflict`).
 */
export function plansOf(
  { lines, orders, payments }: BankLines,
  choice: Choice,
): ReadonlyMap<string, RowPlan> {
  const ledger = new BankLedger(orders, payments);
  const checked = new Set(choice.keys);
  return new Map(
    lines.filter(isBookable).map((l): [string, RowPlan] => {
      const line = { amount: l.bankAmount, orderNos: choice.orders.get(l.lineKey) ?? [] };
      const first = ledger.planOf(line);
      const confirmed = [first.payment, first.conflict].find((p) => p?.isConfirmed);
      const isNew = confirmed !== undefined && choice.newKeys.includes(l.lineKey);
      const plan = isNew ? ledger.planOf({ ...line, isNew }) : first;
      const isChosen = checked.has(l.lineKey) && line.orderNos.length > 0 && !plan.conflict;
      if (isChosen) ledger.book(line, plan);
      return [l.lineKey, { ...plan, confirmed, isChosen }];
    }),
  );
}
