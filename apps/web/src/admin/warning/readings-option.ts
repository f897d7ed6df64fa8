import type { WarningPicture } from "@shotkeeper/contract/warning";
import { type ChartOption, timeAxis, valueAxis } from "@shotkeeper/ui/chart";
import { chartTime, serverNow } from "@shotkeeper/ui/time";
import type { ChartContext } from "../production/chart-options.ts";

/** Returns the chart of a counter's battery charge or signal strength over time. */
export function readingsOption(
  kind: "battery" | "signal",
  readings: WarningPicture["readings"],
  { theme, formats }: ChartContext,
): ChartOption {
  const isBattery = kind === "battery";
  const format = (v: number) => (isBattery ? formats.percent(v, 0) : `${v} dBm`);
  const colour = isBattery ? theme.good : theme.unsure;
  const now = serverNow();
  const first = readings[0]?.time ?? now;
  return {
    grid: { top: 12, bottom: 4 },
    // Ends the axis at the present time, so that a counter that has stopped reporting is visible as a gap.
    xAxis: timeAxis(theme, { from: chartTime(first), to: chartTime(now) }),
    // Begins the axis of the charge at 0 %. Signal strength in dBm has no natural zero, so its axis fits the data.
    yAxis: { ...valueAxis(theme, { format }), ...(isBattery ? { min: 0 } : { scale: true }), splitNumber: 4 },
    tooltip: { valueFormatter: format },
    series: [
      {
        type: "line",
        data: readings.flatMap((r) => {
          const value = isBattery ? r.battery : r.rssi;
          return value === null ? [] : [[chartTime(r.time), value]];
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
