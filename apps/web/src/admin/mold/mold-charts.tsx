import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, Panel } from "@shotkeeper/ui/cells";
import { Chart, timeAxis, useChartTheme } from "@shotkeeper/ui/chart";
import { chartTime } from "@shotkeeper/ui/time";
import { Segmented } from "antd";
import { useMemo, useState } from "react";
import { cycleOption, shotsOption } from "../production/chart-options.ts";
import type { Tolerance } from "../production/cycle-band.ts";
import { lastDays, useSeries } from "../production/series.ts";
import { totalsOf } from "../production/totals.ts";

type Span = 1 | 7 | 30;

interface MoldChartsProps {
  readonly moldNo: string;
  readonly standard: number | null;
  readonly tolerance: number | null;
}

/** Cycle tolerance of a mold without a tolerance in its master data, percent. */
const defaultTolerance = 5;

/** Charts of a mold's cycle time and shots over a day, a week or a month. */
export function MoldCharts({ moldNo, standard, tolerance }: MoldChartsProps) {
  const locale = useLocale();
  const t = locale.mold.charts;
  const formats = useFormats();
  const theme = useChartTheme();
  const [span, setSpan] = useState<Span>(7);
  const { from, to } = useMemo(() => lastDays(span), [span]);
  const hours = useSeries(moldNo, from, to, "hour");
  const days = useSeries(moldNo, from, to, "day", span === 30);
  const words = useMemo(() => ({ theme, formats, locale }), [theme, formats, locale]);
  const band = useMemo<Tolerance | undefined>(
    () => (standard ? { standard, percent: tolerance ?? defaultTolerance } : undefined),
    [standard, tolerance],
  );
  // Shows the whole period, so that days without shots are visible.
  const xAxis = useMemo(
    () => timeAxis(theme, { from: chartTime(from), to: chartTime(to) }),
    [theme, from, to],
  );
  const cycle = useMemo(
    () => ({ ...cycleOption([{ name: moldNo, buckets: hours.data ?? [] }], band, words), xAxis }),
    [moldNo, hours.data, band, words, xAxis],
  );
  const shown = span === 30 ? days : hours;
  const shots = useMemo(
    () => ({ ...shotsOption(shown.data ?? [], words), xAxis }),
    [shown.data, words, xAxis],
  );
  const totals = useMemo(() => totalsOf(hours.data ?? []), [hours.data]);
  const none = hours.data !== undefined && totals.shots === 0;
  const share = totals.known > 0 ? (totals.within / totals.known) * 100 : null;
  const choice = (
    <Segmented<Span>
      size="small"
      value={span}
      onChange={setSpan}
      options={[
        { value: 1, label: t.day },
        { value: 7, label: t.week },
        { value: 30, label: t.month },
      ]}
    />
  );
  return (
    <>
      <Panel title={t.cycle} extra={choice} wait={hours} lines={7}>
        {none ? (
          <EmptyHint title={t.none} hint={t.noneHint} />
        ) : (
          <>
            <p className="sk-chart-note">
              {t.cycleHint}
              {share !== null && (
                <strong>
                  {" · "}
                  {locale.production.cycles.within} {formats.percent(share)}
                </strong>
              )}
            </p>
            <Chart option={cycle} theme={theme} label={t.cycle} height={260} />
          </>
        )}
      </Panel>
      {!none && (
        <Panel
          title={`${t.shots} · ${span === 30 ? t.perDay : t.perHour}`}
          extra={<strong>{formats.whole(totals.shots)}</strong>}
          wait={shown}
          lines={4}
        >
          <Chart option={shots} theme={theme} label={t.shots} height={160} />
        </Panel>
      )}
    </>
  );
}
