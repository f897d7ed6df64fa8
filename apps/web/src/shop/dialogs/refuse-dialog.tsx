import { refuseOrders } from "@shotkeeper/contract/shop";
import { useClient, useLocale } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { Input, Modal } from "antd";
import { useState } from "react";
import { useShopAction } from "../parts/use-shop-action.ts";

/** Dialog in which an approver refuses an order of the company with a reason. */
export function RefuseDialog({
  orderNo,
  onClose,
}: {
  readonly orderNo: string;
  readonly onClose: () => void;
}) {
  const { company: t } = useLocale();
  const client = useClient();
  const queries = useQueryClient();
  const act = useShopAction();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const refuse = async () => {
    const cancelReason = reason.trim();
    setMissing(cancelReason === "");
    if (cancelReason === "") return;
    const done = await act(
      () => client.run(refuseOrders, { orderNos: [orderNo], cancelReason }),
      t.refusedDone,
    );
    await queries.invalidateQueries();
    if (done) onClose();
  };
  return (
    <Modal
      open
      title={t.refuseTitle(orderNo)}
      okText={t.refuse}
      okButtonProps={{ danger: true }}
      onCancel={onClose}
      onOk={() => void refuse()}
    >
      <p className="sk-faint">{t.refuseHint}</p>
      <Input.TextArea
        autoFocus
        aria-label={t.reason}
        placeholder={t.reason}
        maxLength={200}
        rows={3}
        status={isMissing ? "error" : ""}
        value={reason}
        onChange={(e) => setReason(e.target.value)}
      />
      {isMissing && <p className="shop-short">{t.needReason}</p>}
    </Modal>
  );
}
