import { useMemo } from "react";
import {
  fontFamily,
  hues,
  type Mode,
  shadesOf,
  stateColours,
  surface,
  useMode,
  useTheme,
} from "../app/index.ts";

/** Colours of a chart, taken from the palette (palette.ts). */
export interface ChartTheme {
  readonly mode: Mode;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly line: string;
  readonly panel: string;
  readonly raised: string;
  readonly primary: string;
  readonly good: string;
  readonly attention: string;
  readonly bad: string;
  readonly info: string;
  readonly unsure: string;
  /** Background of a band that shows a tolerance. */
  readonly band: string;
  /** Colours for several series in one chart. Users can tell these colours apart in light and dark mode. */
  readonly series: readonly string[];
}

function chartTheme(mode: Mode, primary: string): ChartTheme {
  const state = stateColours[mode];
  return {
    mode,
    ink: surface(mode, "ink"),
    ink2: surface(mode, "ink-2"),
    ink3: surface(mode, "ink-3"),
    line: surface(mode, "line"),
    panel: surface(mode, "panel"),
    raised: surface(mode, "raised"),
    primary,
    good: state.running[0],
    attention: state.idle[0],
    bad: state.removed[0],
    info: state.inRepair[0],
    unsure: state.silent[0],
    band: state.running[1],
    series: [
      primary,
      ...(["teal", "amber", "violet", "magenta", "green", "red", "graphite"] as const).map(
        (c) => hues[c][mode],
      ),
    ],
  };
}

/** Returns the chart colours of the current mode. Boards pass "dark" as `forced`, because they are always dark. */
export function useChartTheme(forced?: Mode): ChartTheme {
  const current = useMode();
  const colour = useTheme((t) => t.colour);
  const mode = forced ?? current;
  return useMemo(() => chartTheme(mode, shadesOf(colour)[mode]), [mode, colour]);
}

/** Returns the options that all charts share. A chart's own options override these options. */
export function baseOption(t: ChartTheme) {
  return {
    animationDuration: 250,
    animationDurationUpdate: 250,
    // Reads the values of time axes as UTC. They come from `chartTime`, which shifts them so that UTC shows the time
    // in the tenant's zone.
    useUTC: true,
    color: [...t.series],
    textStyle: { fontFamily, fontSize: 12, color: t.ink2 },
    grid: { left: 8, right: 12, top: 28, bottom: 6, containLabel: true },
    tooltip: {
      trigger: "axis",
      confine: true,
      backgroundColor: t.raised,
      borderColor: t.line,
      textStyle: { color: t.ink, fontSize: 12, fontFamily },
      axisPointer: { lineStyle: { color: t.ink3 }, shadowStyle: { color: t.ink3, opacity: 0.12 } },
    },
  };
}
