import type { WarningPicture } from "@shotkeeper/contract/warning";
import { type ChartOption, timeAxis, valueAxis } from "@shotkeeper/ui/chart";
import type { ChartWords } from "../production/chart-options.ts";

/** Charge or signal of a counter over time. */
export function readingsOption(
  kind: "battery" | "signal",
  readings: WarningPicture["READINGS"],
  { theme, formats }: ChartWords,
): ChartOption {
  const isBattery = kind === "battery";
  const format = (v: number) => (isBattery ? formats.percent(v, 0) : `${v} dBm`);
  const colour = isBattery ? theme.good : theme.unsure;
  return {
    grid: { top: 12, bottom: 4 },
    // To now: where a counter fell silent the line ends before.
    xAxis: { ...timeAxis(theme), max: Date.now() },
    // A charge is read against empty; a signal only against itself.
    yAxis: { ...valueAxis(theme, { format }), ...(isBattery ? { min: 0 } : { scale: true }), splitNumber: 4 },
    tooltip: { valueFormatter: format },
    series: [
      {
        type: "line",
        data: readings.flatMap((r) => {
          const value = isBattery ? r.BATTERY : r.RSSI;
          return value === null ? [] : [[Date.parse(r.TIME), value]];
        }),
        showSymbol: readings.length < 40,
        symbolSize: 4,
        lineStyle: { width: 1.6, color: colour },
        itemStyle: { color: colour },
        ...(isBattery ? { areaStyle: { color: colour, opacity: 0.1 } } : {}),
      },
    ],
  };
}
