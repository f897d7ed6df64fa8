import { type ForecastRange, moldForecasts } from "@shotkeeper/contract/indicator";
import type { Condition } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { orderList, orderState } from "@shotkeeper/contract/production";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { Deviation, Panel } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { useMemo } from "react";
import "./forecast.css";

interface ForecastLine {
  readonly label: string;
  readonly range: ForecastRange | null | undefined;
}

const rangeOf = (at: string | null, earliest: string | null, latest: string | null): ForecastRange | null =>
  at === null || earliest === null ? null : { at, earliest, latest };

/**
 * Panel with the forecast days of a mold: end of life, next daily and major maintenance, end of the running order, and
 * end of the counter's battery. Each forecast is a range of dates. The panel shows the stored forecasts, so that it
 * names the same days as the list of forecasts.
 */
export function MoldForecastPanel({ moldNo }: { readonly moldNo: string }) {
  const { indicator, shell } = useLocale();
  const t = indicator.forecast;
  const f = useFormats();
  const { can } = useSession();
  const ofMold = useMemo<Condition[]>(() => [{ field: "moldNo", operator: "EQ", value: moldNo }], [moldNo]);
  const forecast = useRows(moldForecasts, { where: ofMold, limit: 1 }, { every: 600_000 });
  const where = useMemo<Condition[]>(
    () => [
      { field: "moldNo", operator: "EQ", value: moldNo },
      { field: "orderState", operator: "EQ", value: orderState.values.running },
    ],
    [moldNo],
  );
  const orders = useRows(orderList, { where, limit: 1 }, { enabled: can(menus.productionOrder, "Q") });
  const order = orders.data?.rows[0];
  const a = forecast.data?.rows[0];
  const lines: ForecastLine[] = [
    { label: t.life, range: a && rangeOf(a.lifeEnd, a.lifeEarliest, a.lifeLatest) },
    { label: t.daily, range: a && rangeOf(a.dailyDue, a.dailyEarliest, a.dailyLatest) },
    { label: t.major, range: a && rangeOf(a.majorDue, a.majorEarliest, a.majorLatest) },
    ...(order?.forecastEnd
      ? [
          {
            label: `${t.order} ${order.orderId}`,
            range: {
              at: order.forecastEnd,
              earliest: order.forecastEarliest ?? order.forecastEnd,
              latest: order.forecastLatest,
            },
          },
        ]
      : []),
    { label: t.battery, range: a && rangeOf(a.batteryEnd, a.batteryEarliest, a.batteryLatest) },
  ];
  const rangeText = (r: ForecastRange) =>
    r.latest === null ? t.open(f.date(r.earliest)) : t.range(f.date(r.earliest), f.date(r.latest));
  const drift =
    !a || a.usualCycle === null || a.recentCycle === null || a.cycleDrift === null
      ? undefined
      : { usual: a.usualCycle, recent: a.recentCycle, percent: a.cycleDrift, isReal: a.isDrifting === true };
  return (
    <Panel title={t.title} wait={forecast} lines={5}>
      <ul className="sk-forecast">
        {lines.map(({ label, range }) => {
          const isReached = range !== null && range !== undefined && range.earliest === range.latest;
          return (
            <li key={label}>
              <span>{label}</span>
              {range ? (
                <>
                  <b data-level={isReached ? "bad" : undefined}>{isReached ? t.reached : f.date(range.at)}</b>
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
          <b>{drift ? <Deviation percent={drift.percent} tolerance={drift.isReal ? 1 : 100} /> : "–"}</b>
          <small>
            {!drift
              ? t.unknown
              : drift.isReal
                ? t.drifting(
                    `${drift.percent > 0 ? "+" : ""}${f.percent(drift.percent)}`,
                    f.decimal(drift.usual, 1),
                    f.decimal(drift.recent, 1),
                  )
                : `${t.steady} (${f.decimal(drift.usual, 1)} → ${f.decimal(drift.recent, 1)} ${shell.units.s})`}
          </small>
        </li>
      </ul>
      <p className="sk-faint sk-forecast-lead">
        {t.lead} {a && t.asOf(f.dateTime(a.forecastAt).slice(0, 16))}
      </p>
    </Panel>
  );
}
