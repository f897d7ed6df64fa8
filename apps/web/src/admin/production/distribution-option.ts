import { type ChartOption, categoryAxis, valueAxis } from "@shotkeeper/ui/chart";
import type { ChartContext, CycleSeries } from "./chart-options.ts";
import type { Tolerance } from "./cycle-band.ts";
import { binWidth, distribution } from "./totals.ts";

/**
 * Returns the histogram of shots by cycle time. With one series, the colour of a bin tells fast, good or slow cycles.
 */
export function distributionOption(
  series: readonly CycleSeries[],
  tolerance: Tolerance | undefined,
  { theme, formats, locale }: ChartContext,
): ChartOption {
  const width = binWidth(series.flatMap((s) => s.buckets));
  const binsOfSeries = series.map((s) => new Map(distribution(s.buckets, width)));
  const bounds = allBounds(
    binsOfSeries.flatMap((c) => [...c.keys()]),
    width,
  );
  const digits = width < 1 ? 1 : 0;
  const colourAt = (low: number) => {
    if (!tolerance) return theme.primary;
    const middle = low + width / 2;
    const off = Math.abs(middle / tolerance.standard - 1) * 100;
    return off <= tolerance.percent ? theme.good : middle < tolerance.standard ? theme.bad : theme.attention;
  };
  return {
    grid: { top: 10, bottom: 4 },
    xAxis: {
      ...categoryAxis(
        theme,
        bounds.map((b) => formats.decimal(b, digits)),
      ),
      name: locale.shell.units.s,
      nameTextStyle: { color: theme.ink3 },
      nameGap: 6,
    },
    yAxis: valueAxis(theme, { format: formats.compact }),
    tooltip: {
      axisPointer: { type: "shadow" },
      valueFormatter: (v: unknown) => formats.whole(typeof v === "number" ? v : null),
    },
    series: series.map((s, i) => ({
      type: "bar",
      name: s.name,
      barMaxWidth: 26,
      barCategoryGap: "12%",
      color: theme.series[i % theme.series.length],
      data: bounds.map((b) => ({
        value: binsOfSeries[i]?.get(b) ?? 0,
        ...(series.length === 1 ? { itemStyle: { color: colourAt(b) } } : {}),
      })),
    })),
  };
}

/**
 * Returns the lower bounds of all bins between the first and the last used bin. Empty bins are included, so that the
 * axis has equal steps.
 */
function allBounds(used: readonly number[], width: number): number[] {
  if (used.length === 0) return [];
  const [from, to] = [Math.min(...used), Math.max(...used)];
  const count = Math.round((to - from) / width) + 1;
  return Array.from({ length: count }, (_, i) => Number((from + i * width).toFixed(6)));
}
