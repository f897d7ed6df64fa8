import {
  type IndicatorAnswer,
  type IndicatorName,
  indicatorRules,
  intervalFigure,
} from "@shotkeeper/contract/indicator";
import type { Formats } from "@shotkeeper/ui/app";
import { type ChartOption, type ChartTheme, categoryAxis, valueAxis } from "@shotkeeper/ui/chart";
import { instant, wallClock } from "@shotkeeper/ui/time";
import { figureText } from "./figure-text.ts";

interface CourseWords {
  readonly theme: ChartTheme;
  readonly f: Formats;
  /** Name of the drawn values. */
  readonly figure: string;
  /** Name of the target line. */
  readonly target: string;
  /** Time of the server, epoch ms. */
  readonly now: number;
}

const dayMs = 86_400_000;
/**
 * Time after the end of an interval until its target is final, ms. The target depends on the number of molds per plant,
 * and the plants of some molds are known only after their counters have reported.
 */
const reportedMs = 2 * dayMs;

/**
 * Returns the chart of an indicator over time with a target line. A percentage is drawn as a line. For a rate,
 * bars show the events of each interval, beside the events that the target allows in the interval (`intervalFigure`).
 */
export function courseOption(name: IndicatorName, a: IndicatorAnswer, w: CourseWords): ChartOption {
  return indicatorRules[name].unit === "%" ? shareOption(name, a, w) : eventOption(name, a, w);
}

const timeAxisOf = (a: IndicatorAnswer, theme: ChartTheme) =>
  categoryAxis(
    theme,
    a.times.map((x) => wallClock(x.time).format(intervalOf(a) === "month" ? "YYYY-MM" : "MM-DD")),
  );

function shareOption(name: IndicatorName, a: IndicatorAnswer, w: CourseWords): ChartOption {
  const { theme, f } = w;
  const show = (v: unknown) => figureText(name, typeof v === "number" ? v : null, f);
  const values = a.times.map((x) => x.value);
  const known = values.filter((v): v is number => v !== null);
  // Begins the axis just below the lowest value if the target and all percentages are above 40 %. On an axis from 0 %,
  // values between 92 and 97 % would look like a flat line.
  const lowest = Math.min(a.target, ...known);
  const highest = Math.max(a.target, ...known);
  const isHigh = lowest > 40;
  const below = lowest - Math.max(2, (highest - lowest) * 0.4);
  // Rounds the ends of the axis to multiples of the distance between its ticks. Otherwise the outer two ticks would
  // be too close to each other.
  const step = below >= 75 ? 5 : 10;
  const min = Math.max(0, Math.floor(below / step) * step);
  return {
    grid: { top: 20, bottom: 4, right: 56 },
    xAxis: timeAxisOf(a, theme),
    yAxis: {
      ...valueAxis(theme, { format: (v) => f.percent(v, 0) }),
      // Ends the axis at 100 % if the highest value is above 70 %. By default, the axis could end above 100 %.
      ...(highest <= 100 && highest > 70 ? { max: 100 } : {}),
      ...(isHigh ? { min, interval: step } : {}),
    },
    tooltip: { valueFormatter: show },
    series: [
      {
        type: "line",
        name: w.figure,
        data: values,
        symbolSize: 5,
        connectNulls: false,
        lineStyle: { width: 2 },
        itemStyle: { color: theme.primary },
        // Fills the area only above an axis from 0 %, because an area above a cut axis shows wrong proportions.
        ...(isHigh ? {} : { areaStyle: { color: theme.primary, opacity: 0.08 } }),
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

/** Returns the end of an interval of the chart, epoch ms. */
function endOf(a: IndicatorAnswer, i: number): number {
  const next = a.times[i + 1];
  if (next) return Date.parse(next.time);
  return Date.parse(instant(wallClock(a.times[i]?.time).add(1, intervalOf(a))));
}

/**
 * Returns, for each interval of the chart, the number of events and the number that the target allows. The allowed
 * number grows with the number of molds whose plant is known. The plants of some molds are not known for up to two days
 * after an interval, so the latest intervals get the allowed number per day of the last complete interval.
 */
function eventFigures(name: IndicatorName, a: IndicatorAnswer, now: number) {
  const figures = a.times.map((x) => intervalFigure(name, x, a.target));
  const daysOf = (i: number) => (endOf(a, i) - Date.parse(a.times[i]?.time ?? "")) / dayMs;
  const complete = a.times.findLastIndex((_, i) => endOf(a, i) <= now - reportedMs);
  const allowed = figures[complete]?.target;
  if (allowed === undefined || allowed === null) return figures;
  return figures.map((x, i) =>
    i <= complete ? x : { ...x, target: Math.round((allowed / daysOf(complete)) * daysOf(i) * 100) / 100 },
  );
}

function eventOption(name: IndicatorName, a: IndicatorAnswer, w: CourseWords): ChartOption {
  const { theme, f } = w;
  const figures = eventFigures(name, a, w.now);
  const highest = Math.max(1, ...figures.flatMap((x) => [x.value ?? 0, x.target ?? 0]));
  // Chooses a whole number as the distance between ticks, because the axis counts events. The axis ends at a tick,
  // because the label of a tick just below the end would overlap the label of the end.
  const step = Math.ceil(highest / 4);
  return {
    grid: { top: 20, bottom: 4, right: 16 },
    xAxis: timeAxisOf(a, theme),
    yAxis: {
      ...valueAxis(theme, { format: (v) => f.whole(v) }),
      interval: step,
      max: Math.ceil(highest / step) * step,
    },
    series: [
      {
        type: "bar",
        name: w.figure,
        data: figures.map((x) => x.value),
        barMaxWidth: 22,
        itemStyle: { color: theme.primary, borderRadius: [2, 2, 0, 0] },
        tooltip: { valueFormatter: (v: unknown) => f.whole(typeof v === "number" ? v : null) },
      },
      {
        type: "line",
        name: w.target,
        data: figures.map((x) => x.target),
        step: "middle",
        symbol: "none",
        lineStyle: { width: 1.5, type: "dashed" },
        itemStyle: { color: theme.attention },
        tooltip: { valueFormatter: (v: unknown) => f.decimal(typeof v === "number" ? v : null, 2) },
      },
    ],
  };
}

/** Returns the length of a chart's intervals. Ignores the first interval, because it may be shorter than the others. */
export function intervalOf(a: Pick<IndicatorAnswer, "times">): "day" | "week" | "month" {
  const [x, y] = a.times.slice(1).map((p) => Date.parse(p.time));
  const days = x === undefined || y === undefined ? 1 : (y - x) / 86_400_000;
  return days > 20 ? "month" : days > 3 ? "week" : "day";
}
