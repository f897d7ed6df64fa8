import { goodsType } from "@shotkeeper/contract/enumerations";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import { adjustStock, receiveStock, recordSerials, stockList } from "@shotkeeper/contract/shop";
import type { LocaleCode } from "@shotkeeper/locales";
import { missing, ToneTag, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { CommandDialog } from "@shotkeeper/ui/command";
import { QueryGrid, type RowAction, RowActions } from "@shotkeeper/ui/list";
import { useMemo, useState } from "react";
import { nameColumns, unitColumns, useGoodsName } from "../../goods-name.ts";
import { SerialsInput } from "./serials-input.tsx";
import { StockMoves } from "./stock-moves.tsx";

type StockRow = QueryRow<typeof stockList>;

const columnsOf = (
  language: LocaleCode,
  { name, unit, low }: { readonly name: string; readonly unit: string; readonly low: string },
  nameOf: (row: StockRow) => string,
): Columns<typeof stockList> => [
  { name: "goodsId", pin: "left", width: 110 },
  { name: nameColumns[language], title: name, onCard: true, width: 220, text: nameOf },
  { name: "stockQty", width: 96 },
  { name: "reservedQty", width: 96 },
  { name: "availableQty", onCard: true, width: 108 },
  { name: "lowStockQty", width: 108 },
  // Shows a yellow tag, because low stock is a warning. Other flags of the list show a green tick.
  {
    name: "isLowStock",
    width: 112,
    cell: (row) => (row.isLowStock ? <ToneTag tone="attention">{low}</ToneTag> : missing),
  },
  { name: "goodsModel", width: 132 },
  { name: "goodsType", width: 96 },
  { name: "serialCount", width: 108 },
  { name: "soldQty", width: 132 },
  {
    name: unitColumns[language],
    title: unit,
    width: 84,
    text: (row) => row[unitColumns[language]] ?? row.goodsUnit ?? "",
  },
  { name: "offShelf", width: 92 },
];
const lowFirst = [
  { field: "isLowStock", direction: "desc" },
  { field: "goodsId", direction: "asc" },
] as const;

const inputs = { serials: SerialsInput };
const isCounter = (r: StockRow) => r.goodsType === goodsType.values.hardware;

/** Screen of product stock: stored, reserved and available quantity. Products with low stock come first. */
export default function StockScreen() {
  const { shop, screen, menus, fields, code } = useLocale();
  const t = shop.staff;
  const { allows } = useSession();
  const f = useFormats();
  const nameOf = useGoodsName();
  const columns = useMemo(
    () => columnsOf(code, { name: fields.goodsName, unit: fields.goodsUnit, low: fields.isLowStock }, nameOf),
    [code, fields, nameOf],
  );
  const [open, setOpen] = useState<{
    readonly what: "receive" | "adjust" | "record" | "moves";
    readonly row: StockRow;
  }>();
  const close = () => setOpen(undefined);
  const mayChange = allows(adjustStock.access);
  const actions = (row: StockRow): RowAction[] => [
    ...(mayChange
      ? [
          { key: "receive", label: t.receiveStock, run: () => setOpen({ what: "receive", row }) },
          { key: "adjust", label: t.adjust, run: () => setOpen({ what: "adjust", row }) },
        ]
      : []),
    { key: "moves", label: t.moves, run: () => setOpen({ what: "moves", row }) },
    ...(mayChange && isCounter(row)
      ? [{ key: "record", label: t.recordSerials, run: () => setOpen({ what: "record", row }) }]
      : []),
  ];
  return (
    <div className="sk-list">
      <QueryGrid
        query={stockList}
        columns={columns}
        search={["goodsId", "goodsName", "goodsNameTw", "goodsNameEn", "goodsModel"]}
        sort={lowFirst}
        actionsWidth={196}
        rowActions={(r) => <RowActions actions={actions(r)} />}
        empty={<EmptyHint title={screen.empty.title(menus.salesStock)} hint={t.stockEmpty} />}
      />
      {open?.what === "moves" && <StockMoves row={open.row} onClose={close} />}
      {open?.what === "receive" && (
        <CommandDialog
          command={receiveStock}
          title={`${t.receiveStock} · ${open.row.goodsId}`}
          lead={isCounter(open.row) ? t.receiveLead : undefined}
          preset={{ goodsId: open.row.goodsId }}
          ask={isCounter(open.row) ? ["receivedQty", "serials", "reason"] : ["receivedQty", "reason"]}
          inputs={inputs}
          successText={({ moveNo }) => t.receivedStock(moveNo)}
          onClose={close}
        />
      )}
      {open?.what === "record" && (
        <CommandDialog
          command={recordSerials}
          title={`${t.recordSerials} · ${open.row.goodsId}`}
          lead={t.recordLead(f.whole(open.row.stockQty), f.whole(open.row.serialCount))}
          preset={{ goodsId: open.row.goodsId }}
          inputs={inputs}
          onClose={close}
        />
      )}
      {open?.what === "adjust" && (
        <CommandDialog
          command={adjustStock}
          title={`${t.adjust} · ${open.row.goodsId}`}
          lead={t.adjustLead(nameOf(open.row), f.whole(open.row.stockQty))}
          preset={{ goodsId: open.row.goodsId }}
          ask={isCounter(open.row) ? ["changeQty", "serials", "reason"] : ["changeQty", "reason"]}
          inputs={inputs}
          {...(isCounter(open.row) && { hints: { serials: t.adjustSerials } })}
          successText={() => t.adjusted}
          onClose={close}
        />
      )}
    </div>
  );
}
