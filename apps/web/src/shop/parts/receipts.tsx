import { paymentStat } from "@shotkeeper/contract/enumerations";
import { ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { Photos } from "@shotkeeper/ui/cells";
import { Button } from "antd";
import { Amount } from "./amount.tsx";
import type { PersonalOrder } from "./orders.ts";
import { Overpaid } from "./overpaid.tsx";

export type PersonalPayment = PersonalOrder["payments"][number];

const { waiting, confirmed, rejected } = paymentStat.values;
const tones = { [waiting]: "attention", [confirmed]: "good", [rejected]: "bad" } as const;

interface ReceiptsProps {
  readonly o: PersonalOrder;
  readonly onReplace: (o: PersonalOrder, p: PersonalPayment) => void;
}

/**
 * List of the payments that the customer reported for an order. Each payment has pictures of the proof of payment, a
 * state and, for example after a rejection, the reason that staff gave.
 */
export function Receipts({ o, onReplace }: ReceiptsProps) {
  const locale = useLocale();
  const t = locale.shop.pay;
  const f = useFormats();
  if (o.payments.length === 0) return null;
  const received = o.receivedAmount ?? 0;
  const nameOf = (p: PersonalPayment) => {
    const name = Object.entries(paymentStat.values).find(([, v]) => v === p.paymentStat)?.[0];
    return locale.enums.paymentStat[name as keyof typeof paymentStat.values];
  };
  return (
    <section className="shop-receipts" aria-label={t.receipts}>
      {received > 0 && !o.isPaid && (
        <p>
          {locale.fields.receivedAmount} <Amount value={received} /> · {t.rest}{" "}
          <Amount value={o.openAmount ?? 0} strong />
        </p>
      )}
      <ul>
        {o.payments.map((p) => (
          <li key={p.paymentId}>
            <Photos value={p.filePaths.join(",")} />
            <span>
              <Amount value={p.paidAmount} />
              <small className="sk-faint"> {p.paidOn ? f.date(p.paidOn) : ""}</small>
            </span>
            <ToneTag tone={tones[p.paymentStat as keyof typeof tones] ?? "neutral"}>{nameOf(p)}</ToneTag>
            {p.orderNos.length > 1 && <small className="sk-faint">{t.shared(p.orderNos.length)}</small>}
            {p.judgeReason && <span className="shop-short">{p.judgeReason}</span>}
            {p.paymentStat === waiting && (
              <Button type="link" size="small" onClick={() => onReplace(o, p)}>
                {t.replace}
              </Button>
            )}
            <Overpaid left={p.creditAmount} refunds={p.refunds} />
          </li>
        ))}
      </ul>
    </section>
  );
}
