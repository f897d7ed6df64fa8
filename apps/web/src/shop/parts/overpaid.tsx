import { useFormats, useLocale } from "@shotkeeper/ui/app";
import type { PersonalOrder } from "./orders.ts";

type Refund = PersonalOrder["payments"][number]["refunds"][number];

interface OverpaidProps {
  /** Overpaid money that was not paid back, yuan. */
  readonly left: number;
  readonly refunds: readonly Pick<Refund, "refundNo" | "refundAmount" | "refundedOn" | "refundReference">[];
}

/** Overpaid money of a payment: the amount that is left, and each refund. */
export function Overpaid({ left, refunds }: OverpaidProps) {
  const t = useLocale().shop.pay;
  const f = useFormats();
  return (
    <>
      {left > 0 && <p>{t.overpaidLeft(f.decimal(left, 2))}</p>}
      {refunds.map((r) => (
        <p key={r.refundNo}>
          {t.overpaidBack(
            f.decimal(r.refundAmount ?? 0, 2),
            f.date(r.refundedOn ?? ""),
            r.refundReference ?? "",
          )}
        </p>
      ))}
    </>
  );
}
