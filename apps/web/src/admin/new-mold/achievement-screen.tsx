import { BarsOutlined } from "@ant-design/icons";
import type { Condition, EnumName } from "@shotkeeper/contract/kernel";
import {
  type Achievement,
  achievementBy,
  achievementList,
  handoverAchievement,
} from "@shotkeeper/contract/new-mold";
import { DatePicker, useFormats, useLocale, useNarrow } from "@shotkeeper/ui/app";
import { type Columns, EmptyHint, Figure, Panel, ReachedBar } from "@shotkeeper/ui/cells";
import { Chart, type ChartOption, categoryAxis, useChartTheme, valueAxis } from "@shotkeeper/ui/chart";
import { useCommandData } from "@shotkeeper/ui/data";
import { QueryGrid } from "@shotkeeper/ui/list";
import { wallClock, wallDay } from "@shotkeeper/ui/time";
import { Segmented, Table } from "antd";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { MoldLink } from "../links.tsx";
import { LateDays, MilestoneName, MilestoneState } from "./cells.tsx";
import { GanttButton } from "./gantt-drawer.tsx";
import "./new-mold.css";

type By = EnumName<typeof achievementBy>;
const groupings = Object.keys(achievementBy.values) as readonly By[];
const rateOf = (a: { readonly due: number; readonly onTime: number }) =>
  a.due === 0 ? null : (a.onTime / a.due) * 100;

const columns: Columns<typeof achievementList> = [
  { name: "moldNo", pin: "left", width: 132, cell: (row) => <MoldLink no={row.moldNo} /> },
  { name: "milestoneStat", width: 104, cell: (row) => <MilestoneState row={row} /> },
  { name: "firstPlanDate", width: 112 },
  { name: "plannedDate", onCard: true, width: 112 },
  { name: "actualDate", width: 112 },
  { name: "lateDays", onCard: true, width: 116, cell: (row) => <LateDays days={row.lateDays} /> },
  { name: "delayReason", width: 200 },
  { name: "moldName", width: 200 },
  { name: "makerName", width: 180 },
  { name: "projectManager", width: 110 },
  { name: "projectName", width: 160 },
  { name: "handoverPlantName", width: 180 },
  { name: "milestoneCode", width: 80, cell: (row) => <MilestoneName code={row.milestoneCode} /> },
];

function sum(rows: readonly Achievement[], key: "due" | "onTime" | "late" | "openLate" | "ahead"): number {
  return rows.reduce((n, r) => n + r[key], 0);
}

/**
 * Screen with the share of handovers that were on time, that is, done by the day of the first plan. The rows are
 * grouped by maker, project manager, project or month.
 */
export default function AchievementScreen() {
  const { newMold, enums, fields } = useLocale();
  const t = newMold.achievement;
  const f = useFormats();
  const theme = useChartTheme();
  const narrow = useNarrow();
  const [params, setParams] = useSearchParams();
  const by = groupings.find((s) => s === params.get("by")) ?? "maker";
  const from = wallDay(params.get("from")) ?? wallClock().subtract(11, "month").startOf("month");
  const to = wallDay(params.get("to")) ?? wallClock().add(2, "month").endOf("month");
  const [periodFrom, periodTo] = [from.format("YYYY-MM-DD"), to.format("YYYY-MM-DD")];
  const put = (change: Readonly<Record<string, string>>) =>
    setParams((old) => ({ ...Object.fromEntries(old), ...change }), { replace: true });
  const input = useMemo(
    () => ({ achievementBy: achievementBy.values[by], periodFrom, periodTo }),
    [by, periodFrom, periodTo],
  );
  const answer = useCommandData(handoverAchievement, input, { live: ["board"] });
  const rows = answer.data ?? [];
  const nameOf = (r: Achievement) => r.name ?? (r.key === "" ? t.notGiven : r.key);
  const option: ChartOption = {
    grid: { top: 36, bottom: 4, right: 16 },
    legend: { top: 0, textStyle: { color: theme.ink2 } },
    tooltip: { trigger: "axis" },
    xAxis: {
      ...categoryAxis(theme, rows.map(nameOf)),
      axisLabel: {
        color: theme.ink3,
        interval: 0,
        width: Math.floor((narrow ? 250 : 400) / Math.max(1, rows.length)),
        overflow: "truncate",
      },
    },
    yAxis: { ...valueAxis(theme, { format: (v) => f.whole(v) }), minInterval: 1 },
    series: (
      [
        ["onTime", t.onTime, theme.good],
        ["late", t.late, theme.bad],
        ["ahead", t.ahead, theme.ink3],
      ] as const
    ).map(([key, name, color]) => ({
      type: "bar",
      stack: "all",
      name,
      barMaxWidth: 36,
      itemStyle: { color },
      data: rows.map((r) => r[key]),
    })),
  };
  const inPeriod = useMemo<readonly Condition[]>(
    () => [
      { field: "firstPlanDate", operator: "EGT", value: periodFrom },
      { field: "firstPlanDate", operator: "ELT", value: periodTo },
    ],
    [periodFrom, periodTo],
  );
  const rate = rateOf({ due: sum(rows, "due"), onTime: sum(rows, "onTime") });
  const number = (title: string, key: "due" | "onTime" | "late" | "openLate") => ({
    title,
    key,
    align: "right" as const,
    render: (_: unknown, r: Achievement) => f.whole(r[key]),
  });
  return (
    <div className="sk-achievement">
      <div className="sk-achievement-bar">
        <Segmented<By>
          value={by}
          onChange={(v) => put({ by: v })}
          options={groupings.map((s) => ({ value: s, label: enums.achievementBy[s] }))}
        />
        <DatePicker.RangePicker
          aria-label={t.period}
          allowClear={false}
          value={[from, to]}
          onChange={(v) =>
            v?.[0] && v[1] && put({ from: v[0].format("YYYY-MM-DD"), to: v[1].format("YYYY-MM-DD") })
          }
        />
        <GanttButton icon={<BarsOutlined />} />
      </div>
      <div className="sk-achievement-kpis">
        <Figure
          label={t.rate}
          value={f.progress(rate)}
          level={rate === null ? undefined : rate >= 90 ? "good" : rate >= 75 ? "attention" : "bad"}
        />
        <Figure label={t.due} value={f.whole(sum(rows, "due"))} />
        <Figure label={t.onTime} value={f.whole(sum(rows, "onTime"))} />
        <Figure label={t.late} value={f.whole(sum(rows, "late"))} />
        <Figure
          label={t.openLate}
          value={f.whole(sum(rows, "openLate"))}
          level={sum(rows, "openLate") > 0 ? "bad" : undefined}
        />
        <Figure label={t.ahead} value={f.whole(sum(rows, "ahead"))} />
      </div>
      <div className="sk-achievement-two">
        <Panel title={t.title} wait={answer} lines={8}>
          {rows.length === 0 ? (
            <EmptyHint title={t.none} hint={t.noneHint} />
          ) : (
            <Chart option={option} theme={theme} height={280} label={t.title} />
          )}
        </Panel>
        <Panel title={enums.achievementBy[by]} wait={answer} lines={8}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a table wider than its box */}
          <section className="sk-achieved" aria-label={enums.achievementBy[by]} tabIndex={0}>
            <Table<Achievement>
              size="small"
              rowKey="key"
              pagination={false}
              dataSource={[...rows]}
              columns={[
                { title: enums.achievementBy[by], key: "name", render: (_, r) => nameOf(r) },
                {
                  title: t.rate,
                  key: "rate",
                  width: 110,
                  render: (_, r) => <ReachedBar percent={rateOf(r)} />,
                },
                number(t.due, "due"),
                number(t.onTime, "onTime"),
                number(t.late, "late"),
                number(t.openLate, "openLate"),
                {
                  title: t.meanLate,
                  key: "mean",
                  align: "right",
                  render: (_, r) => f.decimal(r.meanLateDays, 1),
                },
              ]}
            />
          </section>
          <p className="sk-faint">{t.rule}</p>
        </Panel>
      </div>
      <Panel
        title={
          <>
            {`${t.list} · ${fields.firstPlanDate} `}
            <span className="sk-nowrap">{`${periodFrom} – ${periodTo}`}</span>
          </>
        }
      >
        <QueryGrid
          query={achievementList}
          columns={columns}
          fixed={inPeriod}
          live={["board"]}
          inner
          height={420}
        />
      </Panel>
    </div>
  );
}
