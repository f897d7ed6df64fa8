import type { ChartTheme } from "./chart-theme.ts";

interface AxisWords {
  readonly name?: string;
  readonly format?: (value: number) => string;
}

/** Period of a time axis. Its ends are positions on the axis: instants converted by `chartTime` (time/zone.ts). */
interface Period {
  readonly from: number;
  readonly to: number;
}

const dayMs = 86_400_000;
const maxLabels = 10;
const stepsInDays = [1, 2, 3, 7, 14, 30, 90, 180];

/**
 * Returns the days that a time axis labels: at most `maxLabels` days at equal distances, counted back from the last day
 * of the period. Returns undefined for a period of less than three days, whose labels are times of day.
 */
export function labelledDays({ from, to }: Period): number[] | undefined {
  const days = (to - from) / dayMs;
  if (days < 3) return undefined;
  const step = (stepsInDays.find((s) => days / s <= maxLabels) ?? Math.ceil(days / maxLabels)) * dayMs;
  const last = Math.floor(to / dayMs) * dayMs;
  const count = Math.floor((last - from) / step) + 1;
  return Array.from({ length: count }, (_, i) => last - (count - 1 - i) * step);
}

/**
 * Returns the options of a time axis. Convert all instants on the axis by `chartTime` (time/zone.ts).
 * @param period ends of the axis. With a period, the labelled days have equal distances; without it, ECharts restarts
 * its steps at each month.
 */
export function timeAxis(t: ChartTheme, period?: Period) {
  const days = period && labelledDays(period);
  return {
    ...(period ? { min: period.from, max: period.to } : {}),
    type: "time" as const,
    axisLine: { lineStyle: { color: t.line } },
    axisTick: { show: false },
    axisLabel: {
      color: t.ink3,
      hideOverlap: true,
      // Lets the last label end where the axis ends. A label that is centred below the end would be cut in a narrow
      // chart.
      alignMaxLabel: "right" as const,
      ...(days ? { customValues: days } : {}),
      // Uses the same formats in all languages, because the labels of the axis contain only numbers.
      formatter: days
        ? "{MM}-{dd}"
        : {
            year: "{yyyy}",
            month: "{MM}-{dd}",
            day: "{MM}-{dd}",
            hour: "{HH}:{mm}",
            minute: "{HH}:{mm}",
          },
    },
    splitLine: { show: false },
  };
}

export function categoryAxis(t: ChartTheme, data: readonly string[]) {
  return {
    type: "category" as const,
    data: [...data],
    axisLine: { lineStyle: { color: t.line } },
    axisTick: { show: false },
    axisLabel: { color: t.ink3, hideOverlap: true },
  };
}

export function valueAxis(t: ChartTheme, { name, format }: AxisWords = {}) {
  return {
    type: "value" as const,
    ...(name === undefined ? {} : { name, nameTextStyle: { color: t.ink3, align: "left" as const } }),
    nameGap: 12,
    splitNumber: 4,
    axisLine: { show: false },
    axisLabel: { color: t.ink3, ...(format ? { formatter: format } : {}) },
    splitLine: { lineStyle: { color: t.line } },
  };
}

/** Returns the options for zooming by Ctrl + mouse wheel, and by a slider below the chart. */
export function zoom(t: ChartTheme) {
  return [
    { type: "inside", zoomOnMouseWheel: "ctrl", moveOnMouseWheel: false },
    {
      type: "slider",
      height: 16,
      bottom: 4,
      borderColor: "transparent",
      backgroundColor: t.line,
      fillerColor: `${t.primary}33`,
      handleStyle: { color: t.primary, borderColor: t.primary },
      moveHandleSize: 0,
      showDetail: false,
      showDataShadow: false,
      brushSelect: false,
    },
  ];
}
