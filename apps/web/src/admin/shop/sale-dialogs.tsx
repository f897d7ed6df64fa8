import { cancelUnpaid, confirmPayment, rejectVoucher } from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { OrderReceipts } from "./receipt-table.tsx";

/**
 * Step of staff. "approve" releases the stock of orders on monthly terms, which are not paid yet. It uses the same
 * command as "confirm".
 */
export type StaffStep = "confirm" | "approve" | "reject" | "cancel";

interface SaleDialogProps {
  readonly step: StaffStep;
  readonly orderNos: readonly string[];
  /**
   * Text in the dialog's title, for example customer and month. Default: the order number, if there is only one order.
   */
  readonly about?: string;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** Dialog for a step of staff on one or several orders. */
export function SaleDialog({ step, orderNos, about, onClose, onDone }: SaleDialogProps) {
  const t = useLocale().shop.staff;
  const shared = { preset: { orderNos }, onClose, ...(onDone ? { onDone } : {}) };
  const titleOf = (title: string) =>
    [title, about ?? (orderNos.length === 1 ? orderNos[0] : "")].filter(Boolean).join(" · ");
  if (step === "approve")
    return (
      <CommandDialog
        {...shared}
        command={confirmPayment}
        title={titleOf(t.approve)}
        ask={[]}
        lead={<p>{t.approveAsk(orderNos.length)}</p>}
        okText={t.approve}
        successText={() => t.confirmed}
      />
    );
  if (step === "confirm")
    return (
      <CommandDialog
        {...shared}
        command={confirmPayment}
        title={titleOf(t.confirm)}
        ask={[]}
        lead={
          <>
            <p>{t.confirmAsk(orderNos.length)}</p>
            <OrderReceipts orderNos={orderNos} />
          </>
        }
        width={900}
        successText={() => t.confirmed}
      />
    );
  if (step === "cancel")
    return (
      <CommandDialog
        {...shared}
        command={cancelUnpaid}
        title={titleOf(t.cancel)}
        ask={["cancelReason"]}
        hints={{ cancelReason: t.cancelHint }}
        okText={t.cancel}
        danger
        successText={() => t.cancelled}
      />
    );
  return (
    <CommandDialog
      {...shared}
      command={rejectVoucher}
      title={titleOf(t.reject)}
      ask={["rejectReason"]}
      lead={<OrderReceipts orderNos={orderNos} />}
      width={900}
      danger
      successText={() => t.rejected}
    />
  );
}
