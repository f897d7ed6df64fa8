import { type ForecastRange, moldForecast } from "@shotkeeper/contract/indicator";
import type { Condition } from "@shotkeeper/contract/kernel";
import { orderList, orderState } from "@shotkeeper/contract/production";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { Deviation, Panel, useRows, useRun } from "@shotkeeper/ui/screen";
import { useMemo } from "react";
import "./forecast.css";

interface Shown {
  readonly label: string;
  readonly range: ForecastRange | null | undefined;
}

/** What is to come of this mold, each with its range. */
export function MoldForecastPanel({ moldNo }: { readonly moldNo: string }) {
  const { indicator, frame } = useLocale();
  const t = indicator.forecast;
  const f = useFormats();
  const { can } = useSession();
  const asked = useRun(moldForecast, { moldNo }, { every: 600_000 });
  const where = useMemo<Condition[]>(
    () => [
      { field: "moldNo", operator: "EQ", value: moldNo },
      { field: "orderState", operator: "EQ", value: orderState.values.running },
    ],
    [moldNo],
  );
  const orders = useRows(orderList, { where, limit: 1 }, { enabled: can("PO101", "Q") });
  const order = orders.data?.rows[0];
  const a = asked.data;
  const lines: Shown[] = [
    { label: t.life, range: a?.LIFE },
    { label: t.daily, range: a?.DAILY },
    { label: t.major, range: a?.MAJOR },
    ...(order?.forecastEnd
      ? [
          {
            label: `${t.order} ${order.orderId}`,
            range: {
              AT: order.forecastEnd,
              EARLIEST: order.forecastEarliest ?? order.forecastEnd,
              LATEST: order.forecastLatest,
            },
          },
        ]
      : []),
    { label: t.battery, range: a?.BATTERY },
  ];
  const rangeText = (r: ForecastRange) =>
    r.LATEST === null ? t.open(f.date(r.EARLIEST)) : t.range(f.date(r.EARLIEST), f.date(r.LATEST));
  const drift = a?.DRIFT;
  return (
    <Panel title={t.title} wait={asked} lines={5}>
      <ul className="sk-forecast">
        {lines.map(({ label, range }) => {
          const isReached = range !== null && range !== undefined && range.EARLIEST === range.LATEST;
          return (
            <li key={label}>
              <span>{label}</span>
              {range ? (
                <>
                  <b data-level={isReached ? "bad" : undefined}>{isReached ? t.reached : f.date(range.AT)}</b>
                  {!isReached && <small>{rangeText(range)}</small>}
                </>
              ) : (
                <b className="sk-faint">–</b>
              )}
              {!range && <small>{t.unknown}</small>}
            </li>
          );
        })}
        <li>
          <span>{t.drift}</span>
          <b>{drift ? <Deviation percent={drift.PERCENT} tolerance={drift.IS_REAL ? 1 : 100} /> : "–"}</b>
          <small>
            {!drift
              ? t.unknown
              : drift.IS_REAL
                ? t.drifting(
                    `${drift.PERCENT > 0 ? "+" : ""}${f.percent(drift.PERCENT)}`,
                    f.decimal(drift.USUAL, 1),
                    f.decimal(drift.RECENT, 1),
                  )
                : `${t.steady} (${f.decimal(drift.USUAL, 1)} → ${f.decimal(drift.RECENT, 1)} ${frame.units.s})`}
          </small>
        </li>
      </ul>
      <p className="sk-faint sk-forecast-lead">{t.lead}</p>
    </Panel>
  );
}
