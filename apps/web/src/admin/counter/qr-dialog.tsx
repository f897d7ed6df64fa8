import type { counterList } from "@shotkeeper/contract/counter";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { Button, Modal } from "antd";
import { useMemo } from "react";
import { Stickers } from "../printing/stickers.tsx";
import "./counter.css";

interface QrDialogProps {
  readonly rows: readonly Pick<QueryRow<typeof counterList>, "writerId" | "chipCode">[];
  readonly onClose: () => void;
}

/** Dialog that prints stickers for counters. Each sticker has the counter's number as a QR code. */
export function QrDialog({ rows, onClose }: QrDialogProps) {
  const { counter, shell } = useLocale();
  const f = useFormats();
  const t = counter.qr;
  const [first] = rows;
  const title = rows.length === 1 && first ? t.title(first.writerId) : t.many(f.whole(rows.length));
  const stickers = useMemo(() => rows.map((r) => ({ code: r.writerId, lines: [r.chipCode] })), [rows]);
  return (
    <Stickers stickers={stickers} jobName={title} first={rows.length === 1 ? "single" : "sheet"}>
      {({ print, view }) => (
        <Modal
          open
          title={title}
          width={rows.length === 1 ? 480 : 760}
          onCancel={onClose}
          footer={
            <div className="sk-qr-foot">
              <Button onClick={onClose}>{shell.common.close}</Button>
              {print}
            </div>
          }
        >
          <div className="sk-qr">{view}</div>
        </Modal>
      )}
    </Stickers>
  );
}
