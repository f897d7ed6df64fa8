import { goodsType } from "@shotkeeper/contract/enumerations";
import { packSerials, saleLines, serialState, stockSerials, unpackSerials } from "@shotkeeper/contract/shop";
import { messageOf, ToneTag, useClient, useFailure, useLocale } from "@shotkeeper/ui/app";
import { useInvalidateData, useRows } from "@shotkeeper/ui/data";
import { Input, type InputRef, Modal, Tag } from "antd";
import { useMemo, useRef, useState } from "react";
import { useGoodsName } from "../../goods-name.ts";
import type { SaleRow } from "./sale-row.ts";
import { lineKey, openQty } from "./ship-parcels.ts";
import "./ship.css";

/**
 * Dialog that packs the counters of an order: each scan assigns one serial number to an order line. A refused serial
 * number is shown with the reason, and the next scan can follow at once.
 */
export function PackDialog({ order, onClose }: { readonly order: SaleRow; readonly onClose: () => void }) {
  const locale = useLocale();
  const t = locale.shop.staff;
  const client = useClient();
  const fail = useFailure();
  const invalidate = useInvalidateData();
  const nameOf = useGoodsName();
  const input = useRef<InputRef>(null);
  const [scanned, setScanned] = useState("");
  const [said, setSaid] = useState<{ readonly text: string; readonly isBad: boolean }>();
  const where = useMemo(
    () => [{ field: "orderNo", operator: "EQ" as const, value: order.orderNo }],
    [order.orderNo],
  );
  const { data: lineRows } = useRows(saleLines, { where, limit: 999 });
  const { data: serialRows } = useRows(stockSerials, { where, limit: 9999 });
  const lines = (lineRows?.rows ?? []).filter(
    (l) => l.goodsType === goodsType.values.hardware && openQty(l) > 0,
  );
  const packed = (serialRows?.rows ?? []).filter((s) => s.serialState === serialState.values.packed);
  const isLoaded = lineRows !== undefined && serialRows !== undefined;
  const missing = lines.reduce((n, l) => n + openQty(l), 0) - packed.length;
  const isComplete = isLoaded && lines.length > 0 && missing <= 0;
  const progress = isComplete ? t.packedAll : isLoaded && missing > 0 ? t.toScan(missing) : "";

  async function scan(): Promise<void> {
    const serial = scanned.trim();
    if (serial === "") return;
    setScanned("");
    try {
      await client.run(packSerials, { orderNo: order.orderNo, serials: [serial] });
      setSaid({ text: t.packedOne(serial), isBad: false });
      invalidate();
    } catch (cause) {
      setSaid({ text: messageOf(cause, locale), isBad: true });
    }
    input.current?.focus();
  }
  async function unpack(serial: string): Promise<void> {
    try {
      await client.run(unpackSerials, { orderNo: order.orderNo, serials: [serial] });
      setSaid(undefined);
      invalidate();
    } catch (cause) {
      fail(cause);
    }
  }

  return (
    <Modal
      open
      title={`${t.pack} · ${order.orderNo}`}
      width={640}
      footer={null}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
    >
      <p className="sk-faint">{t.packLead}</p>
      <Input
        ref={input}
        aria-label={t.scan}
        placeholder={t.scan}
        size="large"
        value={scanned}
        disabled={isComplete}
        status={said?.isBad ? "error" : ""}
        onChange={(e) => setScanned(e.target.value)}
        onPressEnter={() => void scan()}
      />
      <p className={said?.isBad ? "sk-parcel-failure" : "sk-faint"} role="status">
        {said?.text ?? progress}
      </p>
      <div className="sk-parcels">
        {lines.map((l) => {
          const own = packed.filter((s) => s.seq === l.seq);
          return (
            <section key={lineKey(l)} className="sk-parcel" aria-label={nameOf(l)}>
              <header>
                <strong>{nameOf(l)}</strong>
                <span className="sk-faint">{l.goodsId}</span>
                <ToneTag tone={own.length === openQty(l) ? "good" : "attention"}>
                  {own.length} / {openQty(l)}
                </ToneTag>
              </header>
              <div className="sk-serials">
                {own.map((s) => (
                  <Tag
                    key={s.chipCode}
                    closable
                    onClose={(e) => {
                      // Keeps the tag visible until the server has answered. By default, antd hides the tag at once,
                      // even if the server refuses.
                      e.preventDefault();
                      void unpack(s.chipCode ?? "");
                    }}
                  >
                    {s.chipCode}
                  </Tag>
                ))}
              </div>
            </section>
          );
        })}
        {lineRows && lines.length === 0 && <p>{t.nothingToPack}</p>}
      </div>
    </Modal>
  );
}
