import { orderStat } from "@shotkeeper/contract/enumerations";
import { confirmPayment, customerOrder, refuseSale, voucherList } from "@shotkeeper/contract/shop";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint, Photos } from "@shotkeeper/ui/cells";
import { refusalText } from "@shotkeeper/ui/data";
import { QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { useMemo, useState } from "react";
import { SaleDialog } from "./sale-dialogs.tsx";
import { saleTones } from "./sale-tones.ts";

const columnsOf = (title: string): Columns<typeof voucherList> => [
  { name: "orderNo", pin: "left", width: 132 },
  { name: "filePath", title, width: 96, cell: (r) => <Photos value={r.filePath} /> },
  { name: "isWaiting", width: 112 },
  { name: "totalAmount", width: 120 },
  { name: "custName", width: 220 },
  { name: "oemName", width: 180 },
  {
    name: "orderStat",
    width: 140,
    cell: (r) => <ChoiceTag of={orderStat} value={r.orderStat} tones={saleTones} />,
  },
  { name: "voucherAt", width: 168 },
  { name: "orderDate", width: 168 },
];
const latestFirst = [
  { field: "isWaiting", direction: "desc" },
  { field: "orderDate", direction: "desc" },
] as const;

/** Screen of payment vouchers. Vouchers that finance has not yet confirmed or rejected come first. */
export default function VoucherScreen() {
  const locale = useLocale();
  const { shop, screen, menus } = locale;
  const t = shop.staff;
  const { allows } = useSession();
  const columns = useMemo(() => columnsOf(menus.salesVoucher), [menus]);
  const [open, setOpen] = useState<{ readonly step: "confirm" | "reject"; readonly orderNo: string }>();
  const mayChange = allows(confirmPayment.access);
  return (
    <div className="sk-list">
      <QueryGrid
        query={voucherList}
        entity={customerOrder}
        columns={columns}
        search={["orderNo", "custName"]}
        sort={latestFirst}
        actionsWidth={168}
        rowActions={(r) => (
          <RowActions
            actions={
              mayChange
                ? (["confirm", "reject"] as const).map((step) => ({
                    key: step,
                    label: t[step],
                    danger: step === "reject",
                    refused: refusalText(refuseSale(step, r), locale),
                    run: () => setOpen({ step, orderNo: r.orderNo ?? "" }),
                  }))
                : []
            }
          />
        )}
        empty={<EmptyHint title={screen.empty.title(menus.salesVoucher)} hint={t.vouchersEmpty} />}
      />
      {open && <SaleDialog step={open.step} orderNos={[open.orderNo]} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
