import type { QueryRow } from "@shotkeeper/contract/kernel";
import { customerInvoices, invoicingSum, sumAmounts } from "@shotkeeper/contract/shop";
import { ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { App, Button, Input, Table, Tabs } from "antd";
import { useState } from "react";
import { Link } from "react-router";
import { InvoiceWizard } from "../dialogs/invoice-wizard.tsx";
import { Amount } from "../parts/amount.tsx";
import { useCustomer } from "../parts/customer.ts";
import { useCommandData, useRows } from "../parts/data.ts";
import Failure from "../parts/failure.tsx";
import { InvoiceFacts } from "../parts/invoice-facts.tsx";
import { useSaveFile } from "../parts/save-file.ts";
import { useShopper } from "../parts/session.tsx";

type Row = QueryRow<typeof customerInvoices>;

export default function InvoicePage() {
  const { shop, returns } = useLocale();
  const t = shop.invoice;
  const f = useFormats();
  const { custId } = useShopper();
  const customer = useCustomer();
  const saveFile = useSaveFile();
  const { message } = App.useApp();
  const [keyword, setKeyword] = useState("");
  const [isWizard, setWizard] = useState(false);
  const isCustomer = custId !== undefined;
  const { data: sums } = useCommandData(invoicingSum, { custId: custId ?? null }, { enabled: isCustomer });
  const where = [
    { field: "custId", operator: "EQ" as const, value: custId ?? "" },
    ...(keyword ? [{ field: "remark", operator: "LIKE" as const, value: keyword }] : []),
  ];
  const { data, error } = useRows(customerInvoices, { where, limit: 99_999 }, { enabled: isCustomer });
  const download = (r: Row) =>
    r.filePath ? void saveFile(r.filePath, `${t.fileName}-${r.invoiceId}`) : void message.warning(t.missing);
  const figures = [
    { label: t.total, value: sums?.total },
    // Subtracts the amount that is already requested, because the customer cannot request the same amount again.
    { label: t.can, value: sums && sumAmounts([sums.invoiceable, -sums.requested]), asked: sums?.requested },
    { label: t.over, value: sums?.invoiced },
  ];
  return (
    <>
      <h1 className="shop-title">{t.title}</h1>
      <div className="shop-figures">
        {figures.map(({ label, value, asked }) => (
          <section key={label} className="shop-card">
            <span className="sk-faint">{label}</span>
            <Amount value={value ?? 0} strong />
            {asked !== undefined && asked > 0 && (
              <small className="sk-faint">
                {t.asked} <Amount value={asked} />
              </small>
            )}
          </section>
        ))}
      </div>
      <section className="shop-card">
        <header className="shop-section-head">
          <h2>{t.card}</h2>
          <Link to="/Shop/profile">{t.modify}</Link>
        </header>
        {customer && <InvoiceFacts c={customer} />}
      </section>
      <section className="shop-card">
        <Tabs
          items={[
            {
              key: "mine",
              label: t.mine,
              children: (
                <>
                  <div className="shop-toolbar">
                    <Input.Search
                      allowClear
                      placeholder={t.keyword}
                      aria-label={t.keyword}
                      onSearch={setKeyword}
                      enterButton
                    />
                    <Button
                      type="primary"
                      disabled={!isCustomer}
                      className="shop-toolbar-end"
                      onClick={() => setWizard(true)}
                    >
                      {t.add}
                    </Button>
                  </div>
                  <Table<Row>
                    size="small"
                    rowKey="invoiceId"
                    dataSource={data ? [...data.rows] : []}
                    loading={!data && !error && isCustomer}
                    locale={{ emptyText: error ? <Failure error={error} /> : t.noInvoices }}
                    className="shop-table"
                    scroll={{ x: "max-content" }}
                    pagination={{ pageSize: 20, hideOnSinglePage: true }}
                    rowClassName={(r) =>
                      r.rowStat === 1 ? "shop-row-asked" : r.rowStat === 3 ? "shop-row-made" : ""
                    }
                    columns={[
                      { title: t.time, dataIndex: "createdDate", render: (v: string) => f.dateTime(v) },
                      {
                        title: t.type,
                        dataIndex: "invoiceType",
                        render: (v: number, r) => (r.redOf ? returns.red : v === 1 ? t.auto : t.special),
                      },
                      {
                        title: t.amount,
                        dataIndex: "allMoney",
                        align: "right",
                        className: "shop-amount-cell",
                        render: (v: number) => <Amount value={v} />,
                      },
                      { title: t.remark, dataIndex: "remark", render: (v: string | null) => v ?? "–" },
                      {
                        title: t.status,
                        key: "status",
                        render: (_v, r) =>
                          r.cancelReason ? (
                            <ToneTag tone="neutral">{t.cancelled(r.cancelReason)}</ToneTag>
                          ) : r.sendBackReason ? (
                            <ToneTag tone="bad">{t.sentBack(r.sendBackReason)}</ToneTag>
                          ) : (
                            <ToneTag tone={r.isInvoiced ? "good" : "info"}>
                              {r.isInvoiced ? t.made : t.notMade}
                            </ToneTag>
                          ),
                      },
                      {
                        title: t.action,
                        key: "action",
                        className: "shop-first-line",
                        render: (_v, r) => (
                          <Button type="link" size="small" onClick={() => download(r)}>
                            {t.download}
                          </Button>
                        ),
                      },
                    ]}
                  />
                </>
              ),
            },
          ]}
        />
      </section>
      <InvoiceWizard open={isWizard} onClose={() => setWizard(false)} />
    </>
  );
}
