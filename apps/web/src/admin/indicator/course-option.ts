import { type IndicatorAnswer, type IndicatorName, indicatorRules } from "@shotkeeper/contract/indicator";
import type { Formats } from "@shotkeeper/ui/app";
import { type ChartOption, type ChartTheme, categoryAxis, valueAxis } from "@shotkeeper/ui/chart";
import { wallClock } from "@shotkeeper/ui/time";
import { figureText } from "./figure-text.ts";

interface CourseWords {
  readonly theme: ChartTheme;
  readonly f: Formats;
  readonly figure: string;
  readonly target: string;
}

/** Returns the chart of an indicator over time with a target line. A percentage is drawn as a line, a rate as bars. */
export function courseOption(name: IndicatorName, a: IndicatorAnswer, w: CourseWords): ChartOption {
  const { theme, f } = w;
  const isShare = indicatorRules[name].unit === "%";
  const show = (v: unknown) => figureText(name, typeof v === "number" ? v : null, f);
  const values = a.times.map((x) => x.value);
  const known = values.filter((v): v is number => v !== null);
  // Begins the axis just below the lowest value if the target and all percentages are above 40 %. On an axis from 0 %,
  // values between 92 and 97 % would look like a flat line.
  const lowest = Math.min(a.target, ...known);
  const span = Math.max(a.target, ...known) - lowest;
  const isHigh = isShare && lowest > 40;
  return {
    grid: { top: 20, bottom: 4, right: 56 },
    xAxis: categoryAxis(
      theme,
      a.times.map((x) => wallClock(x.time).format(a.times.length > 1 && monthly(a) ? "YYYY-MM" : "MM-DD")),
    ),
    yAxis: {
      ...valueAxis(theme, { format: (v) => (isShare ? f.percent(v, 0) : f.decimal(v, v < 10 ? 1 : 0)) }),
      // Ends the axis of high shares at 100 %. By default, the chart would end it above 100 %.
      ...(isShare && Math.max(...known, a.target) <= 100 && span + lowest > 70 ? { max: 100 } : {}),
      ...(isHigh ? { min: Math.max(0, Math.floor((lowest - Math.max(2, span * 0.4)) / 5) * 5) } : {}),
    },
    tooltip: { valueFormatter: show },
    series: [
      {
        type: isShare ? "line" : "bar",
        name: w.figure,
        data: values,
        barMaxWidth: 22,
        symbolSize: 5,
        connectNulls: false,
        lineStyle: { width: 2 },
        itemStyle: { color: theme.primary, borderRadius: [2, 2, 0, 0] },
        ...(isShare ? { areaStyle: { color: theme.primary, opacity: 0.08 } } : {}),
        markLine: {
          silent: true,
          symbol: "none",
          lineStyle: { color: theme.attention, type: "dashed" },
          label: { color: theme.ink2, formatter: `${w.target}\n${show(a.target)}`, fontSize: 11 },
          data: [{ yAxis: a.target }],
        },
      },
    ],
  };
}

const monthly = (a: IndicatorAnswer) => {
  const [x, y] = a.times.slice(1).map((p) => Date.parse(p.time));
  return x !== undefined && y !== undefined && y - x > 20 * 86_400_000;
};
