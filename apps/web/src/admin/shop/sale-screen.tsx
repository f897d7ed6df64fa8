import { orderStat } from "@shotkeeper/contract/enumerations";
import type { Condition } from "@shotkeeper/contract/kernel";
import { customerOrder, refuseSale, saleList, shipOrders } from "@shotkeeper/contract/shop";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { refusalText, useRows } from "@shotkeeper/ui/data";
import { FilterStrip, QueryGrid, type RowAction, RowActions } from "@shotkeeper/ui/list";
import { Button } from "antd";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { refuseWaybill } from "../printing/parcels.ts";
import { WaybillDialog } from "../printing/waybill-dialog.tsx";
import { PackDialog } from "./pack-dialog.tsx";
import { SaleDetail } from "./sale-detail.tsx";
import { SaleDialog, type StaffStep } from "./sale-dialogs.tsx";
import type { SaleRow } from "./sale-row.ts";
import { saleTones } from "./sale-tones.ts";
import { ShipDialog } from "./ship-dialog.tsx";

const columns: Columns<typeof saleList> = [
  { name: "orderNo", pin: "left", width: 132 },
  {
    name: "orderStat",
    width: 140,
    cell: (r) => <ChoiceTag of={orderStat} value={r.orderStat} tones={saleTones} />,
  },
  { name: "custName", onCard: true, width: 188 },
  { name: "oemName", width: 160 },
  { name: "totalAmount", onCard: true, width: 116 },
  { name: "isPaid", width: 84 },
  { name: "orderDate", width: 168 },
  { name: "planOutDate", width: 116 },
  { name: "voucherCount", width: 84 },
  { name: "expressNo", width: 152 },
  { name: "carrier", width: 104 },
  { name: "invoicingStat", width: 104 },
  { name: "postage", width: 92 },
  { name: "custCode", width: 120 },
  { name: "remark", width: 180 },
  { name: "rejectReason", width: 160 },
  { name: "receivedAmount", width: 116 },
  { name: "openAmount", width: 116 },
  { name: "creditedAmount", width: 128 },
  { name: "refundDue", width: 116 },
  { name: "cancelReason", width: 160 },
  { name: "orderedBy", width: 110 },
  { name: "approvedAt", width: 150 },
];
const newestFirst = [{ field: "orderDate", direction: "desc" }] as const;
const stats = Object.keys(orderStat.values) as (keyof typeof orderStat.values)[];
const everything: readonly Condition[] = [];
const conditions: Readonly<Record<string, readonly Condition[]>> = Object.fromEntries(
  stats.map((s) => [s, [{ field: "orderStat", operator: "EQ" as const, value: orderStat.values[s] }]]),
);
type Step = Exclude<StaffStep, "approve"> | "ship";
const steps: readonly Step[] = ["confirm", "ship", "reject", "cancel"];

function useCount(stat: string): number | undefined {
  return useRows(saleList, { where: conditions[stat] ?? everything, limit: 1 }).data?.total;
}

type Open =
  | { readonly kind: "detail" | "pack"; readonly row: SaleRow }
  | { readonly kind: "waybill"; readonly rows: readonly SaleRow[] }
  | { readonly kind: "ship"; readonly rows: readonly SaleRow[] }
  | { readonly kind: StaffStep; readonly orderNos: readonly string[] }
  | undefined;

/** Screen of the shop's orders, with the steps that finance and warehouse perform. */
export default function SaleScreen() {
  const locale = useLocale();
  const { shop, enums, shell, screen, menus } = locale;
  const t = shop.staff;
  const { allows } = useSession();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const [selection, setSelection] = useState<ReadonlyMap<string, SaleRow>>(new Map());
  const requested = params.get("stat") ?? "";
  const shown = requested in conditions ? requested : "";
  const counts = {
    created: useCount("created"),
    voucherUploaded: useCount("voucherUploaded"),
    financeConfirmed: useCount("financeConfirmed"),
    shipping: useCount("shipping"),
    finished: useCount("finished"),
    cancelled: useCount("cancelled"),
    awaitingApproval: useCount("awaitingApproval"),
  };
  const mayChange = allows(shipOrders.access);
  const labels = { confirm: t.confirm, ship: t.ship, reject: t.reject, cancel: t.cancel };
  const isUnpaid = (r: SaleRow) => r.orderStat === orderStat.values.created;
  const begin = (kind: Step, of: readonly SaleRow[]) => {
    if (kind === "ship") return setOpen({ kind, rows: of });
    const isRelease = kind === "confirm" && of.every(isUnpaid);
    setOpen({ kind: isRelease ? "approve" : kind, orderNos: of.map((r) => r.orderNo) });
  };
  const actions = (row: SaleRow): RowAction[] => {
    const stepActions = mayChange
      ? steps.map((kind) => ({
          key: kind,
          label: kind === "confirm" && isUnpaid(row) ? t.approve : labels[kind],
          danger: kind === "reject" || kind === "cancel",
          refused: refusalText(refuseSale(kind, row), locale),
          run: () => begin(kind, [row]),
        }))
      : [];
    const pack = {
      key: "pack",
      label: t.pack,
      refused: refusalText(refuseSale("ship", row), locale),
      run: () => setOpen({ kind: "pack", row }),
    };
    const waybill = {
      key: "waybill",
      label: locale.printing.waybill.action,
      refused: refusalText(refuseWaybill(row), locale),
      run: () => setOpen({ kind: "waybill", rows: [row] }),
    };
    const detail = { key: "detail", label: shell.common.detail, run: () => setOpen({ kind: "detail", row }) };
    const all: RowAction[] = [...stepActions, ...(mayChange ? [pack, waybill] : []), detail];
    return [...all.filter((a) => !a.refused), ...all.filter((a) => a.refused)];
  };
  const rows = [...selection.values()];
  const bulk = (kind: Step) => {
    const ready = rows.filter((r) => refuseSale(kind, r) === undefined);
    return (
      <Button
        key={kind}
        disabled={ready.length === 0 || ready.length !== rows.length}
        onClick={() => begin(kind, rows)}
      >
        {labels[kind]}
      </Button>
    );
  };
  return (
    <div className="sk-list sk-list-headed">
      <FilterStrip
        label={shop.home.all}
        items={stats.map((s) => ({ key: s, label: enums.orderStat[s], count: counts[s] }))}
        chosen={shown}
        onChoose={(key: string) => setParams(key === "" ? {} : { stat: key })}
      />
      <QueryGrid
        query={saleList}
        entity={customerOrder}
        columns={columns}
        fixed={conditions[shown] ?? everything}
        search={["orderNo", "custName", "expressNo", "custCode"]}
        sort={newestFirst}
        rowActions={(row) => <RowActions actions={actions(row)} />}
        actionsWidth={168}
        onOpen={(row) => setOpen({ kind: "detail", row })}
        selection={selection}
        onSelectionChange={mayChange ? setSelection : undefined}
        toolbar={
          mayChange &&
          rows.length > 0 && (
            <>
              {steps.slice(0, 2).map(bulk)}
              <Button
                disabled={rows.some((r) => refuseWaybill(r) !== undefined)}
                onClick={() => setOpen({ kind: "waybill", rows })}
              >
                {locale.printing.waybill.action}
              </Button>
            </>
          )
        }
        empty={<EmptyHint title={screen.empty.title(menus.salesOrder)} hint={t.ordersEmpty} />}
      />
      {open?.kind === "detail" && <SaleDetail row={open.row} onClose={() => setOpen(undefined)} />}
      {open?.kind === "pack" && <PackDialog order={open.row} onClose={() => setOpen(undefined)} />}
      {open?.kind === "waybill" && (
        <WaybillDialog
          orders={open.rows}
          onClose={() => {
            setOpen(undefined);
            setSelection(new Map());
          }}
        />
      )}
      {open?.kind === "ship" && (
        <ShipDialog
          orders={open.rows}
          onClose={() => setOpen(undefined)}
          onDone={() => setSelection(new Map())}
        />
      )}
      {open !== undefined && "orderNos" in open && (
        <SaleDialog
          step={open.kind}
          orderNos={open.orderNos}
          onClose={() => setOpen(undefined)}
          onDone={() => setSelection(new Map())}
        />
      )}
    </div>
  );
}
