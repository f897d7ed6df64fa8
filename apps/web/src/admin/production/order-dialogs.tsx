import {
  auditOrder,
  closeOrder,
  type OrderStep,
  splitOrder,
  splittable,
  startOrder,
  submitOrder,
  withdrawOrder,
} from "@shotkeeper/contract/production";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import type { OrderRow } from "./order-cells.tsx";

interface OrderDialogProps {
  readonly step: OrderStep;
  readonly row: OrderRow;
  readonly onClose: () => void;
}

/**
 * Dialog in which a user confirms a step of a production order, for example its start, and enters the data that the
 * step needs.
 */
export function OrderDialog({ step, row, onClose }: OrderDialogProps) {
  const t = useLocale().production.order;
  const f = useFormats();
  const all = {
    title: t.title(t[step], row.orderId),
    preset: { orderId: row.orderId },
    okText: t[step],
    onClose,
  };
  switch (step) {
    case "submit":
      return (
        <CommandDialog {...all} command={submitOrder} lead={t.submitLead} successText={() => t.submitted} />
      );
    case "audit":
      return <CommandDialog {...all} command={auditOrder} lead={t.auditLead} successText={() => t.audited} />;
    case "withdraw":
      return (
        <CommandDialog
          {...all}
          command={withdrawOrder}
          lead={t.withdrawLead}
          successText={() => t.withdrawn}
        />
      );
    case "start":
      return (
        <CommandDialog
          {...all}
          command={startOrder}
          lead={t.startLead}
          hints={{ startTime: t.startHint }}
          successText={() => t.startedNow}
        />
      );
    case "close":
      return (
        <CommandDialog
          {...all}
          command={closeOrder}
          lead={t.closeLead(f.whole(row.madeShots), f.whole(row.plannedShots))}
          danger
          successText={() => t.closed}
        />
      );
    case "split":
      return (
        <CommandDialog
          {...all}
          command={splitOrder}
          lead={t.splitLead(f.whole(splittable(row)))}
          hints={{ plannedEnd: t.splitHint }}
          successText={(o) => t.splitDone(o.orderId)}
        />
      );
  }
}
