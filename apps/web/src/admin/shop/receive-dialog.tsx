import { encodeBackLine, receiveReturn } from "@shotkeeper/contract/shop";
import { messageOf, useClient, useLocale } from "@shotkeeper/ui/app";
import { useInvalidateData } from "@shotkeeper/ui/data";
import { App, Input, InputNumber, Modal } from "antd";
import { useState } from "react";
import { useReturnLines } from "./return-lines.tsx";
import type { ReturnRow } from "./return-row.ts";
import "./ship.css";

type Condition = "good" | "damaged";
const conditions: readonly Condition[] = ["good", "damaged"];
const serialsOf = (text: string) => text.split(/[\s,;，；]+/).filter(Boolean);

/**
 * Dialog in which staff record the received goods of a return as good or damaged: serial numbers of counters, and
 * quantities of other goods.
 */
export function ReceiveDialog({ row, onClose }: { readonly row: ReturnRow; readonly onClose: () => void }) {
  const locale = useLocale();
  const { returns, fields, shell } = locale;
  const t = returns.staff;
  const client = useClient();
  const invalidate = useInvalidateData();
  const { message } = App.useApp();
  const lines = useReturnLines(row.returnNo);
  const [texts, setTexts] = useState<Readonly<Record<Condition, string>>>({ good: "", damaged: "" });
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({});
  const [failure, setFailure] = useState("");
  const [isBusy, setBusy] = useState(false);
  const counted = (lines ?? []).filter((l) => !l.hasSerials);
  const traced = (lines ?? []).filter((l) => l.hasSerials);
  const qtyOf = (seq: number, c: Condition) => quantities[`${seq}/${c}`] ?? 0;
  async function send(): Promise<void> {
    setBusy(true);
    try {
      await client.run(receiveReturn, {
        returnNo: row.returnNo,
        lines: counted.map((l) =>
          encodeBackLine({
            seq: l.seq ?? 0,
            goodQty: qtyOf(l.seq ?? 0, "good"),
            damagedQty: qtyOf(l.seq ?? 0, "damaged"),
          }),
        ),
        serials: serialsOf(texts.good),
        damagedSerials: serialsOf(texts.damaged),
      });
      void message.success(t.received);
      invalidate();
      onClose();
    } catch (cause) {
      setFailure(messageOf(cause, locale));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Modal
      open
      title={`${t.receive} · ${row.returnNo}`}
      width={640}
      onCancel={onClose}
      onOk={() => void send()}
      okText={t.receive}
      okButtonProps={{ disabled: lines === undefined }}
      confirmLoading={isBusy}
    >
      <p className="sk-faint">{t.receiveLead}</p>
      <div className="sk-parcels">
        {traced.length > 0 && (
          <section className="sk-parcel">
            <header>
              <strong>{traced.map((l) => `${l.goodsName} × ${l.returnQty}`).join(", ")}</strong>
            </header>
            {traced.some((l) => l.serialNumbers) && (
              <p className="sk-faint">
                {traced
                  .map((l) => l.serialNumbers)
                  .filter(Boolean)
                  .join(", ")}
              </p>
            )}
            {conditions.map((c) => (
              <Input.TextArea
                key={c}
                aria-label={`${fields.serials}${shell.common.colon}${t[c]}`}
                placeholder={`${fields.serials}${shell.common.colon}${t[c]}`}
                autoSize={{ minRows: 2, maxRows: 8 }}
                value={texts[c]}
                onChange={(e) => setTexts({ ...texts, [c]: e.target.value })}
              />
            ))}
          </section>
        )}
        {counted.map((l) => (
          <section key={l.seq} className="sk-parcel" aria-label={l.goodsName}>
            <header>
              <strong>{l.goodsName}</strong>
              <span className="sk-faint">{l.goodsId}</span>
              <span>× {l.returnQty}</span>
            </header>
            <ul>
              {conditions.map((c) => (
                <li key={c}>
                  <span>{t[c]}</span>
                  <InputNumber
                    aria-label={`${l.goodsName}: ${t[c]}`}
                    min={0}
                    max={l.returnQty ?? 0}
                    precision={0}
                    value={qtyOf(l.seq ?? 0, c)}
                    onChange={(v) => setQuantities({ ...quantities, [`${l.seq}/${c}`]: v ?? 0 })}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {failure && (
        <p className="sk-parcel-failure" role="alert">
          {failure}
        </p>
      )}
    </Modal>
  );
}
