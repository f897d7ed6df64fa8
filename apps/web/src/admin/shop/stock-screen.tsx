import type { QueryRow } from "@shotkeeper/contract/kernel";
import { adjustStock, stockList } from "@shotkeeper/contract/shop";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { useState } from "react";

const columns: Columns<typeof stockList> = [
  { name: "goodsId", pin: "left", width: 110 },
  { name: "goodsName", width: 220 },
  { name: "goodsModel", width: 132 },
  { name: "goodsType", width: 96 },
  { name: "stockQty", width: 96 },
  { name: "reservedQty", width: 96 },
  { name: "availableQty", width: 108 },
  { name: "lowStockQty", width: 108 },
  { name: "isLowStock", width: 92 },
  { name: "soldQty", width: 132 },
  { name: "goodsUnit", width: 84 },
  { name: "offShelf", width: 92 },
];
const lowFirst = [
  { field: "isLowStock", direction: "desc" },
  { field: "goodsId", direction: "asc" },
] as const;

/** Screen of product stock: stored, reserved and available quantity. Products with low stock come first. */
export default function StockScreen() {
  const { shop, screen, menus } = useLocale();
  const t = shop.staff;
  const { allows } = useSession();
  const f = useFormats();
  const [chosen, setChosen] = useState<QueryRow<typeof stockList>>();
  const mayChange = allows(adjustStock.access);
  return (
    <div className="sk-list">
      <QueryGrid
        query={stockList}
        columns={columns}
        search={["goodsId", "goodsName", "goodsModel"]}
        sort={lowFirst}
        actionsWidth={104}
        rowActions={(r) => (
          <RowActions
            actions={mayChange ? [{ key: "adjust", label: t.adjust, run: () => setChosen(r) }] : []}
          />
        )}
        empty={<EmptyHint title={screen.empty.title(menus.salesStock)} hint={t.stockEmpty} />}
      />
      {chosen && (
        <CommandDialog
          command={adjustStock}
          title={`${t.adjust} · ${chosen.goodsId}`}
          lead={t.adjustLead(chosen.goodsName ?? "", f.whole(chosen.stockQty))}
          preset={{ goodsId: chosen.goodsId }}
          successText={() => t.adjusted}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  );
}
