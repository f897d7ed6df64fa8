import { encodeQuickOrderLine, type QuickOrderFault, quickOrder } from "@shotkeeper/contract/shop";
import { textOf, useClient, useFailure, useLocale } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { App, Button, Input, Modal, Select, Upload } from "antd";
import { useState } from "react";
import { NoOem } from "../parts/no-oem.tsx";
import { useShopper } from "../parts/session.tsx";

interface QuickRow {
  /** Line number in the pasted text, counted from 1. Error messages refer to it. */
  readonly line: number;
  readonly goodsId: string;
  readonly orderQty: string;
}

/**
 * Parses product code and quantity from each line. Cells may be separated by tabs (pasted), commas, semicolons or
 * spaces.
 */
function rowsOf(text: string): readonly QuickRow[] {
  return text.split(/\r?\n/).flatMap((raw, i) => {
    const [code = "", qty = "1"] = raw.trim().split(/[\t,;，；\s]+/);
    return code === "" ? [] : [{ line: i + 1, goodsId: code.toUpperCase(), orderQty: qty }];
  });
}

/** Dialog that adds a list of product codes and quantities to the cart. If a line is wrong, no line is added. */
export function QuickOrderDialog({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const locale = useLocale();
  const t = locale.shop.quick;
  const shopper = useShopper();
  const client = useClient();
  const queries = useQueryClient();
  const fail = useFailure();
  const { message } = App.useApp();
  const [text, setText] = useState("");
  const [oem, setOem] = useState(shopper.defaultOem ?? shopper.oems[0]);
  const [faults, setFaults] = useState<readonly QuickOrderFault[]>([]);
  const rows = rowsOf(text);
  async function submit() {
    if (rows.length === 0) return void message.warning(t.empty);
    try {
      const done = await client.run(quickOrder, {
        oemName: oem ?? null,
        rows: rows.map(({ goodsId, orderQty }) => encodeQuickOrderLine({ goodsId, orderQty })),
      });
      setFaults(done.faults);
      if (done.faults.length > 0) return;
      void message.success(t.done(done.count));
      setText("");
      onClose();
      await queries.invalidateQueries();
    } catch (cause) {
      fail(cause);
    }
  }
  return (
    <Modal
      title={t.title}
      open={open}
      onCancel={onClose}
      onOk={() => void submit()}
      okText={t.add}
      okButtonProps={{ disabled: shopper.oems.length === 0 }}
      width={560}
    >
      <p className="sk-faint">{t.hint}</p>
      {shopper.oems.length === 0 ? (
        <NoOem />
      ) : (
        <Select
          aria-label={locale.shop.product.oem}
          className="shop-wide"
          value={oem ?? null}
          onChange={(v: string | null) => setOem(v ?? undefined)}
          options={shopper.oems.map((value) => ({ value, label: value }))}
        />
      )}
      <Input.TextArea
        className="shop-quick-text"
        aria-label={t.hint}
        rows={8}
        value={text}
        placeholder={"JS001  10\nDC001  5"}
        onChange={(e) => {
          setText(e.target.value);
          setFaults([]);
        }}
      />
      <Upload
        accept=".txt,.csv,text/plain,text/csv"
        showUploadList={false}
        beforeUpload={(file) => {
          void file.text().then(setText);
          return false;
        }}
      >
        <Button>{t.upload}</Button>
      </Upload>
      {faults.length > 0 && (
        <ul className="shop-faults" role="alert">
          {faults.map((f) => {
            const { line = f.row + 1, goodsId = "", orderQty = "" } = rows[f.row] ?? {};
            return (
              <li key={f.row}>
                {t.row(line, textOf(f.message, locale))} <code>{`${goodsId} ${orderQty}`}</code>
              </li>
            );
          })}
        </ul>
      )}
    </Modal>
  );
}
