import type { QueryRow } from "@shotkeeper/contract/kernel";
import { isQuantityReached, lateRisk, type orderList, orderState } from "@shotkeeper/contract/production";
import { missing, ToneTag, useFormats, useLocale, useNarrow } from "@shotkeeper/ui/app";
import { ChoiceTag } from "@shotkeeper/ui/cells";
import { lateRiskTones, orderStateTones } from "../tones.ts";
import "./order.css";

export type OrderRow = QueryRow<typeof orderList>;

/** State of an order. For a running order that has made its planned shots, shows "quantity reached" instead. */
export function OrderState({ row }: { readonly row: OrderRow }) {
  const t = useLocale().production.order;
  if (!isQuantityReached(row))
    return <ChoiceTag of={orderState} value={row.orderState} tones={orderStateTones} />;
  return (
    <span title={t.reachedHint}>
      <ToneTag tone="attention">{t.reached}</ToneTag>
    </span>
  );
}

/** Progress of an order as a bar. The tooltip explains how parts are computed from shots and cavities. */
export function Progress({ row }: { readonly row: OrderRow }) {
  const t = useLocale().production.order;
  const f = useFormats();
  if (row.startedAt === null) return <span className="sk-faint">{missing}</span>;
  const tip = [
    t.counted(f.whole(row.madeShots), f.whole(row.cavities), f.whole(row.madeParts)),
    ...(row.estimatedShots ? [t.estimated(f.whole(row.estimatedShots))] : []),
  ].join("\n");
  const percent = row.progress ?? 0;
  return (
    <span className="sk-order-progress" title={tip}>
      <span className="sk-order-figures">
        <b>{f.progress(percent, percent >= 100 ? 0 : 1)}</b>
        <span className="sk-faint">{t.of(f.whole(row.madeParts), f.whole(row.plannedParts))}</span>
      </span>
      <span
        className="sk-order-track"
        data-full={percent >= 100 || undefined}
        data-over={isQuantityReached(row) || undefined}
      >
        <span style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
    </span>
  );
}

const short = (text: string) => text.slice(5, 16);

/** Forecast end of a running order, with the range from the earliest to the latest day. */
export function Forecast({ row }: { readonly row: OrderRow }) {
  const t = useLocale().production.order;
  const f = useFormats();
  if (row.orderState !== orderState.values.running) return <span className="sk-faint">{missing}</span>;
  if (row.forecastEnd === null)
    return (
      <span className="sk-faint" title={row.lateRisk === "likely" ? t.standing : t.rate}>
        {missing}
      </span>
    );
  // Formats a day of the forecast's year as month and day, and a day of another year as year and month.
  const year = f.date(row.forecastEnd).slice(0, 4);
  const day = (at: string | null) => {
    const text = f.date(at);
    return at === null ? t.open : text.startsWith(year) ? text.slice(5) : text.slice(0, 7);
  };
  return (
    <span className="sk-order-forecast" title={t.rate}>
      <span>{short(f.dateTime(row.forecastEnd))}</span>
      <span className="sk-faint">{t.range(day(row.forecastEarliest), day(row.forecastLatest))}</span>
    </span>
  );
}

/** Planned end of an order. The card of a phone has no column for the risk of delay, so the end shows it there. */
export function PlannedEnd({ row }: { readonly row: OrderRow }) {
  const f = useFormats();
  const isNarrow = useNarrow();
  return (
    <span className="sk-tags">
      <span>{f.dateTime(row.plannedEnd).slice(0, 16)}</span>
      {isNarrow && row.lateRisk !== null && <Risk row={row} />}
    </span>
  );
}

export function Risk({ row }: { readonly row: OrderRow }) {
  return <ChoiceTag of={lateRisk} value={row.lateRisk} tones={lateRiskTones} />;
}
