import { PrinterOutlined } from "@ant-design/icons";
import type { counterList } from "@shotkeeper/contract/counter";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { Button, Modal, QRCode } from "antd";
import "./counter.css";

interface QrDialogProps {
  readonly rows: readonly Pick<QueryRow<typeof counterList>, "writerId" | "chipCode">[];
  readonly onClose: () => void;
}

/** Counters' numbers as codes to stick on and scan; many make a sheet. Always dark on white: cameras want it so. */
export function QrDialog({ rows, onClose }: QrDialogProps) {
  const { counter, frame } = useLocale();
  const f = useFormats();
  const t = counter.qr;
  const [first] = rows;
  return (
    <Modal
      open
      title={rows.length === 1 && first ? t.title(first.writerId) : t.many(f.whole(rows.length))}
      width={rows.length === 1 ? 360 : 720}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{frame.common.close}</Button>
          <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
            {t.print}
          </Button>
        </>
      }
    >
      <div className="sk-qr-sheet">
        {rows.map((row) => (
          <figure key={row.writerId}>
            <QRCode value={row.writerId} type="svg" size={168} color="#000" bgColor="#fff" bordered={false} />
            <figcaption>
              <strong>{row.writerId}</strong>
              <small>{row.chipCode}</small>
            </figcaption>
          </figure>
        ))}
      </div>
    </Modal>
  );
}
