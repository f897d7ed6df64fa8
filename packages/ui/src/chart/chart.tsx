import type { EChartsType } from "echarts/core";
import { useEffect, useRef, useState } from "react";
import { useLocaleCode } from "../app/index.ts";
import { useAwaited } from "../lazy/index.ts";
import { zoneTitle } from "../time/index.ts";
import { baseOption, type ChartTheme } from "./chart-theme.ts";

type Library = typeof import("./echarts.ts");
let library: Promise<Library> | undefined;

/**
 * Loads ECharts when the first chart is drawn, so that the rest of a page appears before its charts. After a failure,
 * the next call tries again.
 */
function loadLibrary() {
  library ??= import("./echarts.ts").catch((cause: unknown) => {
    library = undefined;
    throw cause;
  });
  return library;
}

/** Options of ECharts. Memoize the object (`useMemo`), because each new object updates the chart. */
export type ChartOption = Readonly<Record<string, unknown>>;

interface ChartProps {
  readonly option: ChartOption;
  readonly theme: ChartTheme;
  /** Accessible name: a short text about the content of the chart. */
  readonly label: string;
  /**
   * True: the chart names the tenant's time zone at its top right. Default: true for a time axis. Pass true if the
   * categories of the axis are days or hours.
   */
  readonly zoned?: boolean | undefined;
  /** Height in px; "fill" for the height of the parent. Default: 240. */
  readonly height?: number | "fill";
  /** Called when the user clicks a point or a bar. `dataIndex` is the index of the point or bar within the series. */
  readonly onPick?: ((seriesIndex: number, dataIndex: number) => void) | undefined;
}

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Draws an ECharts chart. The chart follows the theme and the size of its box. The box is empty until ECharts has
 * loaded.
 */
export function Chart({ height = 240, ...props }: ChartProps) {
  return (
    <div
      style={{
        position: "relative",
        width: "100%",
        height: height === "fill" ? "100%" : height,
        minWidth: 0,
      }}
    >
      <WhenLoaded {...props} />
    </div>
  );
}

function WhenLoaded(props: Omit<ChartProps, "height">) {
  // Loads the library only once for each chart. A call in each render would try again without end after a failure.
  const [loading] = useState(loadLibrary);
  const loaded = useAwaited(loading);
  return loaded ? <Drawing {...props} init={loaded.init} /> : <div aria-busy />;
}

function Drawing({
  init,
  option,
  theme,
  label,
  zoned = hasTimeAxis(option),
  onPick,
}: Omit<ChartProps, "height"> & { readonly init: Library["init"] }) {
  const language = useLocaleCode((s) => s.code);
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
  }, [init]);

  useEffect(() => {
    chart.current?.setOption(
      merged(baseOption(theme), {
        ...option,
        ...(isPlain(option.legend) ? { legend: { ...legendSizes, ...option.legend } } : {}),
        ...(reducedMotion.matches ? { animation: false } : {}),
      }),
      // Removes series that the new option no longer has (`replaceMerge`), but keeps the user's zoom.
      { replaceMerge: ["series"] },
    );
  }, [option, theme]);

  return (
    <>
      {zoned && <small style={{ ...zoneStyle, color: theme.ink3 }}>{zoneTitle(language)}</small>}
      <div
        ref={box}
        role="img"
        aria-label={label}
        style={{ width: "100%", height: zoned ? `calc(100% - ${zoneHeight}px)` : "100%" }}
      />
    </>
  );
}

/**
 * Sizes of a legend, px. Two entries are further from each other than a mark is from its name, so that users see which
 * mark and name belong together.
 */
const legendSizes = { itemGap: 18, itemWidth: 16, itemHeight: 12 };

/** Height of the line that names the time zone, px. It is above the chart, because the chart's legend may be wide. */
const zoneHeight = 14;
const zoneStyle = {
  display: "block",
  height: zoneHeight,
  fontSize: 11,
  lineHeight: `${zoneHeight}px`,
  textAlign: "end",
} as const;

/**
 * Returns true if the chart has a time axis. The chart then names the tenant's zone, because the axis shows times of
 * that zone.
 */
function hasTimeAxis({ xAxis }: ChartOption): boolean {
  return isPlain(xAxis) && xAxis.type === "time";
}

/**
 * Merges two options one level deep: `grid: { top: 8 }` changes only the top of the grid and keeps the grid's other
 * sides.
 */
function merged(base: Readonly<Record<string, unknown>>, option: ChartOption): Record<string, unknown> {
  const out: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(option)) {
    const before = out[key];
    out[key] = isPlain(before) && isPlain(value) ? { ...before, ...value } : value;
  }
  return out;
}

function isPlain(x: unknown): x is Record<string, unknown> {
  return typeof x === "object" && x !== null && !Array.isArray(x);
}
