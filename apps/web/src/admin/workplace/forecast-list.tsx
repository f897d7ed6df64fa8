import { moldForecasts } from "@shotkeeper/contract/indicator";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint } from "@shotkeeper/ui/cells";
import { useRows } from "@shotkeeper/ui/data";
import { listLink } from "@shotkeeper/ui/list";
import { Skeleton } from "antd";
import dayjs from "dayjs";
import { useMemo } from "react";
import { Link } from "react-router";

const aheadDays = 30;

/**
 * Numbers of molds that reach a limit within thirty days, one line per limit. A line links to the list of its molds.
 */
export function ForecastList() {
  const { workplace } = useLocale();
  const t = workplace.forecast;
  const f = useFormats();
  // The day is rounded to its start. The query's cache key thus stays the same until tomorrow.
  const until = dayjs().add(aheadDays, "day").startOf("day").toISOString();
  const by = useMemo(() => {
    const before = (field: string) => [{ field, operator: "LT", value: until } as const];
    return {
      life: before("lifeEnd"),
      major: before("majorDue"),
      battery: before("batteryEnd"),
      drifting: [{ field: "isDrifting", operator: "EQ", value: true } as const],
    };
  }, [until]);
  const counts = {
    life: useRows(moldForecasts, { where: by.life, limit: 1 }).data?.total,
    major: useRows(moldForecasts, { where: by.major, limit: 1 }).data?.total,
    battery: useRows(moldForecasts, { where: by.battery, limit: 1 }).data?.total,
    drifting: useRows(moldForecasts, { where: by.drifting, limit: 1 }).data?.total,
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
              <Link to={listLink("/basic/forecast", by[k])} className="sk-forecast-line">
                <span>{t[k](f.whole(counts[k]))}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="sk-faint sk-workplace-note">{t.hint}</p>
    </>
  );
}
