import { orderStat } from "@shotkeeper/contract/enumerations";
import { ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { Alert, Button, Steps, Tag } from "antd";
import { useState } from "react";
import { Amount, Price } from "./amount.tsx";
import { LineFacts } from "./line-facts.tsx";
import type { OrderAction, OrderHandlers } from "./order-actions.ts";
import { OrderParcels } from "./order-parcels.tsx";
import { OrderReturns } from "./order-returns.tsx";
import type { PersonalOrder } from "./orders.ts";
import { GoodsPicture } from "./pictures.tsx";
import { Receipts } from "./receipts.tsx";

const shownLines = 3;
const { created, voucherUploaded, shipping, finished, cancelled, awaitingApproval } = orderStat.values;

function Progress({ o }: { readonly o: PersonalOrder }) {
  const t = useLocale().shop.buy;
  const f = useFormats();
  const stat = o.orderStat ?? created;
  const steps = [
    { title: t.steps0, at: o.orderDate },
    // Uses the title "approved on monthly terms" instead of "voucher uploaded" for an order on monthly terms, because
    // such an order is approved without a payment voucher.
    { title: stat > voucherUploaded && !o.voucherAt ? t.stepTerms : t.steps1, at: o.voucherAt },
    { title: t.steps2, at: o.confirmedAt },
    { title: stat < shipping ? t.stepShipping : t.steps3, at: o.expressDate },
    { title: t.steps4, at: o.receivedAt },
  ];
  return (
    <Steps
      className="shop-progress"
      size="small"
      current={stat}
      status={stat === finished ? "finish" : "process"}
      items={steps.map(({ title, at }) => ({ title, ...(at ? { content: f.date(at) } : {}) }))}
    />
  );
}

/** State of an order in words: the progress of the order, why it is cancelled, or who has to approve it. */
function State({ o, isApprover }: { readonly o: PersonalOrder; readonly isApprover: boolean }) {
  const { shop, company } = useLocale();
  const stat = o.orderStat ?? created;
  if (stat === cancelled)
    return (
      <p className="shop-short">
        {o.cancelReason
          ? (o.needsApproval && !o.approvedAt ? company.refused : shop.pay.cancelled)(o.cancelReason)
          : o.needsApproval && !o.approvedAt
            ? company.expired
            : shop.pay.expired}
      </p>
    );
  if (stat === awaitingApproval)
    return (
      <Alert type="warning" showIcon title={isApprover ? company.decide(o.orderedBy ?? "") : company.waits} />
    );
  return <Progress o={o} />;
}

interface OrderDetailsProps extends Pick<OrderHandlers, "onReplace" | "onLogistics" | "onWithdraw"> {
  readonly o: PersonalOrder;
  readonly actions: readonly OrderAction[];
  readonly isApprover: boolean;
}

/** Progress, payments, lines, parcels and returns of an order, with its actions. */
export function OrderDetails({
  o,
  actions,
  isApprover,
  onReplace,
  onLogistics,
  onWithdraw,
}: OrderDetailsProps) {
  const locale = useLocale();
  const t = locale.shop.home;
  const f = useFormats();
  const [isOpen, setOpen] = useState(false);
  const lines = isOpen ? o.lines : o.lines.slice(0, shownLines);
  const until = o.orderStat === awaitingApproval ? locale.company.until : locale.shop.pay.until;
  return (
    <div className="shop-order-details">
      <p className="shop-order-facts">
        <span className="sk-faint">{f.dateTime(o.orderDate)}</span>
        <span>{o.oemName}</span>
        {o.orderedBy && (
          <span className="sk-faint">
            {locale.fields.orderedBy} {o.orderedBy}
          </span>
        )}
        {o.custCode && (
          <Tag>
            {locale.shop.buy.custCode} {o.custCode}
          </Tag>
        )}
        <span className="shop-end">
          <ToneTag tone={o.isPaid ? "good" : "neutral"}>{o.isPaid ? t.paid : t.unpaid}</ToneTag>
        </span>
      </p>
      <State o={o} isApprover={isApprover} />
      {o.payUntil && (
        <p className="sk-faint">
          {until} {f.dateTime(o.payUntil)}
        </p>
      )}
      {o.rejectReason && <p className="shop-short">{t.rejected(o.rejectReason)}</p>}
      <Receipts o={o} onReplace={onReplace} />
      <ul>
        {lines.map((l) => (
          <li key={l.seq} className="shop-line shop-line-plain">
            <GoodsPicture goodsId={l.goodsId ?? ""} goodsType={null} name={l.goodsName ?? ""} />
            <div className="shop-line-name">
              <strong>{l.goodsName}</strong>
              <LineFacts l={l} />
            </div>
            <Price value={l.unitPrice ?? 0} />
            <span>× {l.orderQty}</span>
            <Amount value={l.amount ?? 0} />
          </li>
        ))}
      </ul>
      {o.lines.length > shownLines && (
        <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t.collapseLines : t.expandLines(o.lines.length)}
        </Button>
      )}
      <OrderParcels o={o} onTrack={onLogistics} />
      <OrderReturns o={o} onWithdraw={onWithdraw} />
      <footer>
        <span className="sk-faint">
          {t.planned} {o.planOutDate}
          {(o.postage ?? 0) > 0 && (
            <>
              {" "}
              · {locale.shop.buy.postage} <Amount value={o.postage ?? 0} />
            </>
          )}
        </span>
        <div className="shop-order-buttons">
          {actions.map((a) => (
            <Button key={a.key} size="small" danger={a.isDanger === true} onClick={a.run}>
              {a.label}
            </Button>
          ))}
        </div>
      </footer>
    </div>
  );
}
