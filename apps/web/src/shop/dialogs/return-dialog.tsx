import { orderStat } from "@shotkeeper/contract/enumerations";
import {
  configurableType,
  encodeAskedLine,
  heldQtyOf,
  keptQtyOf,
  maxReturnPictures,
  needsPicture,
  openQtyOf,
  refuseRequest,
  requestReturn,
  returnKind,
  returnReason,
  returnStat,
  returnValue,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import { useAction, useClient, useLocale } from "@shotkeeper/ui/app";
import { useQueryClient } from "@tanstack/react-query";
import { App, Input, InputNumber, Modal, Segmented, Select } from "antd";
import { useState } from "react";
import { Amount } from "../parts/amount.tsx";
import { LineFacts } from "../parts/line-facts.tsx";
import type { PersonalOrder } from "../parts/orders.ts";
import { PictureInput } from "../parts/picture-input.tsx";

type Kind = keyof typeof returnKind.values;
type Reason = keyof typeof returnReason.values;
type Line = PersonalOrder["lines"][number];

const kinds = Object.keys(returnKind.values) as readonly Kind[];
const reasons = Object.keys(returnReason.values) as readonly Reason[];
const { requested, approved } = returnStat.values;
const { created } = orderStat.values;

/** Returns the number of pieces of a line that can be cancelled or sent back. Pieces in open requests do not count. */
function leftOf(o: PersonalOrder, l: Line, kind: Kind): number {
  const isCancel = kind === "cancel";
  const asked = o.returns
    .filter((r) => r.returnStat === requested || r.returnStat === approved)
    .filter((r) => (r.returnKind === returnKind.values.cancel) === isCancel)
    .flatMap((r) => r.lines)
    .filter((x) => x.seq === l.seq)
    .reduce((n, x) => n + (x.returnQty ?? 0), 0);
  const pieces = { ...l, orderQty: l.orderQty ?? 0 };
  return (isCancel ? openQtyOf(pieces) : heldQtyOf(pieces)) - asked;
}

/** Dialog in which a customer asks to cancel, return or exchange goods of an order. */
export function ReturnDialog({ o, onClose }: { readonly o: PersonalOrder; readonly onClose: () => void }) {
  const { returns: t, enums, fields, shell } = useLocale();
  const client = useClient();
  const act = useAction();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const possible = kinds.filter(
    (k) => refuseRequest(returnKind.values[k], o) === undefined && o.lines.some((l) => leftOf(o, l, k) > 0),
  );
  const [chosen, setChosen] = useState<Kind>();
  const kind = chosen ?? possible.find((k) => k !== "cancel") ?? possible[0];
  const [quantities, setQuantities] = useState<Readonly<Record<number, number>>>({});
  const [reason, setReason] = useState<Reason>();
  const [text, setText] = useState("");
  const [serials, setSerials] = useState("");
  const [files, setFiles] = useState<readonly File[]>([]);
  const [isBusy, setBusy] = useState(false);
  const lines = kind ? o.lines.filter((l) => leftOf(o, l, kind) > 0) : [];
  // Before the payment is complete, an order can be cancelled only as a whole.
  const isWholeOnly = kind === "cancel" && (o.orderStat ?? created) === created;
  // Only counters have serial numbers.
  const hasSerials = kind !== "cancel" && lines.some((l) => l.goodsType === configurableType);
  const qtyOf = (l: Line): number =>
    isWholeOnly && kind ? leftOf(o, l, kind) : (quantities[l.seq ?? 0] ?? 0);
  const asked = lines.flatMap((l) => {
    const returnQty = qtyOf(l);
    return returnQty > 0 ? [{ seq: l.seq ?? 0, returnQty }] : [];
  });
  // Postage is refunded only if nothing was shipped and all pieces of the order are cancelled.
  const isWhole =
    kind === "cancel" &&
    o.lines.every((l) => !l.shippedQty && (l.cancelledQty ?? 0) + qtyOf(l) === (l.orderQty ?? 0));
  const value = sumAmounts([
    isWhole ? (o.postage ?? 0) : 0,
    ...lines.map((l) =>
      returnValue(l.unitPrice ?? 0, keptQtyOf({ ...l, orderQty: l.orderQty ?? 0 }), qtyOf(l)),
    ),
  ]);
  async function send(): Promise<void> {
    if (!kind || asked.length === 0) return void message.warning(t.noPieces);
    if (!reason) return void message.warning(shell.common.select(fields.returnReason));
    const code = returnReason.values[reason];
    if (kind !== "cancel" && needsPicture(code) && files.length === 0)
      return void message.warning(t.picturesHint);
    setBusy(true);
    const done = await act(async () => {
      const rows = files.length > 0 ? await client.upload(files, { fileCode: "returnFile" }) : [];
      return client.run(requestReturn, {
        orderNo: o.orderNo,
        returnKind: returnKind.values[kind],
        lines: asked.map(encodeAskedLine),
        serials: hasSerials ? serials.split(/[\s,;，；]+/).filter(Boolean) : [],
        returnReason: code,
        reasonText: text || null,
        fileIds: rows.map((r) => r.fileId ?? ""),
      });
    });
    setBusy(false);
    if (!done) return;
    void message.success(t.sent(done.returnNo));
    await queries.invalidateQueries();
    onClose();
  }
  return (
    <Modal
      open
      title={t.askTitle(o.orderNo)}
      onCancel={onClose}
      onOk={() => void send()}
      okText={t.send}
      okButtonProps={{ disabled: kind === undefined }}
      confirmLoading={isBusy}
    >
      {kind === undefined && <p>{t.nothing}</p>}
      {kind && (
        <>
          <Segmented<Kind>
            block
            aria-label={t.whatTo}
            value={kind}
            onChange={(k) => {
              setChosen(k);
              setQuantities({});
            }}
            options={possible.map((k) => ({ value: k, label: enums.returnKind[k] }))}
          />
          <p className="sk-faint shop-return-hint">{t.hints[kind]}</p>
          <ul className="shop-return-lines">
            {lines.map((l) => (
              <li key={l.seq}>
                <span>
                  {l.goodsName} <LineFacts l={l} />
                </span>
                <InputNumber
                  aria-label={t.qtyOf(l.goodsName ?? "")}
                  min={0}
                  max={leftOf(o, l, kind)}
                  precision={0}
                  value={qtyOf(l)}
                  disabled={isWholeOnly}
                  onChange={(v) => setQuantities({ ...quantities, [l.seq ?? 0]: v ?? 0 })}
                />
                <small className="sk-faint">{t.pieces(leftOf(o, l, kind))}</small>
              </li>
            ))}
          </ul>
          <div className="shop-return-form">
            <Select<Reason>
              aria-label={fields.returnReason}
              placeholder={fields.returnReason}
              value={reason ?? null}
              onChange={setReason}
              options={reasons.map((r) => ({ value: r, label: enums.returnReason[r] }))}
            />
            <Input.TextArea
              aria-label={fields.reasonText}
              placeholder={fields.reasonText}
              maxLength={500}
              autoSize={{ minRows: 2, maxRows: 6 }}
              value={text}
              onChange={(e) => setText(e.target.value)}
            />
            {hasSerials && (
              <Input.TextArea
                aria-label={fields.serials}
                placeholder={t.serialsHint}
                autoSize={{ minRows: 1, maxRows: 6 }}
                value={serials}
                onChange={(e) => setSerials(e.target.value)}
              />
            )}
          </div>
          {kind !== "cancel" && (
            <>
              <PictureInput
                files={files}
                max={maxReturnPictures}
                addLabel={t.addPicture}
                onChange={setFiles}
              />
              <p className="sk-faint">{t.picturesHint}</p>
            </>
          )}
          {kind !== "exchange" && (
            <p>
              {t.value} <Amount value={value} strong />
            </p>
          )}
        </>
      )}
    </Modal>
  );
}
