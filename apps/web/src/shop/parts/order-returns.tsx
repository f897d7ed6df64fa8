import {
  nextStepOf,
  refundKind,
  refuseReturn,
  returnKind,
  returnReason,
  returnStat,
} from "@shotkeeper/contract/shop";
import { type Tone, ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { Photos } from "@shotkeeper/ui/cells";
import { Button } from "antd";
import { Amount } from "./amount.tsx";
import type { PersonalOrder } from "./orders.ts";

type PersonalReturn = PersonalOrder["returns"][number];

const { requested, approved, toSettle, settled, refused } = returnStat.values;
const tones: Readonly<Record<number, Tone>> = {
  [requested]: "attention",
  [approved]: "attention",
  [toSettle]: "info",
  [settled]: "good",
  [refused]: "bad",
};

/** Returns the name of an enumeration's value. */
const nameIn = <N extends string>(values: Readonly<Record<N, unknown>>, value: unknown) =>
  (Object.keys(values) as N[]).find((n) => values[n] === value);

function ReturnItem({
  o,
  r,
  onWithdraw,
}: {
  readonly o: PersonalOrder;
  readonly r: PersonalReturn;
  readonly onWithdraw: (returnNo: string) => void;
}) {
  const { returns: t, enums } = useLocale();
  const f = useFormats();
  const kind = nameIn(returnKind.values, r.returnKind);
  const stat = nameIn(returnStat.values, r.returnStat);
  const reason = nameIn(returnReason.values, r.returnReason);
  const next = nextStepOf(r);
  const goods = r.lines
    .map((l) => `${o.lines.find((x) => x.seq === l.seq)?.goodsName ?? ""} × ${l.returnQty}`)
    .join(", ");
  const good = r.lines.reduce((n, l) => n + l.goodQty, 0);
  const damaged = r.lines.reduce((n, l) => n + l.damagedQty, 0);
  const isLowered =
    r.returnStat === settled && r.refunds.length === 0 && r.returnKind !== returnKind.values.exchange;
  return (
    <li>
      <strong>{kind && enums.returnKind[kind]}</strong>
      <span>{r.returnNo}</span>
      <ToneTag tone={tones[r.returnStat ?? requested] ?? "neutral"}>{stat && enums.returnStat[stat]}</ToneTag>
      <span className="shop-return-text">{f.dateTime(r.requestedAt)}</span>
      {(r.returnAmount ?? 0) > 0 && <Amount value={r.returnAmount ?? 0} />}
      {r.filePaths.length > 0 && <Photos value={r.filePaths.join(",")} />}
      {refuseReturn("withdraw", r) === undefined && (
        <Button type="link" size="small" onClick={() => onWithdraw(r.returnNo)}>
          {t.withdraw}
        </Button>
      )}
      <p className="shop-return-text">
        {[goods, reason && enums.returnReason[reason], r.reasonText].filter(Boolean).join(" · ")}
      </p>
      {r.judgeReason && (
        <p className={r.returnStat === refused ? "shop-short" : "shop-return-text"}>{r.judgeReason}</p>
      )}
      {r.returnedAt && (
        <p className="shop-return-text">{`${f.date(r.returnedAt)} · ${t.came(good, damaged)}`}</p>
      )}
      {r.refunds.map((x) => (
        <p key={x.refundNo}>
          {x.refundKind === refundKind.values.credited
            ? t.creditedTo(f.decimal(x.refundAmount ?? 0, 2), f.date(x.refundedOn ?? ""))
            : t.refunded(
                f.decimal(x.refundAmount ?? 0, 2),
                f.date(x.refundedOn ?? ""),
                x.refundReference ?? "",
              )}
        </p>
      ))}
      {isLowered && <p className="shop-return-text">{t.lowered}</p>}
      {r.shipmentNo && <p>{t.replacedBy(r.shipmentNo)}</p>}
      {next && <p>{t.next[next]}</p>}
    </li>
  );
}

/** List of the cancellations, returns and exchanges of an order, each with its state and the next step. */
export function OrderReturns({
  o,
  onWithdraw,
}: {
  readonly o: PersonalOrder;
  readonly onWithdraw: (returnNo: string) => void;
}) {
  const t = useLocale().returns;
  if (o.returns.length === 0) return null;
  return (
    <section className="shop-parcels shop-returns" aria-label={t.list}>
      {((o.creditedAmount ?? 0) > 0 || (o.refundDue ?? 0) > 0) && (
        <p>
          {t.credits} <Amount value={o.creditedAmount ?? 0} />
          {(o.refundDue ?? 0) > 0 && (
            <>
              {" · "}
              {t.due} <Amount value={o.refundDue ?? 0} strong />
            </>
          )}
        </p>
      )}
      <ul>
        {o.returns.map((r) => (
          <ReturnItem key={r.returnNo} o={o} r={r} onWithdraw={onWithdraw} />
        ))}
      </ul>
    </section>
  );
}
