import { PrinterOutlined } from "@ant-design/icons";
import { orderList } from "@shotkeeper/contract/production";
import { useLocale } from "@shotkeeper/ui/app";
import { Facts } from "@shotkeeper/ui/cells";
import { QrCode } from "@shotkeeper/ui/sign-in";
import { Button, Modal } from "antd";
import type { OrderRow } from "./order-cells.tsx";
import "./order.css";

const printed = [
  "moldNo",
  "moldName",
  "productNo",
  "productParameter",
  "plannedShots",
  "cavities",
  "plannedParts",
  "plannedStart",
  "plannedEnd",
  "plantName",
  "deviceName",
  "submittedByName",
  "auditedByName",
  "remark",
] as const;

/** Preview of the printed order for the workers at the machine. The order number is also a QR code. */
export function OrderPrint({ row, onClose }: { readonly row: OrderRow; readonly onClose: () => void }) {
  const { production, shell } = useLocale();
  const t = production.order;
  return (
    <Modal
      open
      title={t.title(t.print, row.orderId)}
      width={720}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{shell.common.close}</Button>
          <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
            {t.print}
          </Button>
        </>
      }
    >
      <article className="sk-order-sheet">
        <header>
          <div>
            <h2>{t.printTitle}</h2>
            <strong>{row.orderId}</strong>
          </div>
          <QrCode text={row.orderId ?? ""} label={row.orderId ?? ""} />
        </header>
        <Facts fields={orderList.columns} names={printed} row={row} />
        <footer>{t.signed}</footer>
      </article>
    </Modal>
  );
}
