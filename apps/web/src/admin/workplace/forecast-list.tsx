import { forecastFigures } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint } from "@shotkeeper/ui/cells";
import { instant, wallClock } from "@shotkeeper/ui/time";
import { Skeleton } from "antd";
import { useMemo } from "react";
import { FigureLink, useFigure } from "../figures.tsx";

const aheadDays = 30;

/**
 * List of forecasts. One line for each limit, for example the end of life, shows how many molds reach it within thirty
 * days. Another line shows how many molds have a drifting cycle time. Each line links to the list of these molds.
 */
export function ForecastList() {
  const { workplace } = useLocale();
  const t = workplace.forecast;
  const f = useFormats();
  // Rounds the day to its start, so that the query's cache key stays the same until tomorrow.
  const until = instant(wallClock().add(aheadDays, "day").startOf("day"));
  const by = useMemo(() => forecastFigures(until), [until]);
  const counts = {
    life: useFigure(by.life).rows,
    major: useFigure(by.major).rows,
    battery: useFigure(by.battery).rows,
    drifting: useFigure(by.drifting).rows,
  };
  if (Object.values(counts).some((n) => n === undefined))
    return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const lines = (Object.keys(by) as (keyof typeof by)[]).filter((k) => (counts[k] ?? 0) > 0);
  return (
    <>
      {lines.length === 0 ? (
        <EmptyHint title={t.none} />
      ) : (
        <ul className="sk-todos">
          {lines.map((k) => (
            <li key={k}>
              <FigureLink figure={by[k]} rows={counts[k]} className="sk-forecast-line">
                <span>{t[k](f.whole(counts[k]))}</span>
              </FigureLink>
            </li>
          ))}
        </ul>
      )}
      <p className="sk-faint sk-workplace-note">{t.hint}</p>
    </>
  );
}
