import { paymentStat } from "@shotkeeper/contract/enumerations";
import { paymentList, sumAmounts } from "@shotkeeper/contract/shop";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { Photos } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { Table } from "antd";
import type { PaymentRow } from "./payment-row.ts";

/** Returns the payment's amount minus the open amount of its orders, yuan. */
const differenceOf = (p: PaymentRow): number => sumAmounts([p.paidAmount ?? 0, -(p.openAmount ?? 0)]);

/** Table of payments, each with the customer's proof of payment, the paid amount and the open amount of the orders. */
export function ReceiptTable({ payments }: { readonly payments: readonly PaymentRow[] }) {
  const { fields, shop } = useLocale();
  const t = shop.staff;
  const f = useFormats();
  const money = (v: number) => f.decimal(v, 2);
  const sum = sumAmounts(payments.map((p) => p.paidAmount ?? 0));
  return (
    <Table<PaymentRow>
      size="small"
      rowKey="paymentId"
      dataSource={[...payments]}
      pagination={false}
      scroll={{ x: "max-content", y: 360 }}
      columns={[
        { title: fields.filePaths, key: "files", render: (_v, p) => <Photos value={p.filePaths} /> },
        { title: fields.custName, dataIndex: "custName" },
        { title: fields.orders, dataIndex: "orders", render: (v: string) => v.split(",").join(" ") },
        { title: fields.paidOn, dataIndex: "paidOn" },
        { title: t.reported, dataIndex: "paidAmount", align: "right", render: money },
        { title: fields.openAmount, dataIndex: "openAmount", align: "right", render: money },
        {
          title: t.difference,
          key: "difference",
          align: "right",
          render: (_v, p) => {
            const value = differenceOf(p);
            return (
              <span className="sk-figure" data-level={value < 0 ? "bad" : undefined}>
                {value === 0 ? "–" : money(value)}
              </span>
            );
          },
        },
      ]}
      footer={() => (
        <strong>
          {t.paymentsSum(payments.length)} ¥ {money(sum)}
        </strong>
      )}
    />
  );
}

const waiting = [{ field: "paymentStat", operator: "EQ" as const, value: paymentStat.values.waiting }];

/** Table of the payments of some orders. Shows only payments that wait for confirmation by staff. */
export function OrderReceipts({ orderNos }: { readonly orderNos: readonly string[] }) {
  const { data } = useRows(paymentList, { where: waiting, limit: 1000 });
  const payments = (data?.rows ?? []).filter((p) =>
    (p.orders ?? "").split(",").some((no) => orderNos.includes(no)),
  );
  return payments.length > 0 && <ReceiptTable payments={payments} />;
}
