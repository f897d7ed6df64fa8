import { orderStat, paymentStat } from "@shotkeeper/contract/enumerations";
import { type KnownPayment, onTerms } from "@shotkeeper/contract/shop";
import type { Ctx } from "../../../kernel/ctx.ts";
import { type Sql, sql } from "../../../kernel/db/sql.ts";
import { monthOf } from "../order.queries.ts";
import { customerScope } from "../shop-access.ts";
import type { BankLine, Statement } from "./line.ts";
import { numbersIn, plainName } from "./names.ts";

const { awaitingApproval, created } = orderStat.values;
const { waiting, confirmed } = paymentStat.values;
const dayMs = 86_400_000;
/**
 * Maximum number of days between a transfer in the bank statement and the day of a payment whose payment voucher shows
 * the same transfer.
 */
const receiptDays = 31;
/** Maximum number of days between a transfer and its reversal. */
const reversalDays = 90;

/** An order that a line of a bank statement may pay. */
export interface Sale {
  readonly orderNo: string;
  readonly custId: string;
  readonly custName: string;
  /** Amount that is to be paid now, yuan. 0: the order is paid, cancelled or waits for approval. */
  readonly open: number;
  /** Month of the order, such as "2026-05". */
  readonly month: string;
  readonly isMonthly: boolean;
  readonly isCancelled: boolean;
  /** True if the order waits for an approver of the customer. It cannot be paid before the approval. */
  readonly isWaiting: boolean;
}

/** Payment that a line of a bank statement may prove: it waits for staff, or was confirmed without such a line. */
export interface OwnedPayment extends KnownPayment {
  readonly custName: string;
}

/** A line of a bank statement that was booked before. */
export interface BookedLine {
  readonly key: string;
  readonly day: string;
  readonly amount: number;
  /** Name of the payer in lower case, without white space and punctuation (`plainName`). */
  readonly payer: string;
  readonly orderNos: readonly string[];
}

export interface Facts {
  /**
   * Orders with an open amount, and paid, cancelled or waiting orders that a line names. The oldest order comes first.
   */
  readonly orders: readonly Sale[];
  readonly payments: readonly OwnedPayment[];
  readonly booked: readonly BookedLine[];
}

const shifted = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/**
 * Returns the days of the lines, and the day before and the day after each of them. The date of the same transfer can
 * differ by a day from bank to bank and from file format to file format.
 */
const daysAround = (lines: readonly BankLine[]): readonly string[] => [
  ...new Set(lines.flatMap((l) => [-1, 0, 1].map((n) => shifted(l.day, n)))),
];

/**
 * Selects two kinds of payments, each with all its orders: waiting payments, and payments that were confirmed from a
 * payment voucher and have no line of a bank statement. Leaves out credits of returns, which are no transfers and have
 * no payment voucher. `isWanted` is a condition on the payment (alias `p`).
 */
export const paymentsSql = (tenantId: number, isWanted: Sql) => sql<OwnedPayment>`
  select
    p.payment_id as "paymentId", c.cust_name as "custName",
    (case when p.payment_stat = ${confirmed} then p.booked_amount else p.paid_amount end)::float8 as "paidAmount",
    p.payment_stat = ${confirmed} as "isConfirmed",
    (
      select coalesce(json_agg(o.order_no order by o.order_no), '[]')
      from payment_order o
      where o.tenant_id = ${tenantId} and o.payment_id = p.payment_id
    ) as "orderNos"
  from payment p
  join customer c on c.tenant_id = ${tenantId} and c.cust_id = p.cust_id
  where p.tenant_id = ${tenantId}
    and (
      p.payment_stat = ${waiting}
      or (
        p.payment_stat = ${confirmed}
        and exists (
          select from payment_file f where f.tenant_id = ${tenantId} and f.payment_id = p.payment_id
        )
        and not exists (
          select from bank_line b where b.tenant_id = ${tenantId} and b.payment_id = p.payment_id
        )
      )
    )
    and ${isWanted}
  order by p.created_date, p.payment_id
`;

/**
 * Reads the orders that the lines of a statement may pay, the payments that the lines may prove, and the lines that
 * were booked before.
 */
export async function readFacts(ctx: Ctx, { lines, reversals }: Statement): Promise<Facts> {
  const { tenantId } = ctx.who;
  const days = lines.map((l) => l.day).sort();
  const from = shifted(days[0] ?? "2000-01-01", -receiptDays);
  const to = shifted(days.at(-1) ?? "2000-01-01", receiptDays);
  const amounts = [...new Set(lines.map((l) => l.amount))];
  const named = [...new Set(lines.flatMap((l) => [...numbersIn(l).all]))].filter((x) => /\d/.test(x));
  const reversedAmounts = [...new Set(reversals.map((l) => Math.abs(l.amount)))];
  const reversalFrom = shifted(reversals.map((l) => l.day).sort()[0] ?? "2000-01-01", -reversalDays);
  const isOpen = sql`x.open_amount > 0 and x.order_stat >= ${sql.constant(created)}`;
  // Selects open orders and named orders separately, because an index finds each set. One condition for both sets would
  // read all orders.
  const [orders, payments, booked] = await ctx.db.run(tenantId, [
    sql<Omit<Sale, "isMonthly"> & { readonly statementDays: number | null }>`
      select
        t.order_no as "orderNo", t.cust_id as "custId", c.cust_name as "custName",
        (case when t.order_stat >= ${created} then greatest(t.open_amount, 0) else 0 end)::float8 as open,
        ${monthOf(ctx)} as month, t.statement_days as "statementDays",
        t.order_stat = ${awaitingApproval} as "isWaiting",
        t.order_stat < ${created} and t.order_stat <> ${awaitingApproval} as "isCancelled"
      from (
        select x.*
        from customer_order x
        where x.tenant_id = ${tenantId} and ${isOpen}
        union all
        select x.*
        from customer_order x
        where x.tenant_id = ${tenantId} and x.number_key = any(${named}::text[]) and (${isOpen}) is not true
      ) t
      join customer c on c.tenant_id = ${tenantId} and c.cust_id = t.cust_id
      where ${customerScope(ctx)}
      order by t.order_date, t.order_no
    `,
    paymentsSql(
      tenantId,
      sql`
        ${customerScope(ctx, "p")}
        and (
          p.payment_stat = ${waiting}
          or (p.booked_amount = any(${amounts}::numeric[]) and p.paid_on between ${from}::date and ${to}::date)
        )
      `,
    ),
    sql<BookedLine>`
      select
        b.line_key as key, b.booked_on::text as day, b.bank_amount::float8 as amount,
        coalesce(b.payer_name, '') as payer,
        (
          select coalesce(json_agg(o.order_no order by o.order_no), '[]')
          from payment_order o
          where o.tenant_id = ${tenantId} and o.payment_id = b.payment_id
        ) as "orderNos"
      from bank_line b
      join payment p on p.tenant_id = ${tenantId} and p.payment_id = b.payment_id
      where b.tenant_id = ${tenantId}
        and (
          b.booked_on = any(${daysAround(lines)}::date[])
          or (b.booked_on >= ${reversalFrom}::date and b.bank_amount = any(${reversedAmounts}::numeric[]))
        )
        and ${customerScope(ctx, "p")}
    `,
  ]);
  return {
    orders: orders.map((o) => ({ ...o, isMonthly: onTerms(o) })),
    payments,
    booked: booked.map((b) => ({ ...b, payer: plainName(b.payer) })),
  };
}
