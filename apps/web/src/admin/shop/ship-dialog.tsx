import type { Condition } from "@shotkeeper/contract/kernel";
import {
  carrierNames,
  encodePackedLine,
  refuseNumber,
  saleLines,
  shipOrders,
} from "@shotkeeper/contract/shop";
import { messageOf, ToneTag, useClient, useLocale } from "@shotkeeper/ui/app";
import { refusalText, useInvalidateData, useRows } from "@shotkeeper/ui/data";
import { AutoComplete, Button, Input, InputNumber, Modal } from "antd";
import { useMemo, useState } from "react";
import { useGoodsName } from "../../goods-name.ts";
import type { SaleRow } from "./sale-row.ts";
import {
  chosenLines,
  isReady,
  lineKey,
  linesOf,
  openQty,
  placeOf,
  type SaleLine,
  type ShipParcel,
  shipParcels,
} from "./ship-parcels.ts";
import "./ship.css";

interface ParcelProps {
  readonly parcel: ShipParcel;
  readonly lines: readonly SaleLine[];
  readonly onChange: (to: Partial<ShipParcel>) => void;
}

/** One parcel of the dialog: its receiver, its orders, its waybill number and, on request, its quantities. */
function Parcel({ parcel, lines, onChange }: ParcelProps) {
  const locale = useLocale();
  const { shop, fields } = locale;
  const t = shop.staff;
  const nameOf = useGoodsName();
  const [isPart, setPart] = useState(false);
  const [first] = parcel.orders;
  const own = linesOf(parcel, lines);
  const refusal = parcel.expressNo === "" ? undefined : refuseNumber(parcel.carrier, parcel.expressNo);
  const failure = parcel.failure || refusalText(refusal, locale);
  return (
    <section className="sk-parcel" aria-label={first?.custName ?? ""}>
      <header>
        <strong>{first?.custName}</strong>
        <span className="sk-faint">{parcel.orders.map((o) => o.orderNo).join(" · ")}</span>
        {parcel.isShipped && <ToneTag tone="good">{t.shipped}</ToneTag>}
      </header>
      <p>
        {first?.recMan} {first?.recTel} · {first && placeOf(first)}
      </p>
      {!parcel.isShipped && (
        <div className="sk-parcel-number">
          <AutoComplete
            aria-label={fields.carrier}
            value={parcel.carrier}
            options={carrierNames.map((value) => ({ value }))}
            onChange={(carrier) => onChange({ carrier: carrier ?? "", failure: "" })}
          />
          <Input
            aria-label={fields.expressNo}
            placeholder={fields.expressNo}
            value={parcel.expressNo}
            status={failure ? "error" : ""}
            onChange={(e) =>
              onChange({ expressNo: e.target.value.replace(/\s/g, "").toUpperCase(), failure: "" })
            }
          />
          <Button
            type="link"
            onClick={() => {
              setPart(!isPart);
              onChange({ quantities: new Map() });
            }}
          >
            {isPart ? t.shipAll : t.shipPart}
          </Button>
        </div>
      )}
      {failure && <p className="sk-parcel-failure">{failure}</p>}
      {!parcel.isShipped && (
        <ul>
          {own.map((l) => (
            <li key={lineKey(l)}>
              <span>
                {nameOf(l)} <span className="sk-faint">{l.goodsId}</span>
              </span>
              {isPart ? (
                <InputNumber
                  aria-label={`${fields.shipQty} ${lineKey(l)}`}
                  min={0}
                  max={openQty(l)}
                  precision={0}
                  value={parcel.quantities.get(lineKey(l)) ?? openQty(l)}
                  onChange={(n) =>
                    onChange({ quantities: new Map(parcel.quantities).set(lineKey(l), n ?? 0) })
                  }
                />
              ) : (
                <span>× {openQty(l)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ShipDialogProps {
  readonly orders: readonly SaleRow[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/**
 * Dialog that ships orders: one parcel for each customer and address, each with a waybill number of its own. A parcel
 * that cannot be shipped shows the reason, and does not keep the other parcels from being shipped.
 */
export function ShipDialog({ orders, onClose, onDone }: ShipDialogProps) {
  const locale = useLocale();
  const t = locale.shop.staff;
  const client = useClient();
  const invalidate = useInvalidateData();
  const [parcels, setParcels] = useState(() => shipParcels(orders));
  const [busy, setBusy] = useState(false);
  const where = useMemo<readonly Condition[]>(
    () => [{ field: "orderNo", operator: "IN", value: orders.map((o) => o.orderNo).join(",") }],
    [orders],
  );
  const { data } = useRows(saleLines, { where, limit: 9999 });
  const lines = data?.rows ?? [];
  const change = (key: string, to: Partial<ShipParcel>) =>
    setParcels((all) => all.map((p) => (p.key === key ? { ...p, ...to } : p)));
  const ready = parcels.filter((p) => isReady(p, parcels));

  async function ship(): Promise<void> {
    setBusy(true);
    let left = parcels.filter((p) => !p.isShipped).length;
    for (const p of ready) {
      const chosen = chosenLines(p, lines);
      try {
        await client.run(shipOrders, {
          orderNos: p.orders
            .map((o) => o.orderNo)
            .filter((no) => chosen === undefined || chosen.some((l) => l.orderNo === no)),
          carrier: p.carrier || null,
          expressNo: p.expressNo,
          lines: chosen?.map(encodePackedLine) ?? null,
        });
        change(p.key, { isShipped: true, failure: "" });
        left--;
      } catch (cause) {
        change(p.key, { failure: messageOf(cause, locale) });
      }
    }
    setBusy(false);
    invalidate();
    onDone();
    if (left === 0) onClose();
  }

  return (
    <Modal
      open
      title={t.shipTitle(orders.length)}
      width={720}
      onCancel={() => !busy && onClose()}
      mask={{ closable: false }}
      okText={t.shipParcels(ready.length)}
      okButtonProps={{ disabled: ready.length === 0, loading: busy }}
      onOk={() => void ship()}
      cancelText={locale.shell.common.close}
    >
      <p className="sk-faint">{t.shipLead}</p>
      <div className="sk-parcels">
        {parcels.map((p) => (
          <Parcel key={p.key} parcel={p} lines={lines} onChange={(to) => change(p.key, to)} />
        ))}
      </div>
    </Modal>
  );
}
