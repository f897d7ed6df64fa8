import type { ShotBucket } from "@shotkeeper/contract/production";
import type { Locale } from "@shotkeeper/locales";
import type { Formats } from "@shotkeeper/ui/app";
import { type ChartOption, type ChartTheme, timeAxis, valueAxis, zoom } from "@shotkeeper/ui/chart";
import { chartTime } from "@shotkeeper/ui/time";
import { axisLimits, bandOf, type Tolerance } from "./cycle-band.ts";
import { withGaps } from "./gaps.ts";

export interface ChartContext {
  readonly theme: ChartTheme;
  readonly formats: Formats;
  readonly locale: Pick<Locale, "mold" | "shell">;
}

export interface CycleSeries {
  readonly name: string;
  readonly buckets: readonly ShotBucket[];
}

/** Returns the parts of a cycle chart that show the standard cycle as a line and the tolerance as a band around it. */
function band(t: Tolerance | undefined, { theme, formats }: ChartContext) {
  if (!t) return {};
  const [low, high] = bandOf(t);
  return {
    markArea: {
      silent: true,
      itemStyle: { color: theme.band, opacity: 0.75 },
      data: [[{ yAxis: low }, { yAxis: high }]],
    },
    markLine: {
      silent: true,
      symbol: "none",
      lineStyle: { color: theme.good, type: "dashed", width: 1 },
      label: { position: "end", color: theme.good, formatter: formats.decimal(t.standard, 1) },
      data: [{ yAxis: t.standard }],
    },
  };
}

/**
 * Returns the chart of cycle times. A single series also shows the range from the shortest to the longest cycle of each
 * hour (or day, or month). A wide range shows that cycles scatter. A rising or falling line shows that they drift.
 */
export function cycleOption(
  series: readonly CycleSeries[],
  tolerance: Tolerance | undefined,
  w: ChartContext,
): ChartOption {
  const { theme, formats, locale } = w;
  const words = locale.mold.charts;
  const seconds = (v: unknown) =>
    `${formats.decimal(typeof v === "number" ? v : null, 2)} ${locale.shell.units.s}`;
  const only = series.length === 1 ? series[0] : undefined;
  const points = (buckets: readonly ShotBucket[], pick: (b: ShotBucket) => number | null) =>
    withGaps(buckets.map((b) => [chartTime(b.time), pick(b)] as const));
  const hidden = { type: "line", symbol: "none", lineStyle: { opacity: 0 }, stack: "range", silent: true };
  return {
    grid: { top: 30, bottom: 30, ...(tolerance ? { right: 44 } : {}) },
    legend: only
      ? { show: false }
      : { top: 0, left: 0, textStyle: { color: theme.ink2 }, itemHeight: 8, itemWidth: 14 },
    xAxis: timeAxis(theme),
    yAxis: {
      ...valueAxis(theme, { name: locale.shell.units.s }),
      scale: true,
      ...(tolerance ? axisLimits(tolerance) : {}),
    },
    dataZoom: zoom(theme),
    tooltip: { valueFormatter: seconds },
    series: [
      ...(only
        ? [
            { ...hidden, name: "", data: points(only.buckets, (b) => b.minCycle), tooltip: { show: false } },
            {
              ...hidden,
              name: words.range,
              data: points(only.buckets, (b) =>
                b.maxCycle === null || b.minCycle === null ? null : b.maxCycle - b.minCycle,
              ),
              areaStyle: { color: theme.primary, opacity: 0.12 },
              tooltip: { show: false },
            },
          ]
        : []),
      ...series.map((s, i) => ({
        type: "line",
        name: only ? words.average : s.name,
        data: points(s.buckets, (b) => b.averageCycle),
        showSymbol: s.buckets.length < 60,
        symbolSize: 4,
        lineStyle: { width: 1.6 },
        color: theme.series[i % theme.series.length],
        // Breaks the line at hours without production instead of connecting the hours around them.
        connectNulls: false,
        ...(i === 0 ? band(tolerance, w) : {}),
      })),
    ],
  };
}

/** Returns the bar chart of shots per hour or day. */
export function shotsOption(
  buckets: readonly Pick<ShotBucket, "time" | "shots">[],
  { theme, formats, locale }: ChartContext,
): ChartOption {
  return {
    grid: { top: 12, bottom: 4 },
    xAxis: timeAxis(theme),
    yAxis: valueAxis(theme, { format: formats.compact }),
    tooltip: {
      axisPointer: { type: "shadow" },
      valueFormatter: (v: unknown) => formats.whole(typeof v === "number" ? v : null),
    },
    series: [
      {
        type: "bar",
        name: locale.mold.charts.shots,
        data: buckets.map((b) => [chartTime(b.time), b.shots]),
        barMaxWidth: 18,
        itemStyle: { color: theme.primary, borderRadius: [2, 2, 0, 0] },
      },
    ],
  };
}
