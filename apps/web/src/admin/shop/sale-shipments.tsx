import type { QueryRow } from "@shotkeeper/contract/kernel";
import { correctWaybill, shipmentChanges, shipmentLines } from "@shotkeeper/contract/shop";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { CommandDialog } from "@shotkeeper/ui/command";
import { useRows } from "@shotkeeper/ui/data";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { useGoodsName } from "../../goods-name.ts";
import "./ship.css";

type Line = QueryRow<typeof shipmentLines>;

/** Earlier waybill numbers of a shipment, each with the reason for its correction. */
function Corrections({ shipmentNo }: { readonly shipmentNo: string }) {
  const t = useLocale().shop.staff;
  const f = useFormats();
  const where = useMemo(
    () => [{ field: "shipmentNo", operator: "EQ" as const, value: shipmentNo }],
    [shipmentNo],
  );
  const { data } = useRows(shipmentChanges, { where });
  return (
    <>
      {data?.rows.map((c) => (
        <p key={c.seq} className="sk-faint">
          {t.corrected(
            [c.carrier, c.expressNo].filter(Boolean).join(" "),
            c.reason ?? "",
            f.dateTime(c.createdDate),
          )}
        </p>
      ))}
    </>
  );
}

/** Lists the parcels of an order. Users with the right can correct the waybill number of a parcel. */
export function SaleShipments({ orderNo }: { readonly orderNo: string }) {
  const locale = useLocale();
  const t = locale.shop.staff;
  const f = useFormats();
  const nameOf = useGoodsName();
  const { allows } = useSession();
  const [chosen, setChosen] = useState<Line>();
  const where = useMemo(() => [{ field: "orderNo", operator: "EQ" as const, value: orderNo }], [orderNo]);
  const { data } = useRows(shipmentLines, { where, limit: 999 });
  const groups = new Map<string, Line[]>();
  for (const l of data?.rows ?? [])
    groups.set(l.shipmentNo ?? "", [...(groups.get(l.shipmentNo ?? "") ?? []), l]);
  if (groups.size === 0) return <p className="sk-faint">{t.noShipments}</p>;
  return (
    <div className="sk-parcels">
      {[...groups].map(([no, lines]) => {
        const [first] = lines;
        return (
          <section key={no} className="sk-parcel" aria-label={no}>
            <header>
              <strong>{[first?.carrier, first?.expressNo].filter(Boolean).join(" ")}</strong>
              <span className="sk-faint">
                {no} · {f.dateTime(first?.shippedAt ?? null)}
              </span>
              {allows(correctWaybill.access) && (
                <Button type="link" size="small" onClick={() => setChosen(first)}>
                  {t.correct}
                </Button>
              )}
            </header>
            <ul>
              {lines.map((l) => (
                <li key={l.seq}>
                  <span>
                    {nameOf(l)} <span className="sk-faint">{l.goodsId}</span>
                  </span>
                  <span>
                    {l.shipQty} / {l.orderQty}
                  </span>
                </li>
              ))}
            </ul>
            <Corrections shipmentNo={no} />
          </section>
        );
      })}
      {chosen && (
        <CommandDialog
          command={correctWaybill}
          title={`${t.correct} · ${chosen.shipmentNo}`}
          preset={{ shipmentNo: chosen.shipmentNo ?? "" }}
          initial={{ carrier: chosen.carrier, expressNo: chosen.expressNo ?? "" }}
          successText={() => t.correctedDone}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  );
}
