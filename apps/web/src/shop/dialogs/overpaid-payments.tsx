import type { QueryRow } from "@shotkeeper/contract/kernel";
import { paymentList, refundKind, refundList, sumAmounts } from "@shotkeeper/contract/shop";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { Amount } from "../parts/amount.tsx";
import { useAllRows } from "../parts/data.ts";
import { Overpaid } from "../parts/overpaid.tsx";
import { useShopper } from "../parts/session.tsx";

type Payment = QueryRow<typeof paymentList>;
type Refund = QueryRow<typeof refundList>;

/** Payment that was too high, with the refunds of its overpaid money. */
interface OverpaidPayment {
  readonly payment: Payment;
  readonly refunds: readonly Refund[];
}

/**
 * Returns the overpaid payments of a customer that concern a month: overpaid money is left, or the payment or a refund
 * was in the month. Null: all months. Returns none for a user without the right to read payments, and an error if they
 * cannot be read.
 */
export function useOverpaid(custId: string, month: string | null, isOpen: boolean) {
  const { user } = useShopper();
  const enabled = isOpen && user?.authorities.includes(`${paymentList.menu}:Q`) === true;
  const ofCustomer = { field: "custId", operator: "EQ" as const, value: custId };
  const payments = useAllRows(
    paymentList,
    [ofCustomer, { field: "overpaidAmount", operator: "GT", value: 0 }],
    { enabled },
  );
  const refunds = useAllRows(
    refundList,
    [ofCustomer, { field: "refundKind", operator: "EQ", value: refundKind.values.overpaid }],
    { enabled },
  );
  const isInMonth = (day: string | null) => month === null || day?.startsWith(month) === true;
  const overpaid = (payments.data ?? [])
    .map((payment) => ({
      payment,
      refunds: (refunds.data ?? []).filter((r) => r.paymentId === payment.paymentId),
    }))
    .filter(
      ({ payment: p, refunds: paidBack }) =>
        (p.creditAmount ?? 0) > 0 || isInMonth(p.paidOn) || paidBack.some((r) => isInMonth(r.refundedOn)),
    );
  return { overpaid, error: payments.error ?? refunds.error };
}

/** Returns the overpaid money that was not paid back, yuan. */
export const overpaidLeft = (payments: readonly OverpaidPayment[]): number =>
  sumAmounts(payments.map(({ payment }) => payment.creditAmount ?? 0));

/** List of payments that were too high, each with the money that is left and its refunds. */
export function OverpaidPayments({ payments }: { readonly payments: readonly OverpaidPayment[] }) {
  const locale = useLocale();
  const t = locale.shop.pay;
  const f = useFormats();
  if (payments.length === 0) return null;
  return (
    <section className="shop-receipts" aria-label={t.overpaid}>
      <ul>
        {payments.map(({ payment: p, refunds }) => (
          <li key={p.paymentId}>
            <span>
              {t.overpaid} <Amount value={p.overpaidAmount ?? 0} />
              <small className="sk-faint"> {p.paidOn ? f.date(p.paidOn) : ""}</small>
            </span>
            <small className="sk-faint">{p.orders?.split(",").join(", ")}</small>
            <Overpaid left={p.creditAmount ?? 0} refunds={refunds} />
          </li>
        ))}
      </ul>
    </section>
  );
}
