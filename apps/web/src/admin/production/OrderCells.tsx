import type { QueryRow } from "@shotkeeper/contract/kernel";
import { lateRisk, type orderList, orderState } from "@shotkeeper/contract/production";
import { missing, useFormats, useLocale } from "@shotkeeper/ui/app";
import { ChoiceTag } from "@shotkeeper/ui/screen";
import { lateRiskTones } from "../tones.ts";
import "./order.css";

export type OrderRow = QueryRow<typeof orderList>;

/** How much of the order is made; the tip says how that was counted. */
export function Progress({ row }: { readonly row: OrderRow }) {
  const { order: t } = useLocale();
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
        <b>{f.percent(percent, percent >= 100 ? 0 : 1)}</b>
        <span className="sk-faint">{t.of(f.compact(row.madeParts), f.compact(row.plannedParts))}</span>
      </span>
      <span className="sk-order-track" data-full={percent >= 100 || undefined}>
        <span style={{ width: `${Math.min(100, percent)}%` }} />
      </span>
    </span>
  );
}

const short = (text: string) => text.slice(5, 16);

/** When the rest will be made, with the range of recent rates. */
export function Forecast({ row }: { readonly row: OrderRow }) {
  const { order: t } = useLocale();
  const f = useFormats();
  if (row.orderState !== orderState.values.running) return <span className="sk-faint">{missing}</span>;
  if (row.forecastEnd === null)
    return (
      <span className="sk-faint" title={row.lateRisk === "likely" ? t.standing : t.rate}>
        {missing}
      </span>
    );
  // A day of this year, a month of another one.
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

export function Risk({ row }: { readonly row: OrderRow }) {
  return <ChoiceTag of={lateRisk} value={row.lateRisk} tones={lateRiskTones} />;
}
