import { useMemo } from "react";
import type { Mode } from "../app/index.ts";
import { Stage } from "../gallery/index.ts";
import { categoryAxis, timeAxis, valueAxis, zoom } from "./axes.ts";
import { Chart, type ChartOption } from "./chart.tsx";
import { type ChartTheme, useChartTheme } from "./chart-theme.ts";

const hour = 3_600_000;
const start = Date.UTC(2026, 2, 1);
const points = Array.from({ length: 72 }, (_, n) => [
  start + n * hour,
  Math.round(900 + 300 * Math.sin(n / 5)),
]);

interface SampleProps {
  readonly label: string;
  readonly mode?: Mode;
  readonly make: (theme: ChartTheme) => ChartOption;
  readonly onPick?: ((seriesIndex: number, dataIndex: number) => void) | undefined;
}

function Sample({ label, mode, make, onPick }: SampleProps) {
  const theme = useChartTheme(mode);
  const option = useMemo(() => make(theme), [make, theme]);
  return (
    <div style={{ width: 640, padding: 8, background: theme.panel }}>
      <Chart option={option} theme={theme} label={label} onPick={onPick} />
    </div>
  );
}

const line = (t: ChartTheme): ChartOption => ({
  xAxis: timeAxis(t),
  yAxis: valueAxis(t),
  series: [{ type: "line", showSymbol: false, data: points }],
});

const bars = (t: ChartTheme): ChartOption => ({
  legend: { textStyle: { color: t.ink2 } },
  xAxis: categoryAxis(t, ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]),
  yAxis: valueAxis(t, { name: "shots", format: (v) => `${v / 1000}k` }),
  series: t.series.slice(0, 4).map((_, n) => ({
    type: "bar",
    name: `Mold ${n + 1}`,
    stack: "all",
    data: [9, 12, 8, 14, 11, 5, 2].map((v) => v * 1000 + n * 700),
  })),
});

const zoomed = (t: ChartTheme): ChartOption => ({
  ...line(t),
  grid: { bottom: 32 },
  dataZoom: zoom(t),
});

const dots = (t: ChartTheme): ChartOption => ({
  xAxis: valueAxis(t),
  yAxis: valueAxis(t),
  series: [{ type: "scatter", symbolSize: 6, data: points.map(([, v = 0], n) => [n, v]) }],
});

const none = (t: ChartTheme): ChartOption => ({
  xAxis: timeAxis(t),
  yAxis: valueAxis(t),
  series: [{ type: "line", data: [] }],
});

export const Line = () => (
  <Stage>
    <Sample label="Shots an hour" make={line} />
  </Stage>
);

export const StackedBars = () => (
  <Stage>
    <Sample label="Shots by mold" make={bars} />
  </Stage>
);

export const WithZoom = () => (
  <Stage>
    <Sample label="Shots an hour, with zoom" make={zoomed} />
  </Stage>
);

export const Scatter = () => (
  <Stage>
    <Sample label="Cycle times" make={dots} />
  </Stage>
);

export const WithoutPoints = () => (
  <Stage>
    <Sample label="Shots an hour, none yet" make={none} />
  </Stage>
);

/** Story: a chart on a board is dark even if the user has chosen light mode. */
export const AlwaysDark = () => (
  <Stage>
    <Sample label="Shots an hour on a board" mode="dark" make={line} />
  </Stage>
);

const few = (t: ChartTheme): ChartOption => ({
  xAxis: categoryAxis(t, ["Mon", "Tue"]),
  yAxis: valueAxis(t),
  series: [{ type: "bar", data: [900, 1200] }],
});

export const Picking = ({ onPick }: Pick<SampleProps, "onPick">) => (
  <Stage>
    <Sample label="Shots by day" make={few} onPick={onPick} />
  </Stage>
);
