import { refundOverpaid } from "@shotkeeper/contract/shop";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { wallClock } from "@shotkeeper/ui/time";
import type { PaymentRow } from "./payment-row.ts";

interface PayBackDialogProps {
  readonly payment: PaymentRow;
  readonly onClose: () => void;
}

/** Dialog in which staff store that they have paid overpaid money back to the customer. */
export function PayBackDialog({ payment, onClose }: PayBackDialogProps) {
  const t = useLocale().shop.staff;
  const f = useFormats();
  const overpaid = payment.creditAmount ?? 0;
  return (
    <CommandDialog
      command={refundOverpaid}
      title={`${t.payBack} · ${payment.custName ?? payment.custId ?? ""}`}
      preset={{ paymentId: payment.paymentId }}
      ask={["refundAmount", "refundedOn", "refundReference"]}
      initial={{ refundAmount: overpaid, refundedOn: wallClock().format("YYYY-MM-DD") }}
      lead={<p>{t.overpaidLeft(f.decimal(overpaid, 2))}</p>}
      okText={t.payBack}
      successText={() => t.paidBack}
      onClose={onClose}
      width={640}
    />
  );
}
