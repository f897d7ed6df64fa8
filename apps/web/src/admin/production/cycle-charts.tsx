import type { Condition } from "@shotkeeper/contract/kernel";
import { moldList } from "@shotkeeper/contract/mold";
import { shotSeries } from "@shotkeeper/contract/production";
import { useClient, useFormats, useLocale } from "@shotkeeper/ui/app";
import { Deviation, EmptyHint, Panel } from "@shotkeeper/ui/cells";
import { Chart, useChartTheme } from "@shotkeeper/ui/chart";
import { useRows } from "@shotkeeper/ui/data";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { MoldLink } from "../links.tsx";
import { type CycleSeries, cycleOption } from "./chart-options.ts";
import type { Tolerance } from "./cycle-band.ts";
import { distributionOption } from "./distribution-option.ts";
import { totalsOf } from "./totals.ts";

interface CycleChartsProps {
  readonly molds: readonly string[];
  readonly from: string;
  readonly to: string;
}

const defaultTolerance = 5;

function useAllSeries({ molds, from, to }: CycleChartsProps) {
  const client = useClient();
  return useQueries({
    queries: molds.map((moldNo) => ({
      queryKey: ["data", shotSeries.type, { moldNo, from, to }],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        client.run(shotSeries, { moldNo, from, to, bucket: "hour" }, signal),
    })),
    combine: (results) => ({
      data: results.map((r) => r.data),
      isPending: results.every((r) => r.isPending),
      // Reports an error only if all queries fail. An old link may name a deleted mold, and the other molds must still
      // be shown.
      error: results.every((r) => r.error) ? (results[0]?.error ?? null) : null,
      refetch: () => Promise.all(results.map((r) => r.refetch())),
    }),
  });
}

export function CycleCharts(p: CycleChartsProps) {
  const locale = useLocale();
  const t = locale.production.cycles;
  const formats = useFormats();
  const theme = useChartTheme();
  const all = useAllSeries(p);
  const where = useMemo<Condition[]>(() => [{ field: "moldNo", operator: "IN", value: p.molds }], [p.molds]);
  const facts = useRows(moldList, { where, limit: p.molds.length });
  const series = useMemo<CycleSeries[]>(
    () => p.molds.map((name, i) => ({ name, buckets: all.data[i] ?? [] })),
    [p.molds, all.data],
  );
  const standardOf = (no: string) => facts.data?.rows.find((r) => r.moldNo === no);
  const one = p.molds.length === 1 ? standardOf(p.molds[0] ?? "") : undefined;
  const tolerance = useMemo<Tolerance | undefined>(
    () =>
      one?.standardCycle
        ? { standard: one.standardCycle, percent: one.cycleTolerance ?? defaultTolerance }
        : undefined,
    [one],
  );
  const words = useMemo(() => ({ theme, formats, locale }), [theme, formats, locale]);
  const over = useMemo(() => cycleOption(series, tolerance, words), [series, tolerance, words]);
  const spread = useMemo(() => distributionOption(series, tolerance, words), [series, tolerance, words]);
  const none = !all.isPending && series.every((s) => s.buckets.length === 0);
  if (none)
    return (
      <Panel wait={all}>
        <EmptyHint title={locale.mold.charts.none} hint={locale.mold.charts.noneHint} />
      </Panel>
    );
  return (
    <>
      <Panel title={t.over} wait={all} lines={8}>
        <Chart option={over} theme={theme} label={t.over} height={300} />
      </Panel>
      <div className="sk-cycle-pair">
        <Panel title={t.distribution} wait={all} lines={6}>
          <p className="sk-faint sk-cycle-note">{t.distributionHint}</p>
          <Chart option={spread} theme={theme} label={t.distribution} height={220} />
        </Panel>
        <Panel title={t.share} wait={all} lines={6}>
          <ul className="sk-shares">
            {series.map((s) => {
              const totals = totalsOf(s.buckets);
              const standard = standardOf(s.name)?.standardCycle ?? null;
              const part = (n: number) => (totals.known > 0 ? (n / totals.known) * 100 : 0);
              return (
                <li key={s.name}>
                  <div className="sk-shares-head">
                    <MoldLink no={s.name} />
                    <span>
                      {t.mean} {formats.decimal(totals.mean, 2)} {locale.shell.units.s}{" "}
                      {standard && totals.mean && <Deviation percent={(totals.mean / standard - 1) * 100} />}
                    </span>
                  </div>
                  <div
                    className="sk-shares-bar"
                    role="img"
                    aria-label={`${t.within} ${formats.percent(part(totals.within))}`}
                  >
                    <span data-part="fast" style={{ width: `${part(totals.fast)}%` }} />
                    <span data-part="within" style={{ width: `${part(totals.within)}%` }} />
                    <span data-part="slow" style={{ width: `${part(totals.slow)}%` }} />
                  </div>
                  <div className="sk-shares-words">
                    <span data-part="fast">
                      {t.fast} {formats.percent(totals.known ? part(totals.fast) : null)}
                    </span>
                    <span data-part="within">
                      {t.within} {formats.percent(totals.known ? part(totals.within) : null)}
                    </span>
                    <span data-part="slow">
                      {t.slow} {formats.percent(totals.known ? part(totals.slow) : null)}
                    </span>
                    <span className="sk-faint">{t.known(formats.whole(totals.known))}</span>
                  </div>
                </li>
              );
            })}
          </ul>
        </Panel>
      </div>
    </>
  );
}
