import { menus } from "@shotkeeper/contract/menus";
import { type ShotBucket, shotSeries } from "@shotkeeper/contract/production";
import { useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { EmptyHint, Panel } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { listLink } from "@shotkeeper/ui/list";
import { daysBetween, wallClock } from "@shotkeeper/ui/time";
import { Drawer, Table } from "antd";
import type { Dayjs } from "dayjs";
import { useMemo } from "react";
import { Link } from "react-router";
import { moldPath } from "../paths.ts";

const hourMs = 3_600_000;

interface DrillProps {
  readonly moldNo: string;
  readonly period: readonly [Dayjs, Dayjs];
  readonly onClose: () => void;
}

function useColumns(title: string, format: string) {
  const { fields, mold } = useLocale();
  const f = useFormats();
  return useMemo(() => {
    const known = (r: ShotBucket) => r.within + r.fast + r.slow;
    const number = (name: string, text: (r: ShotBucket) => string) => ({
      title: name,
      key: name,
      align: "right" as const,
      render: (_: unknown, r: ShotBucket) => text(r),
    });
    return [
      { title, key: "time", render: (_: unknown, r: ShotBucket) => wallClock(r.time).format(format) },
      number(mold.charts.shots, (r) => f.whole(r.shots)),
      number(fields.workedHours, (r) => f.decimal(r.runSeconds / 3600, 1)),
      number(fields.averageCycle, (r) => f.decimal(r.averageCycle, 2)),
      number(fields.complianceRate, (r) => f.progress(known(r) > 0 ? (r.within / known(r)) * 100 : null)),
      number(fields.estimatedRate, (r) => f.percent(r.shots > 0 ? (r.estimated / r.shots) * 100 : null)),
    ];
  }, [title, format, f, fields, mold]);
}

function Hours({ moldNo, day }: { readonly moldNo: string; readonly day: string }) {
  const { indicator: t } = useLocale();
  const { can } = useSession();
  const begin = wallClock(day);
  const [from, to] = daysBetween(begin, begin);
  const read = useCommandData(shotSeries, {
    moldNo,
    from,
    to,
    bucket: "hour",
  });
  const columns = useColumns(t.drill.hour, "HH:mm");
  // Links to all readings whose interval overlaps the hour. Shots of an hour may be counted by a later reading, because
  // two readings may be several hours apart.
  const toReadings = (r: ShotBucket) =>
    listLink("/counter/log", [
      { field: "moldNo", operator: "EQ", value: moldNo },
      { field: "at", operator: "GT", value: new Date(r.time).toISOString() },
      { field: "shotsSince", operator: "LT", value: new Date(Date.parse(r.time) + hourMs).toISOString() },
    ]);
  return (
    <Table<ShotBucket>
      size="small"
      rowKey="time"
      loading={read.isPending}
      pagination={false}
      columns={[
        ...columns,
        ...(can(menus.counterLog, "Q")
          ? [
              {
                title: "",
                key: "readings",
                render: (_: unknown, r: ShotBucket) => (
                  <Link className="sk-link" to={toReadings(r)}>
                    {t.drill.readings}
                  </Link>
                ),
              },
            ]
          : []),
      ]}
      dataSource={[...(read.data ?? [])]}
    />
  );
}

/**
 * Drawer that explains the figure of a mold: first the days of the period, then the hours of a day, then a link to the
 * readings of an hour.
 */
export function Drill({ moldNo, period, onClose }: DrillProps) {
  const { indicator: t } = useLocale();
  const { can } = useSession();
  const [from, to] = daysBetween(period[0], period[1]);
  const read = useCommandData(
    shotSeries,
    { moldNo, from, to, bucket: "day" },
    { enabled: can(menus.productionCycle, "Q") },
  );
  const columns = useColumns(t.drill.day, "YYYY-MM-DD");
  const rows = [...(read.data ?? [])].reverse();
  return (
    <Drawer open title={t.drill.title(moldNo)} size={760} onClose={onClose}>
      <div className="sk-drill">
        <p className="sk-faint">{t.drill.lead}</p>
        <p className="sk-tags">
          {can(menus.mold, "Q") && (
            <Link className="sk-link" to={moldPath(moldNo)}>
              {t.drill.mold}
            </Link>
          )}
          {can(menus.productionCycle, "Q") && (
            <Link
              className="sk-link"
              to={`/order/cycle?${new URLSearchParams({
                mold: moldNo,
                from: period[0].format("YYYY-MM-DD"),
                to: period[1].format("YYYY-MM-DD"),
              })}`}
            >
              {t.drill.cycle}
            </Link>
          )}
        </p>
        {can(menus.productionCycle, "Q") && (
          <Panel wait={read} lines={8}>
            {rows.length === 0 ? (
              <EmptyHint title={t.drill.none} />
            ) : (
              <Table<ShotBucket>
                size="small"
                rowKey="time"
                pagination={rows.length > 31 ? { pageSize: 31, showSizeChanger: false } : false}
                columns={columns}
                dataSource={rows}
                expandable={{
                  expandRowByClick: true,
                  expandedRowRender: (r) => <Hours moldNo={moldNo} day={r.time} />,
                }}
              />
            )}
          </Panel>
        )}
      </div>
    </Drawer>
  );
}
