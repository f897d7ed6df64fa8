import { quarantineCurve, type quarantineList, quarantineReason } from "@shotkeeper/contract/counter";
import { type CommandOutput, nameOf, type QueryRow } from "@shotkeeper/contract/kernel";
import { Ago, ToneTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { Panel } from "@shotkeeper/ui/cells";
import {
  Chart,
  type ChartOption,
  type ChartTheme,
  timeAxis,
  useChartTheme,
  valueAxis,
} from "@shotkeeper/ui/chart";
import { useCommandData } from "@shotkeeper/ui/data";
import { chartTime } from "@shotkeeper/ui/time";
import { type ReactNode, useMemo } from "react";
import { CounterLink, MoldLink } from "../links.tsx";
import "./counter.css";

type Row = QueryRow<typeof quarantineList>;
type Point = CommandOutput<typeof quarantineCurve>["points"][number];

const height = 190;

interface CurveWords {
  readonly counted: string;
  readonly held: string;
  readonly marked: string;
}

/** Returns the chart of a counter's counts: the counted readings as a line, the quarantined readings as points. */
function curveOption(
  points: readonly Point[],
  words: CurveWords,
  theme: ChartTheme,
  format: (count: number) => string,
): ChartOption {
  const at = (wanted: (p: Point) => boolean) =>
    points.filter(wanted).map((p) => [chartTime(p.time), p.count] as const);
  const marked = at((p) => p.isMarked);
  // The chart always shows the marked reading (which the panel explains) and the counted readings. It shows the other
  // quarantined readings only if their counts are near these counts. A count that is a million times larger would make
  // the curve unreadable.
  const main = points.filter((p) => p.isMarked || !p.isQuarantined).map((p) => p.count);
  const [low, high] = [Math.min(...main), Math.max(...main)];
  const hasCounted = points.some((p) => !p.isQuarantined);
  const isNear = (p: Point) => !hasCounted || (p.count >= 2 * low - high && p.count <= 2 * high - low);
  return {
    grid: { top: 30, bottom: 4, right: 24 },
    legend: { top: 0, left: 0, textStyle: { color: theme.ink2 } },
    xAxis: timeAxis(theme),
    yAxis: { ...valueAxis(theme, { format }), scale: true, splitNumber: 3 },
    tooltip: { valueFormatter: format },
    series: [
      {
        name: words.counted,
        type: "line",
        data: at((p) => !p.isQuarantined),
        symbolSize: 4,
        lineStyle: { width: 1.6, color: theme.primary },
        itemStyle: { color: theme.primary },
      },
      {
        name: words.held,
        type: "scatter",
        data: at((p) => p.isQuarantined && !p.isMarked && isNear(p)),
        symbolSize: 6,
        itemStyle: { color: theme.attention },
      },
      {
        name: words.marked,
        type: "scatter",
        data: marked,
        symbolSize: 12,
        itemStyle: { color: theme.bad, borderColor: theme.panel, borderWidth: 2 },
        markLine: {
          silent: true,
          symbol: "none",
          label: { show: false },
          lineStyle: { color: theme.bad, type: "dashed", width: 1 },
          data: marked.slice(0, 1).map(([xAxis]) => ({ xAxis })),
        },
      },
    ],
  };
}

function Curve({ row }: { readonly row: Row }) {
  const { counter } = useLocale();
  const t = counter.quarantine;
  const f = useFormats();
  const theme = useChartTheme();
  const read = useCommandData(
    quarantineCurve,
    { quarantineId: row.quarantineId ?? 0 },
    { live: ["reading"] },
  );
  const points = read.data?.points;
  const option = useMemo(
    () => curveOption(points ?? [], t, theme, (v) => f.compact(v)),
    [points, t, theme, f],
  );
  if (!points || read.error) return <Panel wait={read} lines={5} />;
  return <Chart option={option} theme={theme} label={t.curve} height={height} />;
}

function RawMessage({ text }: { readonly text: string }) {
  const { counter: t } = useLocale();
  return (
    <>
      <p className="sk-faint">{t.quarantine.noCurve}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a long message */}
      <section className="sk-quarantine-raw" aria-label={t.quarantine.raw} tabIndex={0}>
        {text}
      </section>
    </>
  );
}

/** Tag with the reason of a quarantined item. */
export function ReasonTag({ value }: { readonly value: Row["reason"] }) {
  const { enums } = useLocale();
  const name = nameOf(quarantineReason, value);
  return name ? <ToneTag tone="bad">{enums.quarantineReason[name]}</ToneTag> : null;
}

/**
 * Panel that explains one quarantined item: why the item does not count, and the counts that its counter sent before
 * and after the item. For an unreadable message, the panel shows the message instead of the counts.
 */
export function QuarantinePicture({ row, actions }: { readonly row: Row; readonly actions: ReactNode }) {
  const { counter: t, fields, shell } = useLocale();
  const reason = nameOf(quarantineReason, row.reason);
  const title = (
    <span className="sk-quarantine-title">
      <ReasonTag value={row.reason} />
      {row.writerId ? <CounterLink no={row.writerId} /> : row.chipCode}
      {row.moldNo && <MoldLink no={row.moldNo} />}
      <small className="sk-faint">
        {fields.receivedAt + shell.common.colon}
        <Ago at={row.receivedAt} />
      </small>
      {reason && <small>{t.quarantine.why[reason]}</small>}
    </span>
  );
  return (
    <Panel title={title} extra={actions} className="sk-quarantine-picture">
      {row.at === null ? <RawMessage text={row.payload ?? ""} /> : <Curve key={row.quarantineId} row={row} />}
    </Panel>
  );
}
