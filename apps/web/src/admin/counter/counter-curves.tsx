import { counterLog } from "@shotkeeper/contract/counter";
import type { Condition } from "@shotkeeper/contract/kernel";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { FirstOf, Panel } from "@shotkeeper/ui/cells";
import { Chart, type ChartTheme, timeAxis, useChartTheme, valueAxis } from "@shotkeeper/ui/chart";
import { useRows } from "@shotkeeper/ui/data";
import { chartTime } from "@shotkeeper/ui/time";
import { useMemo } from "react";

type Point = readonly [time: number, value: number];

const newest = [{ field: "at", direction: "desc" }] as const;

function curve(
  t: ChartTheme,
  points: readonly Point[],
  colour: string,
  format: (v: number) => string,
  area: boolean,
) {
  return {
    grid: { top: 10, bottom: 4 },
    xAxis: timeAxis(t),
    yAxis: { ...valueAxis(t, { format }), scale: true, splitNumber: 3 },
    tooltip: { valueFormatter: (v: number) => format(v) },
    series: [
      {
        type: "line",
        data: points,
        showSymbol: false,
        lineStyle: { width: 1.6, color: colour },
        itemStyle: { color: colour },
        sampling: "lttb",
        ...(area ? { areaStyle: { color: colour, opacity: 0.1 } } : {}),
      },
    ],
  };
}

/** Charts of a counter's cumulative count, battery charge and signal strength over its latest readings. */
export function CounterCurves({ writerId }: { readonly writerId: string }) {
  const { counter } = useLocale();
  const t = counter.charts;
  const theme = useChartTheme();
  const f = useFormats();
  const where = useMemo<Condition[]>(
    () => [{ field: "writerId", operator: "EQ", value: writerId }],
    [writerId],
  );
  const readings = useRows(counterLog, { where, sort: newest, limit: 2000 }, { live: ["reading"] });
  const rows = readings.data?.rows;
  const charts = useMemo(() => {
    const points = (name: "countTimes" | "battery" | "rssi"): Point[] =>
      (rows ?? []).flatMap((r): Point[] => {
        const value = r[name];
        return r.at && value !== null ? [[chartTime(r.at), value]] : [];
      });
    return [
      {
        title: t.count,
        option: curve(theme, points("countTimes"), theme.primary, (v) => f.compact(v), true),
      },
      {
        title: t.battery,
        option: curve(theme, points("battery"), theme.good, (v) => f.percent(v, 0), false),
      },
      { title: t.signal, option: curve(theme, points("rssi"), theme.unsure, (v) => `${v} dBm`, false) },
    ];
  }, [rows, theme, f, t]);
  if (rows?.length === 0) return <p className="sk-faint sk-curves-none">{t.none}</p>;
  return (
    <>
      <div className="sk-curves">
        {charts.map((c) => (
          <Panel key={c.title} title={c.title} wait={readings} lines={3}>
            <Chart option={c.option} theme={theme} label={c.title} height={120} />
          </Panel>
        ))}
      </div>
      <FirstOf shown={rows?.length ?? 0} total={readings.data?.total} />
    </>
  );
}
