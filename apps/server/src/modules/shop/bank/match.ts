import { BankLedger, type BankReason, bankState, sumAmounts } from "@shotkeeper/contract/shop";
import type { Facts, OwnedPayment, Sale } from "./facts.ts";
import { type BankLine, type KeyedLine, plainReference } from "./line.ts";
import { mayBeSame, type NamedNumbers, numbersIn, plainName } from "./names.ts";

export interface Match {
  readonly state: (typeof bankState.values)[keyof typeof bankState.values];
  readonly reason: BankReason;
  /** Orders that the line of the bank statement probably pays. */
  readonly orderNos: readonly string[];
}

const { matched, doubt, unmatched, booked, reversal } = bankState.values;

const monthPattern = /^20\d{2}-?(0[1-9]|1[0-2])$/;

const nosOf = (orders: readonly Sale[]): readonly string[] => orders.map((o) => o.orderNo);
const matchOf = (state: Match["state"], reason: BankReason, orderNos: readonly string[] = []): Match => ({
  state,
  reason,
  orderNos,
});

function groupBy<T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** Values by which two lines of bank statements are compared. */
interface Compared {
  readonly row: number;
  /** Day of the statement line: midnight (UTC), epoch ms. */
  readonly at: number;
  readonly amount: number;
  /** Name of the payer in lower case, without white space and punctuation (`plainName`). */
  readonly payer: string;
}
const comparedOf = (
  l: { readonly row?: number; readonly day: string; readonly amount: number },
  payer: string,
) => ({
  row: l.row ?? 0,
  at: Date.parse(l.day),
  amount: l.amount,
  payer,
});

/**
 * Returns true if two lines of bank statements may show the same transfer: they have the same amount and payer, and
 * their days differ by at most one.
 */
const looksSame = (a: Compared, b: Compared): boolean =>
  a.amount === b.amount && Math.abs(a.at - b.at) <= 86_400_000 && mayBeSame(a.payer, b.payer);

/** Matches the lines of one bank statement with orders and payments, one line after the other. */
class Matcher {
  readonly #ledger: BankLedger<OwnedPayment>;
  readonly #orders: ReadonlyMap<string, readonly Sale[]>;
  readonly #byCustomer: ReadonlyMap<string, readonly Sale[]>;
  readonly #byId: ReadonlyMap<string, readonly Sale[]>;
  readonly #byName: ReadonlyMap<string, readonly Sale[]>;
  readonly #byOpen: ReadonlyMap<string, readonly Sale[]>;
  /** Confirmed payments by two kinds of keys: "<amount> ", and "<amount> <name of the customer>". */
  readonly #confirmedBy: ReadonlyMap<string, readonly OwnedPayment[]>;

  constructor(facts: Facts) {
    const orders = facts.orders.map((o) => ({ ...o, openAmount: o.open }));
    this.#ledger = new BankLedger(orders, facts.payments);
    this.#orders = groupBy(facts.orders, (o) => o.orderNo.toUpperCase());
    this.#byCustomer = groupBy(facts.orders, (o) => plainName(o.custName));
    this.#byId = groupBy(facts.orders, (o) => o.custId.toUpperCase());
    this.#byName = groupBy(facts.orders, (o) => o.orderNo);
    this.#byOpen = groupBy(
      facts.orders.filter((o) => o.open > 0),
      (o) => String(o.open),
    );
    const confirmed = facts.payments.filter((p) => p.isConfirmed);
    this.#confirmedBy = new Map([
      ...groupBy(confirmed, (p) => `${p.paidAmount} `),
      ...groupBy(confirmed, (p) => `${p.paidAmount} ${plainName(p.custName)}`),
    ]);
  }

  #open(orders: readonly Sale[]): readonly Sale[] {
    return orders.filter((o) => this.#ledger.openOf(o.orderNo) > 0);
  }
  #sum(orders: readonly Sale[]): number {
    return sumAmounts(orders.map((o) => this.#ledger.openOf(o.orderNo)));
  }

  /**
   * Returns the match `found`, or a doubtful match that staff must check. The match is doubtful if the line pays more
   * than the open amount of the orders. It is also doubtful if an order has a payment that is already confirmed, or
   * that has other orders or another amount than the line.
   */
  #checked(line: BankLine, found: Match): Match {
    if (found.state !== matched && found.state !== doubt) return found;
    const { payment, conflict, openAmount } = this.#ledger.planOf({ ...line, orderNos: found.orderNos });
    const other = payment?.isConfirmed || payment?.paidAmount !== line.amount ? payment : undefined;
    const doubted = conflict ?? other;
    if (doubted)
      return matchOf(doubt, doubted.isConfirmed ? "confirmedPayment" : "otherReport", doubted.orderNos);
    return found.state === matched && line.amount > openAmount
      ? { ...found, state: doubt, reason: "excess" }
      : found;
  }

  /** Matches a line by the order numbers that it names. */
  #byNumber(line: BankLine, numbers: NamedNumbers): Match | undefined {
    const named = [...numbers.all].flatMap((no) => this.#orders.get(no) ?? []);
    const [first] = named;
    if (!first) return undefined;
    if (named.some((o) => o.custId !== first.custId)) return matchOf(doubt, "severalCustomers");
    const payer = plainName(line.payerName);
    const valid = named.filter((o) => !o.isCancelled && !o.isWaiting);
    if (!mayBeSame(payer, plainName(first.custName))) return matchOf(doubt, "otherPayer", nosOf(valid));
    if (named.some((o) => o.isWaiting)) return matchOf(doubt, "unapprovedOrder", nosOf(valid));
    if (valid.length < named.length) return matchOf(doubt, "cancelledOrder", nosOf(valid));
    const more = named.length === 1 ? (numbers.more.get(first.orderNo.toUpperCase()) ?? 0) : 0;
    const orders = more > 0 ? this.#together(first, more) : valid;
    const found = this.#checked(line, matchOf(matched, "orderNumber", nosOf(orders ?? valid)));
    if (found.state === doubt && found.reason !== "excess") return found;
    // Marks the match as doubtful if a named order is already paid, because the line must not pay another order
    // instead.
    if (this.#open(valid).length < valid.length) return matchOf(doubt, "paidOrder", nosOf(valid));
    return orders ? found : matchOf(doubt, "moreOrders", nosOf(valid));
  }

  /**
   * Returns the orders that the customer has reported in one payment with the order `first`. The line of the bank
   * statement names only `first` and the number of further orders (`more`).
   */
  #together(first: Sale, more: number): readonly Sale[] | undefined {
    const [found, ...others] = this.#ledger
      .paymentsOf([first.orderNo])
      .filter((p) => p.orderNos.length === more + 1);
    return found && others.length === 0
      ? found.orderNos.flatMap((no) => this.#byName.get(no) ?? [])
      : undefined;
  }

  /** Matches a line by the customer id and the month of a statement that the line names. */
  #byStatement(line: BankLine, numbers: NamedNumbers): Match | undefined {
    const own = [...numbers.all].flatMap((id) => this.#byId.get(id) ?? []).filter((o) => o.isMonthly);
    const named = own.filter((o) => numbers.all.has(o.month) || numbers.all.has(o.month.replace("-", "")));
    const orders = this.#open(named);
    const [first] = orders;
    if (!first) {
      // If the line names a month without open orders, the match is doubtful, so that the line does not pay another
      // month.
      if (own.length === 0 || ![...numbers.all].some((n) => monthPattern.test(n))) return undefined;
      const confirmed = this.#confirmed(line, plainName(own[0]?.custName ?? ""));
      return confirmed
        ? matchOf(doubt, "confirmedPayment", confirmed.orderNos)
        : matchOf(doubt, "paidOrder", nosOf(named));
    }
    if (orders.some((o) => o.custId !== first.custId)) return matchOf(doubt, "severalCustomers");
    const isOther = !mayBeSame(plainName(line.payerName), plainName(first.custName));
    return isOther
      ? matchOf(doubt, "otherPayer", nosOf(orders))
      : this.#checked(line, matchOf(matched, "statement", nosOf(orders)));
  }

  /** Matches a line by the name of its payer and by its amount, among the open orders of this customer. */
  #byPayer(line: BankLine): Match | undefined {
    const payer = plainName(line.payerName);
    if (payer === "") return undefined;
    const confirmed = this.#confirmed(line, payer);
    if (confirmed) return matchOf(doubt, "confirmedPayment", confirmed.orderNos);
    const own = this.#open(this.#byCustomer.get(payer) ?? []);
    const [oldest] = own;
    if (!oldest) return undefined;
    const reported = this.#ledger
      .paymentsOf(nosOf(own))
      .filter((p) => p.paidAmount === line.amount && p.orderNos.every((no) => nosOf(own).includes(no)));
    if (reported[0] && reported.length === 1)
      return this.#checked(line, matchOf(matched, "reported", reported[0].orderNos));
    const equal = own.filter((o) => this.#ledger.openOf(o.orderNo) === line.amount);
    const months = [
      ...groupBy(
        own.filter((o) => o.isMonthly),
        (o) => o.month,
      ).values(),
    ];
    const [set, ...others] =
      equal.length === 1 ? [equal] : months.filter((orders) => this.#sum(orders) === line.amount);
    if (set && others.length === 0)
      return this.#checked(line, matchOf(matched, "payerAndAmount", nosOf(set)));
    if (this.#sum(own) === line.amount)
      return this.#checked(line, matchOf(matched, "payerAndAmount", nosOf(own)));
    return this.#checked(line, matchOf(doubt, "payerOnly", [(equal[0] ?? oldest).orderNo]));
  }

  /**
   * Returns a confirmed payment with the amount of the line of the bank statement, if no other line belongs to this
   * payment yet. An empty `customer` means any customer.
   */
  #confirmed(line: BankLine, customer: string): OwnedPayment | undefined {
    return this.#confirmedBy
      .get(`${line.amount} ${customer}`)
      ?.find((p) => this.#ledger.paymentsOf(p.orderNos.slice(0, 1)).includes(p));
  }

  #byAmountOnly(line: BankLine): Match {
    const confirmed = plainName(line.payerName) === "" ? this.#confirmed(line, "") : undefined;
    if (confirmed) return matchOf(doubt, "confirmedPayment", confirmed.orderNos);
    const equal = this.#open(this.#byOpen.get(String(line.amount)) ?? []).filter(
      (o) => this.#ledger.openOf(o.orderNo) === line.amount,
    );
    return equal.length === 1
      ? this.#checked(line, matchOf(doubt, "amountOnly", nosOf(equal)))
      : matchOf(unmatched, "nothing");
  }

  match(line: KeyedLine, isDoubtful: BankReason | undefined): Match {
    const numbers = numbersIn(line);
    const found =
      this.#byNumber(line, numbers) ??
      this.#byStatement(line, numbers) ??
      this.#byPayer(line) ??
      this.#byAmountOnly(line);
    if (isDoubtful) return { ...found, state: doubt, reason: isDoubtful };
    const plan = this.#ledger.planOf({ ...line, orderNos: found.orderNos });
    // Reduces the open amounts before the next line is matched. Forgets a confirmed payment that this line may prove,
    // so that the payment is proposed for one line only.
    if (found.state === matched) this.#ledger.book({ ...line, orderNos: found.orderNos }, plan);
    else if (plan.payment?.isConfirmed) this.#ledger.remove(plan.payment);
    return found;
  }
}

/**
 * Matches lines of a bank statement one after the other. Each line is matched with the orders that are still open after
 * the lines before it.
 */
export function matchLines(
  lines: readonly KeyedLine[],
  reversals: readonly BankLine[],
  facts: Facts,
): readonly Match[] {
  const matcher = new Matcher(facts);
  const keys = new Set(facts.booked.map((b) => b.key));
  const bookedBy = groupBy(
    facts.booked.map((b) => comparedOf(b, b.payer)),
    (b) => String(b.amount),
  );
  const compared = lines.map((l) => ({ ...comparedOf(l, plainName(l.payerName)), no: plainReference(l) }));
  const sameNumber = groupBy(compared, (l) => `${l.amount} ${l.no}`);
  const reversed = new Set(reversals.map((r) => -r.amount));
  return compared.map((own, i) => {
    const line = lines[i];
    if (!line || keys.has(line.key)) return matchOf(booked, "bookedBefore");
    const others = own.no === "" ? [] : (sameNumber.get(`${own.amount} ${own.no}`) ?? []);
    const looksBooked =
      line.equalKeys !== undefined ||
      others.some((l) => l.row < own.row && looksSame(own, l)) ||
      (bookedBy.get(String(own.amount)) ?? []).some((b) => looksSame(own, b));
    return matcher.match(
      line,
      reversed.has(own.amount) ? "reversed" : looksBooked ? "looksBooked" : undefined,
    );
  });
}

/**
 * Finds the booked transfers that a reversal may take back. A reversal is a line of the bank statement that takes
 * received money away again.
 */
export function matchReversal(line: BankLine, { booked: lines }: Facts): Match {
  if (line.amount > 0) return matchOf(reversal, "reversesOutgoing");
  const equal = lines.filter((b) => b.amount === -line.amount && b.day <= line.day);
  const payer = plainName(line.payerName);
  const own = equal.filter((b) => payer !== "" && b.payer === payer);
  const orderNos = [...new Set((own.length > 0 ? own : equal).flatMap((b) => b.orderNos))];
  return matchOf(reversal, orderNos.length > 0 ? "reversesBooked" : "reversesOther", orderNos);
}
