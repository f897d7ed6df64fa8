import { confirmPayment, rejectVoucher } from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import type { PaymentRow } from "./payment-row.ts";
import { ReceiptTable } from "./receipt-table.tsx";

interface JudgeDialogProps {
  readonly step: "confirm" | "reject";
  readonly payments: readonly PaymentRow[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/**
 * Dialog in which staff confirm or reject payments. The dialog shows each customer's proof of payment beside the
 * amounts.
 */
export function JudgeDialog({ step, payments, onClose, onDone }: JudgeDialogProps) {
  const t = useLocale().shop.staff;
  const preset = { paymentIds: payments.map((p) => p.paymentId) };
  const [only] = payments;
  const isSingle = payments.length === 1 && only !== undefined;
  if (step === "confirm")
    return (
      <CommandDialog
        command={confirmPayment}
        title={t.confirm}
        preset={preset}
        ask={isSingle ? ["bookedAmount"] : []}
        {...(isSingle ? { initial: { bookedAmount: only.paidAmount } } : {})}
        hints={{ bookedAmount: t.bookedHint }}
        lead={<ReceiptTable payments={payments} />}
        successText={() => t.confirmed}
        onClose={onClose}
        onDone={onDone}
        width={900}
      />
    );
  return (
    <CommandDialog
      command={rejectVoucher}
      title={t.reject}
      preset={preset}
      ask={["rejectReason"]}
      lead={<ReceiptTable payments={payments} />}
      danger
      successText={() => t.rejected}
      onClose={onClose}
      onDone={onDone}
      width={900}
    />
  );
}
