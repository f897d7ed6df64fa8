import { isAccessory, moldKind } from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import { Modal } from "antd";
import { useState } from "react";
import { OrderPreview } from "../parts/order-preview.tsx";
import { type OrderRow, orderRow, useOrderable } from "../parts/order-rows.ts";
import type { PersonalOrder } from "../parts/orders.ts";

/** Returns the lines of an order as rows to order again, with the same configuration and host factory. */
const rowsOf = (o: PersonalOrder): readonly OrderRow[] =>
  o.lines.map((l) =>
    orderRow(l.seq ?? 0, {
      goodsId: l.goodsId ?? "",
      orderQty: l.orderQty ?? 1,
      oemName: o.oemName,
      // An accessory has no configuration of its own.
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
  readonly o: PersonalOrder;
  readonly onClose: () => void;
  readonly onAdded: (cartIds: readonly number[]) => void;
}

/** Dialog that shows today's price and stock of an earlier order's goods, before they are put in the cart again. */
export function ReorderDialog({ o, onClose, onAdded }: ReorderDialogProps) {
  const { shop } = useLocale();
  const { quick: t, home } = shop;
  const [rows, setRows] = useState(() => rowsOf(o));
  const order = useOrderable(rows, o.oemName ?? undefined);
  const oldPrices = new Map(o.lines.map((l) => [l.seq ?? 0, l.unitPrice ?? 0]));
  return (
    <Modal
      title={`${home.again} · ${o.orderNo}`}
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
