import type { Condition } from "@shotkeeper/contract/kernel";
import { outputBucket, outputBy, outputDays, outputStatistics } from "@shotkeeper/contract/production";
import { DatePicker, useFormats, useLocale, useNarrow } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint, Figure, Panel } from "@shotkeeper/ui/cells";
import { Chart, useChartTheme } from "@shotkeeper/ui/chart";
import { useCommandData } from "@shotkeeper/ui/data";
import { QueryGrid } from "@shotkeeper/ui/list";
import { daysBetween, wallClock } from "@shotkeeper/ui/time";
import { Segmented, Select } from "antd";
import type { Dayjs } from "dayjs";
import { useCallback, useMemo } from "react";
import { MoldLink } from "../links.tsx";
import { type Bucket, type By, measures, useOutputChoice } from "./output-choice.ts";
import { outputOption } from "./output-option.ts";
import { OutputPivot } from "./output-pivot.tsx";
import { type Measure, type Pivot, pivotOf } from "./pivot.ts";
import "./output.css";

const dayColumns: Columns<typeof outputDays> = [
  { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
  { name: "outputDay", onCard: true },
  { name: "shots", onCard: true },
  "parts",
  "outputWeight",
  { name: "estimatedShare", width: 108 },
  { name: "moldName", width: 220 },
  "productNo",
  { name: "plantName", width: 200 },
  { name: "oemName", width: 180 },
];
const newestFirst = [{ field: "outputDay", direction: "desc" }] as const;
const formatsOfTime: Readonly<Record<Exclude<Bucket, "week">, string>> = {
  hour: "MM-DD HH:mm",
  day: "MM-DD",
  month: "YYYY-MM",
  year: "YYYY",
};

/** Returns a function that formats the start of a time bucket. A week is shown as its first and last day. */
function useTimeText(bucket: Bucket) {
  return useCallback(
    (time: number) => {
      const begin = wallClock(time);
      return bucket === "week"
        ? `${begin.format("MM-DD")}–${begin.add(6, "day").format("MM-DD")}`
        : begin.format(formatsOfTime[bucket]);
    },
    [bucket],
  );
}

/** Screen of the output by dimension (for example plant) and time: figures, chart, pivot table and list of days. */
export default function OutputScreen() {
  const locale = useLocale();
  const { production, enums, fields, shell } = locale;
  const t = production.output;
  const formats = useFormats();
  const theme = useChartTheme();
  const isNarrow = useNarrow();
  const { by, bucket, measure, period, put, setPeriod } = useOutputChoice();
  const [from, to] = daysBetween(period[0], period[1]);
  const found = useCommandData(
    outputStatistics,
    { outputBy: outputBy.values[by], outputBucket: outputBucket.values[bucket], from, to },
    { live: ["reading"] },
  );
  const cells = found.data;
  const pivot = useMemo(() => pivotOf(cells ?? [], measure), [cells, measure]);
  const sum = (m: Measure) => pivotOf(cells ?? [], m).total;
  const timeText = useTimeText(bucket);
  const option = useMemo(
    () =>
      outputOption(pivot, measure, {
        theme,
        formats,
        timeText,
        nameOf: (row: Pivot["rows"][number]) => row.name || row.key || t.none,
        others: t.others,
        total: t.total,
        isNarrow,
      }),
    [pivot, measure, theme, formats, timeText, t, isNarrow],
  );
  const fixed = useMemo<readonly Condition[]>(
    () => [
      { field: "outputDay", operator: "EGT", value: period[0].format("YYYY-MM-DD") },
      { field: "outputDay", operator: "ELT", value: period[1].format("YYYY-MM-DD") },
    ],
    [period],
  );
  const names: Readonly<Record<Measure, string>> = {
    shots: fields.shots,
    parts: fields.parts,
    weight: fields.outputWeight,
    estimated: fields.estimatedShare,
  };
  const last = (days: number): [Dayjs, Dayjs] => [wallClock().subtract(days - 1, "day"), wallClock()];
  const isEmpty = cells !== undefined && cells.length === 0;
  return (
    <div className="sk-output">
      <div className="sk-output-bar">
        <Select<By>
          aria-label={fields.outputBy}
          value={by}
          onChange={(v) => put({ by: v })}
          options={(Object.keys(outputBy.values) as By[]).map((v) => ({
            value: v,
            label: enums.outputBy[v],
          }))}
        />
        <Segmented<Bucket>
          value={bucket}
          onChange={(v) => put({ per: v })}
          options={(Object.keys(outputBucket.values) as Bucket[]).map((v) => ({
            value: v,
            label: enums.outputBucket[v],
          }))}
        />
        <DatePicker.RangePicker
          aria-label={t.period}
          allowClear={false}
          value={[period[0], period[1]]}
          onChange={(v) => v?.[0] && v[1] && setPeriod(v[0], v[1])}
          presets={[
            { label: t.last7, value: last(7) },
            { label: t.last30, value: last(30) },
            { label: t.last12, value: [wallClock().subtract(11, "month").startOf("month"), wallClock()] },
          ]}
        />
      </div>
      <div className="sk-output-figures">
        <Figure label={fields.shots} value={formats.compact(sum("shots"))} />
        <Figure label={fields.parts} value={formats.compact(sum("parts"))} note={t.partsNote} />
        <Figure label={fields.outputWeight} value={formats.compact(sum("weight"))} unit={shell.units.kg} />
        <Figure
          label={fields.estimatedShare}
          value={formats.percent(sum("estimated"))}
          note={t.estimatedNote}
        />
      </div>
      <Panel
        title={t.chart}
        extra={
          <Segmented<Measure>
            size="small"
            value={measure}
            onChange={(v) => put({ show: v })}
            options={measures.map((m) => ({ value: m, label: names[m] }))}
          />
        }
        wait={found}
        lines={7}
      >
        {isEmpty ? (
          <EmptyHint title={t.noneTitle} hint={t.noneHint} />
        ) : (
          <Chart zoned option={option} theme={theme} label={`${t.chart} · ${names[measure]}`} height={280} />
        )}
      </Panel>
      {!isEmpty && (
        <Panel title={`${t.pivot} · ${names[measure]}`} wait={found}>
          <OutputPivot pivot={pivot} by={by} bucket={bucket} measure={measure} timeText={timeText} />
        </Panel>
      )}
      <Panel title={t.days}>
        <QueryGrid
          query={outputDays}
          inner
          columns={dayColumns}
          fixed={fixed}
          sort={newestFirst}
          height={420}
        />
      </Panel>
    </div>
  );
}
