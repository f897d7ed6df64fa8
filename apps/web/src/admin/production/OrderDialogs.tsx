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
import { CommandDialog } from "@shotkeeper/ui/screen";
import type { OrderRow } from "./OrderCells.tsx";

interface OrderDialogProps {
  readonly step: OrderStep;
  readonly row: OrderRow;
  readonly onClose: () => void;
}

/** Asks before a step, and for what it needs. */
export function OrderDialog({ step, row, onClose }: OrderDialogProps) {
  const { order: t } = useLocale();
  const f = useFormats();
  const all = {
    title: t.title(t[step], row.orderId),
    given: { orderId: row.orderId },
    okText: t[step],
    onClose,
  };
  switch (step) {
    case "submit":
      return <CommandDialog {...all} command={submitOrder} lead={t.submitLead} told={() => t.submitted} />;
    case "audit":
      return <CommandDialog {...all} command={auditOrder} lead={t.auditLead} told={() => t.audited} />;
    case "withdraw":
      return (
        <CommandDialog {...all} command={withdrawOrder} lead={t.withdrawLead} told={() => t.withdrawn} />
      );
    case "start":
      return (
        <CommandDialog
          {...all}
          command={startOrder}
          lead={t.startLead}
          hints={{ startTime: t.startHint }}
          told={() => t.startedNow}
        />
      );
    case "close":
      return (
        <CommandDialog
          {...all}
          command={closeOrder}
          lead={t.closeLead(f.whole(row.madeShots), f.whole(row.plannedShots))}
          danger
          told={() => t.closed}
        />
      );
    case "split":
      return (
        <CommandDialog
          {...all}
          command={splitOrder}
          lead={t.splitLead(f.whole(splittable(row)))}
          hints={{ plannedEnd: t.splitHint }}
          told={(o) => t.splitDone(o.ORDER_ID)}
        />
      );
  }
}
