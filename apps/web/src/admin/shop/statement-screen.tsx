import { documentType, shipOrders, statementList } from "@shotkeeper/contract/shop";
import { useLocale, useSession } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint } from "@shotkeeper/ui/cells";
import { QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { useState } from "react";
import { SaleDialog } from "./sale-dialogs.tsx";
import { useDocument } from "./use-document.ts";

const columns: Columns<typeof statementList> = [
  { name: "orderMonth", pin: "left", width: 92 },
  { name: "custName", onCard: true, width: 188 },
  { name: "oemName", width: 160 },
  { name: "orderCount", width: 84 },
  { name: "orderedAmount", width: 116 },
  { name: "openAmount", onCard: true, width: 116 },
  { name: "paidAmount", width: 116 },
  { name: "creditedAmount", width: 128 },
  { name: "shippedAmount", width: 116 },
  { name: "payDate", width: 116 },
  { name: "isOverdue", width: 92 },
  { name: "waitingCount", width: 108 },
  { name: "statementDays", width: 96 },
];

/** Screen of monthly statements of customers who pay monthly. Staff confirm the vouchers of a month together. */
export default function StatementScreen() {
  const { shop, screen, menus, errors } = useLocale();
  const t = shop.staff;
  const { allows } = useSession();
  const openDocument = useDocument();
  const [month, setMonth] = useState<{ readonly orderNos: readonly string[]; readonly about: string }>();
  const mayChange = allows(shipOrders.access);
  return (
    <div className="sk-list">
      <QueryGrid
        query={statementList}
        columns={columns}
        search={["custName", "custId"]}
        actionsWidth={168}
        rowActions={(r) => (
          <RowActions
            actions={[
              ...(mayChange
                ? [
                    {
                      key: "confirm",
                      label: t.confirmMonth,
                      refused: r.waitingOrders ? undefined : errors.noVoucherPicture,
                      run: () =>
                        setMonth({
                          orderNos: (r.waitingOrders ?? "").split(","),
                          about: [r.custName, r.orderMonth].join(" "),
                        }),
                    },
                  ]
                : []),
              {
                key: "pdf",
                label: shop.statement.pdf,
                run: () => void openDocument(`${r.custId}/${r.orderMonth}`, documentType.statement),
              },
            ]}
          />
        )}
        empty={<EmptyHint title={screen.empty.title(menus.salesStatement)} hint={t.statementsEmpty} />}
      />
      {month && <SaleDialog step="confirm" {...month} onClose={() => setMonth(undefined)} />}
    </div>
  );
}
