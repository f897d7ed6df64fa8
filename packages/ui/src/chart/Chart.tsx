import { BarChart, LineChart, ScatterChart } from "echarts/charts";
import {
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TooltipComponent,
} from "echarts/components";
import { type EChartsType, init, use as register } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";
import { baseOption, type ChartTheme } from "./chart-theme.ts";

// Only what our screens draw: the whole library would be three times as large.
register([
  BarChart,
  LineChart,
  ScatterChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  DataZoomComponent,
  MarkAreaComponent,
  MarkLineComponent,
  CanvasRenderer,
]);

/** An option of ECharts; keep its identity between renders (`useMemo`). */
export type ChartOption = Readonly<Record<string, unknown>>;

interface ChartProps {
  readonly option: ChartOption;
  readonly theme: ChartTheme;
  /** What the chart shows, for those who cannot see it. */
  readonly label: string;
  /** px, or "fill" for the height of the parent. Default 240. */
  readonly height?: number | "fill";
  /** A mark was clicked: its series and place. */
  readonly onPick?: ((seriesIndex: number, dataIndex: number) => void) | undefined;
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** ECharts in a box: follows the theme and the size, and goes away with the page. */
export function Chart({ option, theme, label, height = 240, onPick }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType>(undefined);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  }, [onPick]);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const made = init(element, undefined, { renderer: "canvas" });
    chart.current = made;
    made.on("click", (p) => pick.current?.(p.seriesIndex ?? 0, p.dataIndex));
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.current = undefined;
      made.dispose();
    };
  }, []);

  useEffect(() => {
    chart.current?.setOption(
      merged(baseOption(theme), still.matches ? { ...option, animation: false } : option),
      // Series that are gone must go; the zoom the user chose stays.
      { replaceMerge: ["series"] },
    );
  }, [option, theme]);

  return (
    <div
      ref={box}
      role="img"
      aria-label={label}
      style={{ width: "100%", height: height === "fill" ? "100%" : height, minWidth: 0 }}
    />
  );
}

/** One level deep: `grid: { top: 8 }` keeps the other sides of the base. */
function merged(base: Readonly<Record<string, unknown>>, own: ChartOption): Record<string, unknown> {
  const out: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(own)) {
    const before = out[key];
    out[key] = isPlain(before) && isPlain(value) ? { ...before, ...value } : value;
  }
  return out;
}

function isPlain(x: unknown): x is Record<string, unknown> {
  return typeof x === "object" && x !== null && !Array.isArray(x);
}
