import { insertWithLines } from "@shotkeeper/client";
import { invoicingStat, orderStat } from "@shotkeeper/contract/enumerations";
import type { QueryRow } from "@shotkeeper/contract/kernel";
import {
  invoice,
  invoiceLine,
  invoiceNumberRule,
  isInvoiceable,
  statementOrders,
  sumAmounts,
} from "@shotkeeper/contract/shop";
import { nextDocumentNumber } from "@shotkeeper/contract/system";
import { DatePicker, useAction, useClient, useFormats, useLocale, useNarrow } from "@shotkeeper/ui/app";
import { wallDay } from "@shotkeeper/ui/time";
import { useQueryClient } from "@tanstack/react-query";
import { App, Button, Input, Modal, Steps, Table } from "antd";
import { useState } from "react";
import { Amount } from "../parts/amount.tsx";
import { isBillable, useCustomerQuery } from "../parts/customer.ts";
import { useAllRows } from "../parts/data.ts";
import { InvoiceFacts } from "../parts/invoice-facts.tsx";

type Row = QueryRow<typeof statementOrders>;

const { financeConfirmed, shipping, finished } = orderStat.values;
const invoiceable = [financeConfirmed, shipping, finished];

/** Dialog to request an invoice. Step 1: choose orders. Step 2: confirm invoice data and address (spec shop §2). */
export function InvoiceWizard({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { shop, fields } = useLocale();
  const t = shop.invoice;
  const f = useFormats();
  const narrow = useNarrow();
  const client = useClient();
  const queries = useQueryClient();
  const act = useAction();
  const { message } = App.useApp();
  const { customer, isLoading } = useCustomerQuery();
  const [step, setStep] = useState(0);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [remark, setRemark] = useState("");
  const [month, setMonth] = useState<string | null>(null);
  const { data: rows = [] } = useAllRows(
    statementOrders,
    [
      { field: "custId", operator: "EQ", value: customer?.custId ?? "" },
      { field: "orderStat", operator: "IN", value: invoiceable },
      { field: "invoicingStat", operator: "EQ", value: invoicingStat.values.notInvoiced },
    ],
    { enabled: open && customer !== undefined },
  );
  // Leaves out orders without an amount to invoice, for example orders whose goods were all returned.
  const shown = rows.filter(isInvoiceable).filter((r) => month === null || r.orderMonth === month);
  const picked = rows.filter((r) => chosen.includes(r.orderNo));
  const total = sumAmounts(picked.flatMap((r) => [r.totalAmount ?? 0, -(r.creditedAmount ?? 0)]));
  const close = () => {
    setStep(0);
    setChosen([]);
    setRemark("");
    onClose();
  };
  const next = () => (picked.length === 0 ? void message.warning(t.needOrder) : setStep(1));
  async function submit() {
    if (!customer || !isBillable(customer)) return void message.warning(shop.buy.incomplete);
    const done = await act(async () => {
      const invoiceId = await client.run(nextDocumentNumber, { docId: invoiceNumberRule });
      const head = { invoiceId, custId: customer.custId, invoiceType: 0, remark: remark || null };
      const lines = picked.map((r, i) => ({ invoiceId, seq: i + 1, orderNo: r.orderNo }));
      return insertWithLines(client, { entity: invoice, row: head }, { entity: invoiceLine, rows: lines });
    }, t.done);
    if (!done) return;
    await queries.invalidateQueries();
    close();
  }
  return (
    <Modal
      title={t.add}
      open={open}
      onCancel={close}
      width={760}
      footer={
        step === 0 ? (
          <Button type="primary" onClick={next}>
            {t.next}
          </Button>
        ) : (
          <>
            <Button onClick={() => setStep(0)}>{t.back}</Button>
            <Button type="primary" disabled={isLoading} onClick={() => void submit()}>
              {t.submit}
            </Button>
          </>
        )
      }
    >
      <Steps
        size="small"
        current={step}
        items={[{ title: t.step1 }, { title: t.step2 }]}
        className="shop-wizard-steps"
      />
      {step === 0 && (
        <DatePicker
          picker="month"
          className="shop-wizard-month"
          aria-label={shop.statement.month}
          placeholder={shop.statement.month}
          value={month === null ? null : wallDay(`${month}-01`)}
          onChange={(d) => {
            setMonth(d ? d.format("YYYY-MM") : null);
            setChosen([]);
          }}
        />
      )}
      {step === 0 && (
        <Table<Row>
          className="shop-table"
          size="small"
          rowKey="orderNo"
          dataSource={[...shown]}
          locale={{ emptyText: t.none }}
          // Gives the list no scroll area of its own on a phone. The whole dialog scrolls there, and a scroll area
          // would hide the last rows.
          {...(narrow ? {} : { scroll: { x: 560, y: 320 } })}
          pagination={false}
          rowSelection={{ selectedRowKeys: [...chosen], onChange: (keys) => setChosen(keys.map(String)) }}
          columns={[
            { title: fields.orderNo, dataIndex: "orderNo" },
            { title: fields.orderDate, dataIndex: "orderDate", render: (v: string) => f.dateTime(v) },
            { title: fields.oemName, dataIndex: "oemName" },
            {
              title: fields.totalAmount,
              dataIndex: "totalAmount",
              align: "right",
              className: "shop-first-line",
              render: (v: number, r) => <Amount value={sumAmounts([v, -(r.creditedAmount ?? 0)])} />,
            },
          ]}
        />
      )}
      {step === 1 && (
        <>
          {customer && <InvoiceFacts c={customer} />}
          <Input.TextArea
            aria-label={t.remark}
            placeholder={t.remark}
            maxLength={200}
            value={remark}
            onChange={(e) => setRemark(e.target.value)}
          />
        </>
      )}
      <p className="shop-wizard-sum">
        {shop.voucher.orders(picked.length)} · {t.amount} <Amount value={total} strong />
      </p>
    </Modal>
  );
}
