import { paymentStat } from "@shotkeeper/contract/enumerations";
import type { Condition } from "@shotkeeper/contract/kernel";
import { confirmPayment, payment, paymentList, sumAmounts } from "@shotkeeper/contract/shop";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { ChoiceTag, type Columns, EmptyHint, Photos } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { FilterStrip, QueryGrid, RowActions } from "@shotkeeper/ui/list";
import { Button } from "antd";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { JudgeDialog } from "./judge-dialog.tsx";
import { PayBackDialog } from "./pay-back-dialog.tsx";
import type { PaymentRow } from "./payment-row.ts";
import { paymentTones } from "./sale-tones.ts";

const columns: Columns<typeof paymentList> = [
  // The orders come first, so that they are the title of a phone's card.
  { name: "orders", pin: "left", width: 184 },
  { name: "filePaths", width: 128, cell: (r) => <Photos value={r.filePaths} /> },
  { name: "custName", onCard: true, width: 184 },
  { name: "paidAmount", onCard: true, width: 128 },
  { name: "openAmount", width: 120 },
  { name: "orderAmount", width: 120 },
  {
    name: "paymentStat",
    width: 132,
    cell: (r) => <ChoiceTag of={paymentStat} value={r.paymentStat} tones={paymentTones} />,
  },
  { name: "paidOn", width: 112 },
  { name: "bookedAmount", width: 116 },
  { name: "creditAmount", width: 104 },
  { name: "refundedAmount", width: 116 },
  { name: "judgeReason", width: 168 },
  { name: "createdDate", width: 168 },
  { name: "judgedBy", width: 100 },
  { name: "judgedAt", width: 168 },
];
const latestFirst = [
  { field: "paymentStat", direction: "asc" },
  { field: "createdDate", direction: "desc" },
] as const;
const stats = Object.keys(paymentStat.values) as (keyof typeof paymentStat.values)[];
const everything: readonly Condition[] = [];
const conditions: Readonly<Record<string, readonly Condition[]>> = Object.fromEntries(
  stats.map((s) => [s, [{ field: "paymentStat", operator: "EQ" as const, value: paymentStat.values[s] }]]),
);

function useCount(stat: string): number | undefined {
  return useRows(paymentList, { where: conditions[stat] ?? everything, limit: 1 }).data?.total;
}

type Open = { readonly step: "confirm" | "reject"; readonly payments: readonly PaymentRow[] };

/**
 * Screen of the payments that customers reported. Staff compare each customer's proof of payment with the amount, and
 * confirm or reject the payment.
 */
export default function VoucherScreen() {
  const locale = useLocale();
  const { shop, bank, screen, menus, enums, errors } = locale;
  const t = shop.staff;
  const f = useFormats();
  const { allows } = useSession();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<Open>();
  const [paidTooMuch, setPaidTooMuch] = useState<PaymentRow>();
  const [selection, setSelection] = useState<ReadonlyMap<string, PaymentRow>>(new Map());
  const requested = params.get("stat") ?? "";
  const shown = requested in conditions ? requested : "";
  const counts = {
    waiting: useCount("waiting"),
    confirmed: useCount("confirmed"),
    rejected: useCount("rejected"),
    replaced: useCount("replaced"),
  };
  const mayChange = allows(confirmPayment.access);
  const isWaiting = (r: PaymentRow) => r.paymentStat === paymentStat.values.waiting;
  const rows = [...selection.values()];
  const sum = sumAmounts(rows.map((r) => r.paidAmount ?? 0));
  const areWaiting = rows.every(isWaiting);
  return (
    <div className="sk-list sk-list-headed">
      <FilterStrip
        label={shop.home.all}
        items={stats.map((s) => ({ key: s, label: enums.paymentStat[s], count: counts[s] }))}
        chosen={shown}
        onChoose={(key: string) => setParams(key === "" ? {} : { stat: key })}
      />
      <QueryGrid
        query={paymentList}
        entity={payment}
        columns={columns}
        fixed={conditions[shown] ?? everything}
        search={["orders", "custName"]}
        sort={latestFirst}
        selection={selection}
        onSelectionChange={mayChange ? setSelection : undefined}
        actionsWidth={168}
        rowActions={
          mayChange
            ? (r) => (
                <RowActions
                  actions={[
                    ...(["confirm", "reject"] as const).map((step) => ({
                      key: step,
                      label: t[step],
                      danger: step === "reject",
                      refused: isWaiting(r) ? undefined : errors.wrongState,
                      run: () => setOpen({ step, payments: [r] }),
                    })),
                    {
                      key: "payBack",
                      label: t.payBack,
                      refused: (r.creditAmount ?? 0) > 0 ? undefined : t.noOverpaid,
                      run: () => setPaidTooMuch(r),
                    },
                  ]}
                />
              )
            : undefined
        }
        toolbarRight={
          mayChange && <Button onClick={() => navigate("/sales/voucher/bank")}>{bank.open}</Button>
        }
        toolbar={
          mayChange &&
          rows.length > 0 && (
            <>
              <span role="status">
                {t.paymentsSum(rows.length)} <strong>¥ {f.decimal(sum, 2)}</strong>
              </span>
              {(["confirm", "reject"] as const).map((step) => (
                <Button
                  key={step}
                  disabled={!areWaiting}
                  danger={step === "reject"}
                  onClick={() => setOpen({ step, payments: rows })}
                >
                  {t[step]}
                </Button>
              ))}
            </>
          )
        }
        empty={<EmptyHint title={screen.empty.title(menus.salesVoucher)} hint={t.vouchersEmpty} />}
      />
      {paidTooMuch && <PayBackDialog payment={paidTooMuch} onClose={() => setPaidTooMuch(undefined)} />}
      {open && (
        <JudgeDialog {...open} onClose={() => setOpen(undefined)} onDone={() => setSelection(new Map())} />
      )}
    </div>
  );
}
