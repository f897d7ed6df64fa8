import type { WorkplaceFigures } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { Chart, categoryAxis, useChartTheme, valueAxis } from "@shotkeeper/ui/chart";
import { useMemo } from "react";

export function ShotDays({ days }: { readonly days: WorkplaceFigures["days"] }) {
  const { workplace, mold } = useLocale();
  const theme = useChartTheme();
  const f = useFormats();
  const option = useMemo(
    () => ({
      grid: { top: 12, bottom: 4 },
      xAxis: categoryAxis(
        theme,
        days.map((d) => d.day.slice(5)),
      ),
      yAxis: valueAxis(theme, { format: f.compact }),
      tooltip: {
        axisPointer: { type: "shadow" },
        valueFormatter: (v: unknown) => f.whole(typeof v === "number" ? v : null),
      },
      series: [
        {
          type: "bar",
          name: mold.charts.shots,
          barMaxWidth: 20,
          itemStyle: { color: theme.primary, borderRadius: [2, 2, 0, 0] },
          data: days.map((d, i) => ({
            value: d.shots,
            ...(i === days.length - 1 ? { itemStyle: { color: theme.primary, opacity: 0.45 } } : {}),
          })),
        },
      ],
    }),
    [theme, days, f, mold],
  );
  return <Chart zoned option={option} theme={theme} label={workplace.shots30} height={220} />;
}
