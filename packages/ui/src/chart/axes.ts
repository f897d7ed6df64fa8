import type { ChartTheme } from "./chart-theme.ts";

interface AxisWords {
  readonly name?: string;
  readonly format?: (value: number) => string;
}

/** Returns the options of a time axis. The values on the axis must come from `chartTime` (zone.ts). */
export function timeAxis(t: ChartTheme) {
  return {
    type: "time" as const,
    axisLine: { lineStyle: { color: t.line } },
    axisTick: { show: false },
    axisLabel: {
      color: t.ink3,
      hideOverlap: true,
      // Lets the last label end where the axis ends. A label that is centred below the end would be cut in a narrow
      // chart.
      alignMaxLabel: "right" as const,
      // Uses the same formats in all languages, because the labels of the axis contain only numbers.
      formatter: {
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
