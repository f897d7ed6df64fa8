import { orderStat } from "@shotkeeper/contract/enumerations";
import { openQtyOf } from "@shotkeeper/contract/shop";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { Button } from "antd";
import type { PersonalOrder } from "./orders.ts";

/** List of the parcels of an order that is shipped in several parcels or only in part. Each parcel can be tracked. */
export function OrderParcels({
  o,
  onTrack,
}: {
  readonly o: PersonalOrder;
  readonly onTrack: (o: PersonalOrder) => void;
}) {
  const t = useLocale().shop.home;
  const f = useFormats();
  const isWhole = (o.orderStat ?? 0) >= orderStat.values.shipping;
  if (o.shipments.length === 0 || (o.shipments.length === 1 && isWhole)) return null;
  const shipped = o.lines.reduce((n, l) => n + l.shippedQty, 0);
  const total = o.lines.reduce(
    (n, l) => n + l.shippedQty + openQtyOf({ ...l, orderQty: l.orderQty ?? 0 }),
    0,
  );
  return (
    <div className="shop-parcels">
      {!isWhole && <p>{t.partial(shipped, total)}</p>}
      <ul>
        {o.shipments.map((p) => (
          <li key={p.shipmentNo}>
            <span>{[p.carrier, p.expressNo].filter(Boolean).join(" ")}</span>
            <span className="sk-faint">
              {f.date(p.shippedAt)} · {t.pieces(p.pieceCount)}
            </span>
            <Button
              type="link"
              size="small"
              onClick={() => onTrack({ ...o, carrier: p.carrier, expressNo: p.expressNo })}
            >
              {t.logistics}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
