import type { QueryRow } from "@shotkeeper/contract/kernel";
import { documentType, inOneMonth, refuseSale, statementOrders, sumAmounts } from "@shotkeeper/contract/shop";
import { DatePicker, ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { choiceLabel } from "@shotkeeper/ui/cells";
import { wallClock, wallDay } from "@shotkeeper/ui/time";
import { App, Button, Modal, Segmented, Table } from "antd";
import { type ReactNode, useState } from "react";
import { Amount } from "../parts/amount.tsx";
import { useAllRows } from "../parts/data.ts";
import Failure from "../parts/failure.tsx";
import { useDocument } from "../parts/save-file.ts";
import { useShopper } from "../parts/session.tsx";
import { useSheet } from "../parts/sheet.ts";
import { OverpaidPayments, overpaidLeft, useOverpaid } from "./overpaid-payments.tsx";
import { VoucherDialog } from "./voucher-dialog.tsx";

type Row = QueryRow<typeof statementOrders>;
type Filter = "all" | "open" | "paid";

/** Value with a label that only phones show. There, a row of the table is a card without titles of columns. */
function Labelled({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <span className="shop-phone-label">{label} </span>
      {children}
    </>
  );
}

/**
 * Dialog with the customer's orders of a month. The customer can upload one proof of payment (voucher) for several
 * orders.
 */
export function StatementDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const locale = useLocale();
  const { shop } = locale;
  const t = shop.statement;
  const f = useFormats();
  const { custId } = useShopper();
  const saveDocument = useDocument();
  const sheet = useSheet();
  const { message } = App.useApp();
  /** Month that the customer chose. Null: all months. Undefined: this month. */
  const [chosenMonth, setMonth] = useState<string | null>();
  const month = chosenMonth === undefined ? wallClock().format("YYYY-MM") : chosenMonth;
  const [filter, setFilter] = useState<Filter>("all");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [paying, setPaying] = useState<readonly Row[]>([]);
  const ofCustomer = { field: "custId", operator: "EQ" as const, value: custId ?? "" };
  const inMonth = month === null ? [] : [{ field: "orderMonth", operator: "EQ" as const, value: month }];
  const { data, error, isFetching } = useAllRows(statementOrders, [ofCustomer, ...inMonth], {
    enabled: open,
  });
  const { overpaid, error: overpaidError } = useOverpaid(custId ?? "", month, open);
  const all = data ?? [];
  const rows = all.filter((r) => filter === "all" || (filter === "paid") === Boolean(r.isPaid));
  const picked = all.filter((r) => chosen.includes(r.orderNo));
  const paidText = (r: Row) => (r.isPaid ? t.paid : r.voucherAt ? t.waiting : t.open);
  const sum = (some: readonly Row[]) => sumAmounts(some.map((r) => r.totalAmount ?? 0));
  const credited = sumAmounts(rows.map((r) => r.creditedAmount ?? 0));
  const paidSum = sumAmounts(rows.flatMap((r) => [r.receivedAmount ?? 0, -(r.refundedAmount ?? 0)]));
  const pay = () => {
    if (picked.length === 0) return void message.warning(shop.invoice.needOrder);
    if (!inOneMonth(picked.map((r) => r.orderMonth ?? ""))) return void message.warning(t.months);
    setPaying(picked);
  };
  const exportRows = () =>
    sheet<Row>(
      [t.title, month].filter(Boolean).join("-"),
      [
        { key: "orderNo", title: locale.fields.orderNo, type: "text" },
        { key: "orderDate", title: locale.fields.orderDate, type: "time" },
        { key: "oemName", title: locale.fields.oemName, type: "text", width: 200 },
        {
          key: "orderStat",
          title: locale.fields.orderStat,
          type: "text",
          text: (_v, r) => choiceLabel(orderStatField, r.orderStat, locale),
        },
        { key: "isPaid", title: t.payment, type: "text", text: (_v, r) => paidText(r) },
        { key: "payDate", title: t.due, type: "date" },
        { key: "totalAmount", title: locale.fields.totalAmount, type: "number", decimals: 2 },
        { key: "creditedAmount", title: locale.fields.creditedAmount, type: "number", decimals: 2 },
        { key: "openAmount", title: locale.fields.openAmount, type: "number", decimals: 2 },
      ],
      rows,
    );
  return (
    <Modal title={t.title} open={open} onCancel={onClose} footer={null} width={1120}>
      <div className="shop-toolbar">
        <DatePicker
          picker="month"
          aria-label={t.month}
          value={month === null ? null : wallDay(`${month}-01`)}
          onChange={(d) => setMonth(d ? d.format("YYYY-MM") : null)}
        />
        <Segmented<Filter>
          value={filter}
          onChange={setFilter}
          options={[
            { value: "all", label: t.all },
            { value: "open", label: t.open },
            { value: "paid", label: t.paid },
          ]}
        />
        <span className="shop-toolbar-end">
          <Button
            disabled={month === null}
            onClick={() => void saveDocument(month ?? "", documentType.statement)}
          >
            {t.pdf}
          </Button>
          <Button disabled={rows.length === 0} onClick={() => void exportRows()}>
            {t.xlsx}
          </Button>
          <Button type="primary" onClick={pay}>
            {t.pay}
          </Button>
        </span>
      </div>
      <p className="shop-statement-sums">
        <span>
          {t.ordered} <Amount value={sum(rows)} strong />
        </span>
        <span>
          {t.paid} <Amount value={paidSum} />
        </span>
        {credited > 0 && (
          <span>
            {locale.fields.creditedAmount} <Amount value={credited} />
          </span>
        )}
        <span>
          {t.open} <Amount value={sumAmounts(rows.map((r) => r.openAmount ?? 0))} />
        </span>
        {!overpaidError && overpaidLeft(overpaid) > 0 && (
          <span>
            {shop.pay.overpaidRest} <Amount value={overpaidLeft(overpaid)} />
          </span>
        )}
      </p>
      <Table<Row>
        className="shop-table"
        size="small"
        rowKey="orderNo"
        loading={isFetching && !data}
        dataSource={[...rows]}
        locale={{ emptyText: error ? <Failure error={error} /> : t.none }}
        scroll={{ x: "max-content" }}
        pagination={{ pageSize: 20, hideOnSinglePage: true }}
        rowSelection={{
          selectedRowKeys: [...chosen],
          onChange: (keys) => setChosen(keys.map(String)),
          getCheckboxProps: (r) => ({
            disabled: Boolean(r.isPaid) || refuseSale("voucher", r) !== undefined,
          }),
        }}
        columns={[
          { title: locale.fields.orderNo, dataIndex: "orderNo" },
          {
            title: locale.fields.orderDate,
            dataIndex: "orderDate",
            render: (v: string) => <Labelled label={t.ordered}>{f.date(v)}</Labelled>,
          },
          { title: locale.fields.oemName, dataIndex: "oemName" },
          {
            title: locale.fields.orderStat,
            dataIndex: "orderStat",
            render: (v: number) => choiceLabel(orderStatField, v, locale),
          },
          {
            title: t.payment,
            key: "paid",
            render: (_v, r) => (
              <Labelled label={t.payment}>
                <ToneTag tone={r.isPaid ? "good" : r.voucherAt ? "attention" : "neutral"}>
                  {paidText(r)}
                </ToneTag>
              </Labelled>
            ),
          },
          {
            title: t.due,
            dataIndex: "payDate",
            render: (v: string | null) => <Labelled label={t.due}>{v}</Labelled>,
          },
          {
            title: locale.fields.totalAmount,
            dataIndex: "totalAmount",
            align: "right",
            className: "shop-first-line",
            // Fixes this column, so that the amounts stay visible. Long names of host factories make the table wider
            // than the dialog.
            fixed: "right",
            render: (v: number) => <Amount value={v} />,
          },
          ...(credited > 0
            ? [
                {
                  title: locale.fields.creditedAmount,
                  dataIndex: "creditedAmount",
                  align: "right" as const,
                  fixed: "right" as const,
                  render: (v: number) => (
                    <Labelled label={locale.fields.creditedAmount}>
                      {v > 0 ? <Amount value={v} /> : "–"}
                    </Labelled>
                  ),
                },
              ]
            : []),
        ]}
      />
      {overpaidError ? <Failure error={overpaidError} /> : <OverpaidPayments payments={overpaid} />}
      <VoucherDialog
        orderNos={paying.map((r) => r.orderNo)}
        amount={sumAmounts(paying.map((r) => r.unreportedAmount ?? 0))}
        onClose={() => setPaying([])}
      />
    </Modal>
  );
}

const orderStatField = statementOrders.columns.orderStat;
