import type { QueryRow } from "@shotkeeper/contract/kernel";
import { type stockList, stockMoves, stockSerials } from "@shotkeeper/contract/shop";
import { useLocale } from "@shotkeeper/ui/app";
import type { Columns } from "@shotkeeper/ui/cells";
import { QueryGrid } from "@shotkeeper/ui/list";
import { Drawer } from "antd";
import { useMemo } from "react";
import { useGoodsName } from "../../goods-name.ts";

const moveColumns: Columns<typeof stockMoves> = [
  { name: "createdDate", width: 168 },
  { name: "moveNo", width: 168 },
  { name: "moveKind", width: 104 },
  { name: "moveQty", onCard: true, width: 92 },
  { name: "balanceQty", onCard: true, width: 108 },
  { name: "moveReason", width: 200 },
  { name: "createdBy", width: 100 },
];
const serialColumns: Columns<typeof stockSerials> = [
  { name: "chipCode", width: 168 },
  { name: "serialState", width: 104 },
  { name: "orderNo", width: 150 },
  { name: "shipmentNo", width: 160 },
  { name: "updatedDate", width: 168 },
];

/** Drawer with the documents that changed a product's stock, and the serial numbers of its counters. */
export function StockMoves({
  row,
  onClose,
}: {
  readonly row: QueryRow<typeof stockList>;
  readonly onClose: () => void;
}) {
  const t = useLocale().shop.staff;
  const nameOf = useGoodsName();
  const fixed = useMemo(
    () => [{ field: "goodsId", operator: "EQ" as const, value: row.goodsId }],
    [row.goodsId],
  );
  return (
    <Drawer open onClose={onClose} size={1000} title={`${row.goodsId} · ${nameOf(row)}`}>
      <section className="sk-detail-section">
        <h3>{t.moves}</h3>
        <QueryGrid
          inner
          id="stockMoves"
          query={stockMoves}
          columns={moveColumns}
          fixed={fixed}
          height={300}
        />
      </section>
      {row.goodsType === 0 && (
        <section className="sk-detail-section">
          <h3>{t.serials}</h3>
          <QueryGrid
            inner
            id="stockSerials"
            query={stockSerials}
            columns={serialColumns}
            fixed={fixed}
            search={["chipCode", "orderNo"]}
            height={300}
          />
        </section>
      )}
    </Drawer>
  );
}
