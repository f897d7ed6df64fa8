import type { Formats } from "@shotkeeper/ui/app";
import { type ChartOption, type ChartTheme, categoryAxis, valueAxis } from "@shotkeeper/ui/chart";
import { columnOf, type Measure, type Pivot } from "./pivot.ts";

interface OutputContext {
  readonly theme: ChartTheme;
  readonly formats: Formats;
  readonly timeText: (time: number) => string;
  readonly nameOf: (row: Pivot["rows"][number]) => string;
  readonly others: (n: number) => string;
  readonly total: string;
  /** True on a phone: names in the legend are shortened, so that all of them fit. */
  readonly isNarrow: boolean;
}

/**
 * Largest number of groups (such as molds or plants) with a bar segment of their own. All further groups are summed in
 * one segment.
 */
const maxGroups = 6;

/**
 * Returns the chart of output over time: stacked bars per group for amounts, or one line for the share of estimated
 * shots.
 */
export function outputOption(pivot: Pivot, measure: Measure, w: OutputContext): ChartOption {
  const { theme, formats } = w;
  const isShare = measure === "estimated";
  const number = (v: unknown) => (typeof v === "number" ? v : null);
  const top = pivot.rows.slice(0, maxGroups);
  const rest = pivot.rows.slice(maxGroups);
  const at = (row: Pivot["rows"][number], t: number) => Number(row[columnOf(t)] ?? 0);
  const bar = (name: string, data: number[], color: string | undefined) => ({
    type: "bar" as const,
    name,
    stack: "all",
    data,
    barMaxWidth: 34,
    color,
  });
  const bars = [
    ...top.map((row, i) =>
      bar(
        w.nameOf(row),
        pivot.times.map((t) => at(row, t)),
        theme.series[i % theme.series.length],
      ),
    ),
    ...(rest.length > 0
      ? [
          bar(
            w.others(rest.length),
            pivot.times.map((t) => rest.reduce((sum, row) => sum + at(row, t), 0)),
            theme.ink3,
          ),
        ]
      : []),
  ];
  return {
    grid: { top: w.isNarrow ? 18 + 22 * Math.ceil(bars.length / 2) : 38, bottom: 4 },
    legend: {
      show: !isShare,
      type: w.isNarrow ? "plain" : "scroll",
      top: 0,
      left: 0,
      right: 0,
      textStyle: { color: theme.ink2, ...(w.isNarrow ? { width: 116, overflow: "truncate" } : {}) },
      pageTextStyle: { color: theme.ink2 },
      pageIconColor: theme.ink2,
      pageIconInactiveColor: theme.line,
      itemHeight: 8,
      itemWidth: 14,
    },
    xAxis: categoryAxis(theme, pivot.times.map(w.timeText)),
    yAxis: valueAxis(theme, { format: isShare ? (v) => formats.percent(v, 0) : formats.compact }),
    tooltip: {
      axisPointer: { type: "shadow" },
      valueFormatter: (v: unknown) => (isShare ? formats.percent(number(v)) : formats.whole(number(v))),
    },
    series: isShare
      ? [{ type: "line", name: w.total, data: [...pivot.sums], color: theme.unsure, symbolSize: 5 }]
      : bars,
  };
}
