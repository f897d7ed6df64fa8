import { type bankReason, bankState, sumAmounts } from "@shotkeeper/contract/shop";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag } from "@shotkeeper/ui/cells";
import { FilterStrip } from "@shotkeeper/ui/list";
import { Table } from "antd";
import { useState } from "react";
import { BankOrders } from "./bank-orders.tsx";
import { type BankLines, type BankRow, type Choice, isBookable, type RowPlan } from "./bank-row.ts";
import { bankTones } from "./sale-tones.ts";

const states = Object.keys(bankState.values) as (keyof typeof bankState.values)[];

interface BankTableProps {
  readonly found: BankLines;
  readonly choice: Choice;
  /**
   * Effect of booking each line of the bank statement, by the line's key (packages/contract/src/shop/bank.rules.ts).
   */
  readonly plans: ReadonlyMap<string, RowPlan>;
  readonly onChange: (choice: Choice) => void;
}

/** Transfers of a bank statement with the orders that they pay. Staff tick the lines to book and change the orders. */
export function BankTable({ found: { lines, orders }, choice, plans, onChange }: BankTableProps) {
  const locale = useLocale();
  const { fields, bank: t, enums, shop, shell } = locale;
  const f = useFormats();
  const [shown, setShown] = useState("");
  const money = (v: number) => f.decimal(v, 2);
  const ordersOf = (l: BankRow) => choice.orders.get(l.lineKey) ?? [];
  const isShown = (l: BankRow) =>
    shown === "" || l.bankState === bankState.values[shown as keyof typeof bankState.values];
  const without = (keys: readonly string[], l: BankRow) => keys.filter((k) => k !== l.lineKey);
  const setOrders = (l: BankRow, orderNos: readonly string[]) =>
    onChange({
      ...choice,
      keys: [...without(choice.keys, l), ...(orderNos.length > 0 ? [l.lineKey] : [])],
      orders: new Map([...choice.orders, [l.lineKey, orderNos]]),
    });
  const setNew = (l: BankRow, isNew: boolean) =>
    onChange({ ...choice, newKeys: [...without(choice.newKeys, l), ...(isNew ? [l.lineKey] : [])] });
  const options = orders.map((o) => ({
    value: o.orderNo,
    label: `${o.orderNo} · ${o.custName ?? ""} · ¥${money(o.openAmount)}`,
  }));
  return (
    <>
      <FilterStrip
        label={shop.home.all}
        items={states.map((s) => ({
          key: s,
          label: enums.bankState[s],
          count: lines.filter((l) => l.bankState === bankState.values[s]).length,
        }))}
        chosen={shown}
        onChoose={setShown}
      />
      <Table<BankRow>
        className="sk-bank-table"
        size="small"
        rowKey="lineKey"
        dataSource={lines.filter(isShown)}
        pagination={{ pageSize: 50, hideOnSinglePage: true }}
        scroll={{ x: "max-content" }}
        rowSelection={{
          selectedRowKeys: [...choice.keys],
          onChange: (keys) => onChange({ ...choice, keys: keys.map(String) }),
          getCheckboxProps: (l) => ({
            disabled:
              !isBookable(l) || ordersOf(l).length === 0 || plans.get(l.lineKey)?.conflict !== undefined,
            "aria-label": t.check(l.lineRow),
          }),
          preserveSelectedRowKeys: true,
        }}
        columns={[
          { title: t.columns.day, dataIndex: "bankDate" },
          { title: t.columns.amount, dataIndex: "bankAmount", align: "right", render: money },
          {
            title: t.columns.payer,
            key: "payer",
            render: (_v, l) => (
              <div className="sk-bank-payer">
                {l.payerName}
                <div className="sk-faint">{l.bankRemark}</div>
              </div>
            ),
          },
          {
            title: t.columns.state,
            key: "state",
            render: (_v, l) => (
              <>
                <ChoiceTag of={bankState} value={l.bankState} tones={bankTones} />
                <div className="sk-faint">
                  {enums.bankReason[l.bankReason as keyof typeof bankReason.values]}
                </div>
              </>
            ),
          },
          {
            title: fields.orders,
            key: "orders",
            render: (_v, l) => {
              const plan = plans.get(l.lineKey);
              if (!plan) return l.orderNos.join(shell.common.listJoiner);
              return (
                <BankOrders
                  line={l}
                  plan={plan}
                  orderNos={ordersOf(l)}
                  options={options}
                  isNew={choice.newKeys.includes(l.lineKey)}
                  onOrders={(orderNos) => setOrders(l, orderNos)}
                  onNew={(isNew) => setNew(l, isNew)}
                />
              );
            },
          },
          {
            title: fields.openAmount,
            key: "open",
            align: "right",
            render: (_v, l) => {
              const plan = plans.get(l.lineKey);
              return plan && ordersOf(l).length > 0 ? money(plan.openAmount) : "";
            },
          },
          {
            title: shop.staff.difference,
            key: "difference",
            align: "right",
            render: (_v, l) => {
              const plan = plans.get(l.lineKey);
              if (!plan || ordersOf(l).length === 0) return "";
              const value = plan.payment?.isConfirmed ? 0 : sumAmounts([l.bankAmount, -plan.openAmount]);
              return (
                <span className="sk-figure" data-level={levelOf(value)}>
                  {value === 0 ? "–" : money(value)}
                </span>
              );
            },
          },
        ]}
      />
    </>
  );
}

/**
 * Returns the level (colour) of the difference between a transfer and its orders. Too little money is red. Too much
 * money, which becomes the customer's credit, is yellow.
 */
const levelOf = (difference: number) => (difference < 0 ? "bad" : difference > 0 ? "attention" : undefined);
