import { ClientError } from "@shotkeeper/client";
import { maxReceiptBytes, maxVouchers, transferReference, uploadVoucher } from "@shotkeeper/contract/shop";
import { DatePicker, messageOf, useClient, useLocale } from "@shotkeeper/ui/app";
import { wallClock } from "@shotkeeper/ui/time";
import { useQueryClient } from "@tanstack/react-query";
import { App, InputNumber, Modal } from "antd";
import { useState } from "react";
import { Payees } from "../parts/payees.tsx";
import { PictureInput } from "../parts/picture-input.tsx";

interface VoucherDialogProps {
  /** Numbers of the orders to pay. The dialog is closed if the list is empty. */
  readonly orderNos: readonly string[];
  /** Open amount that no waiting payment reports, yuan. 0: all of it is reported already. */
  readonly amount: number;
  /**
   * Id of a payment that still waits for confirmation. The new proof of payment replaces that payment. Undefined:
   * nothing is replaced.
   */
  readonly replaces?: string | undefined;
  readonly onClose: () => void;
}

/**
 * Dialog that shows the bank accounts to which to pay. The customer uploads the proof of a payment for one or several
 * orders.
 */
export function VoucherDialog({ orderNos, amount, replaces, onClose }: VoucherDialogProps) {
  const locale = useLocale();
  const t = locale.shop.voucher;
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [busy, setBusy] = useState(false);
  /** Amount that the customer typed. Undefined: the customer typed nothing, so `amount` applies. */
  const [paid, setPaid] = useState<number | null>();
  /** Day that the customer chose. Undefined: today, also on a page that stays open past midnight. */
  const [day, setDay] = useState<ReturnType<typeof wallClock>>();
  const close = () => {
    setFiles([]);
    setPaid(undefined);
    setDay(undefined);
    onClose();
  };
  /** Refuses too large pictures before the upload, because the server would refuse them after the upload. */
  const choose = (chosen: readonly File[]) => {
    const large = chosen.find((f) => f.size > maxReceiptBytes);
    if (large) void message.warning(locale.errors.receiptTooLarge.replace("%s", large.name));
    setFiles(chosen.filter((f) => f.size <= maxReceiptBytes));
  };
  async function submit() {
    if (files.length === 0) return void message.warning(t.none);
    const paidAmount = paid ?? amount;
    if (paidAmount <= 0) return void message.warning(t.amountMissing);
    setBusy(true);
    try {
      const rows = await client.upload(files, { fileCode: "paymentFile" });
      await client.run(uploadVoucher, {
        orderNos,
        fileIds: rows.map((r) => r.fileId ?? ""),
        paidAmount,
        paidOn: (day ?? wallClock()).format("YYYY-MM-DD"),
        replacesId: replaces ?? null,
      });
      void message.success(t.done);
      await queries.invalidateQueries();
      close();
    } catch (cause) {
      const isNetwork = cause instanceof ClientError && cause.local === "network";
      void message.error(isNetwork ? t.failed : messageOf(cause, locale));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Modal
      title={replaces === undefined ? t.title : t.replaceTitle}
      open={orderNos.length > 0}
      onCancel={close}
      onOk={() => void submit()}
      confirmLoading={busy}
      destroyOnHidden
    >
      <p className="shop-voucher-head">
        <span>{orderNos.length === 1 ? orderNos[0] : t.orders(orderNos.length)}</span>
      </p>
      {amount <= 0 && <p>{t.allReported}</p>}
      <Payees {...(amount > 0 ? { amount } : {})} reference={transferReference(orderNos)} />
      <div className="shop-voucher-facts">
        <div>
          <span>{t.paid}</span>
          <InputNumber
            aria-label={t.paid}
            min={0.01}
            max={1e10}
            precision={2}
            prefix="¥"
            value={paid ?? (paid === undefined && amount > 0 ? amount : null)}
            onChange={(v) => setPaid(v)}
          />
        </div>
        <div>
          <span>{t.on}</span>
          <DatePicker
            aria-label={t.on}
            allowClear={false}
            value={day ?? wallClock()}
            disabledDate={(d) => d.isAfter(wallClock(), "day")}
            onChange={(d) => d && setDay(d)}
          />
        </div>
      </div>
      <PictureInput files={files} max={maxVouchers} addLabel={t.pick} onChange={choose} />
      <p className="sk-faint">{t.hint}</p>
    </Modal>
  );
}
