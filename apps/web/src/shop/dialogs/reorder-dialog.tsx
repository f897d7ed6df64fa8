import { isAccessory, moldKind } from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import { Modal } from "antd";
import { useState } from "react";
import { OrderPreview } from "../parts/order-preview.tsx";
import { type OrderRow, orderRow, useOrderable } from "../parts/order-rows.ts";

/** Line of an earlier order or of a list that is ordered again. */
export interface AgainLine {
  readonly seq: number | null;
  readonly goodsId: string | null;
  readonly orderQty: number | null;
  readonly oemName?: string | null;
  readonly moldKind: string | null;
  readonly magnet: number | null;
  readonly sideType: number | null;
  /** Unit price in the earlier order. Absent for a line of an order list. */
  readonly unitPrice?: number | null;
}

/** Returns lines as rows to order again, with the same configuration and host factory. */
const rowsOf = (lines: readonly AgainLine[], oemName: string | null): readonly OrderRow[] =>
  lines.map((l) =>
    orderRow(l.seq ?? 0, {
      goodsId: l.goodsId ?? "",
      orderQty: l.orderQty ?? 1,
      oemName: l.oemName ?? oemName,
      // Leaves out the configuration of an accessory, because an accessory itself has none. The order line of an
      // accessory stores the configuration of the counter that it is for.
      ...(isAccessory(l.goodsId ?? "")
        ? {}
        : {
            moldKind: Object.values(moldKind.values).find((kind) => kind === l.moldKind) ?? null,
            magnet: l.magnet,
            sideType: l.sideType,
          }),
    }),
  );

interface ReorderDialogProps {
  readonly title: string;
  readonly lines: readonly AgainLine[];
  /** Host factory for the lines without a host factory of their own. */
  readonly oemName?: string | null;
  readonly onClose: () => void;
  readonly onAdded: (cartIds: readonly number[]) => void;
}

/** Dialog that shows today's price and stock of goods, before they are put in the cart again. */
export function ReorderDialog({ title, lines, oemName = null, onClose, onAdded }: ReorderDialogProps) {
  const { quick: t } = useLocale().shop;
  const [rows, setRows] = useState(() => rowsOf(lines, oemName));
  const order = useOrderable(rows, oemName ?? undefined);
  const oldPrices = new Map(lines.flatMap((l) => (l.unitPrice == null ? [] : [[l.seq ?? 0, l.unitPrice]])));
  return (
    <Modal
      title={title}
      open
      onCancel={onClose}
      onOk={() => void order.add().then((cartIds) => cartIds && onAdded(cartIds))}
      okText={t.addRows(rows.length)}
      okButtonProps={{ disabled: !order.isReady, loading: order.isAdding }}
      width={920}
    >
      <p className="sk-faint">{t.reorderHint}</p>
      <OrderPreview order={order} oldPrices={oldPrices} onChange={(change) => setRows(change(rows))} />
    </Modal>
  );
}
