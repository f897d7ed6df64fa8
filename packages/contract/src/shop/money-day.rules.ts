import { type Refusal, refusals } from "../kernel/index.ts";

/**
 * Limits for the date of a payment, refund or bank transfer: at most `beforeOrder` days before its first order, and at
 * most `ahead` days after today.
 */
export const moneyDays = {
  /** Payment that a customer reports. Some customers pay before they order. */
  payment: { beforeOrder: 31, ahead: 0 },
  /** Refund or credit of a return. */
  refund: { beforeOrder: 0, ahead: 0 },
  /** Transfer in a bank statement. The bank may be in a time zone in which the next day has already begun. */
  transfer: { beforeOrder: 31, ahead: 1 },
} as const;
export type MoneyDocument = keyof typeof moneyDays;

/**
 * Facts that limit the date of a payment, refund or bank transfer. Dates are texts such as "2026-05-01", in the
 * tenant's time zone.
 */
export interface MoneyDayFacts {
  /** Dates of the document's orders. Empty: the document has no order, and only `today` limits its date. */
  readonly orderDays: readonly string[];
  readonly today: string;
}

/** Returns the day that is `days` days after a day. */
function shifted(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Returns the earliest and the latest date that a payment, refund or bank transfer may have. */
export function moneyDayRange(document: MoneyDocument, { orderDays, today }: MoneyDayFacts) {
  const { beforeOrder, ahead } = moneyDays[document];
  const [first] = [...orderDays].sort();
  return {
    first: first === undefined ? undefined : shifted(first, -beforeOrder),
    last: shifted(today, ahead),
  };
}

/** Returns true if `day` is a valid date for a payment, refund or bank transfer. */
export function isMoneyDay(document: MoneyDocument, day: string, facts: MoneyDayFacts): boolean {
  const { first = day, last } = moneyDayRange(document, facts);
  return first <= day && day <= last;
}

/**
 * Returns a refusal that names the field `name` if `day` is not a valid date for the document. Otherwise returns
 * undefined.
 */
export const refuseMoneyDay = (
  document: MoneyDocument,
  name: string,
  day: string,
  facts: MoneyDayFacts,
): Refusal | undefined => (isMoneyDay(document, day, facts) ? undefined : refusals.invalidField(name));
