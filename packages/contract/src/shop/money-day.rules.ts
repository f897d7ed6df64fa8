import { type Refusal, refusals } from "../kernel/index.ts";

/**
 * Days that a document of money may have: at most `beforeOrder` days before its first order, and at most `ahead` days
 * after today.
 */
export const moneyDays = {
  /** Payment that a customer reports. Some customers pay before they order. */
  payment: { beforeOrder: 31, ahead: 0 },
  /** Refund or credit of a return. */
  refund: { beforeOrder: 0, ahead: 0 },
  /**
   * Transfer in a bank statement. The bank may be in a zone in which the next day has begun.
   */
  transfer: { beforeOrder: 31, ahead: 1 },
} as const;
export type MoneyDocument = keyof typeof moneyDays;

/** Facts that limit the day of a document of money. Days are texts such as "2026-05-01", in the tenant's zone. */
export interface MoneyDayFacts {
  /** Days of the document's orders. Empty: the document has no order, and only `today` limits it. */
  readonly orderDays: readonly string[];
  readonly today: string;
}

/** Returns the day that is `days` days after a day. */
function shifted(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Returns the first and the last day that a document of money may have. */
export function moneyDayRange(document: MoneyDocument, { orderDays, today }: MoneyDayFacts) {
  const { beforeOrder, ahead } = moneyDays[document];
  const [first] = [...orderDays].sort();
  return {
    first: first === undefined ? undefined : shifted(first, -beforeOrder),
    last: shifted(today, ahead),
  };
}

/** Returns true if a document of money may have this day. */
export function isMoneyDay(document: MoneyDocument, day: string, facts: MoneyDayFacts): boolean {
  const { first = day, last } = moneyDayRange(document, facts);
  return first <= day && day <= last;
}

/** Returns why a document of money cannot have this day: the refusal names the field `name`. */
export const refuseMoneyDay = (
  document: MoneyDocument,
  name: string,
  day: string,
  facts: MoneyDayFacts,
): Refusal | undefined => (isMoneyDay(document, day, facts) ? undefined : refusals.invalidField(name));
