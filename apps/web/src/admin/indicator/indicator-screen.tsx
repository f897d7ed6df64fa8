import { indicator, indicatorBy, indicatorFigures, indicatorRules } from "@shotkeeper/contract/indicator";
import type { Query } from "@shotkeeper/contract/kernel";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, Panel } from "@shotkeeper/ui/cells";
import { Chart, useChartTheme } from "@shotkeeper/ui/chart";
import { useCommandData } from "@shotkeeper/ui/data";
import { QueryGrid } from "@shotkeeper/ui/list";
import { serverNow } from "@shotkeeper/ui/time";
import { useMemo, useState } from "react";
import { scopeOf, useIndicatorChoice } from "./choice.ts";
import { courseOption, intervalOf } from "./course-option.ts";
import { Drill } from "./drill.tsx";
import { figureText } from "./figure-text.ts";
import { IndicatorBar } from "./indicator-bar.tsx";
import { IndicatorHead } from "./indicator-head.tsx";
import { Ranking } from "./ranking.tsx";
import type { IndicatorSpec } from "./spec.ts";
import "./indicator.css";

/** Page that all indicators share: value, chart, ranking and table. `spec` describes how the indicators differ. */
export function IndicatorScreen<Q extends Query>({ spec }: { readonly spec: IndicatorSpec<Q> }) {
  const { indicator: t, enums } = useLocale();
  const f = useFormats();
  const theme = useChartTheme();
  const choice = useIndicatorChoice();
  const { by, scope, periodFrom, periodTo, put } = choice;
  const [drilled, setDrilled] = useState<string>();
  const { name } = spec;
  const figures = useCommandData(
    indicatorFigures,
    {
      indicator: indicator.values[name],
      indicatorBy: indicatorBy.values[by],
      periodFrom,
      periodTo,
      ...scope,
    },
    // Polls every two minutes instead of following live events, because a single reading hardly changes an indicator of
    // a month.
    { every: 120_000 },
  );
  const answer = figures.data;
  const { events, better } = indicatorRules[name];
  const line = events ? t.allowed : better === "lower" ? t.limitLine : t.targetLine;
  const course = answer && events ? `${t.course} · ${t.perInterval[intervalOf(answer)]}` : t.course;
  const option = useMemo(
    () =>
      answer &&
      courseOption(name, answer, {
        theme,
        f,
        figure: events ? t.parts[events] : enums.indicator[name],
        target: line,
        now: serverNow(),
      }),
    [answer, name, theme, f, enums, t, events, line],
  );
  const pick = (key: string) => (by === "mold" ? setDrilled(key) : put({ [scopeOf[by]]: key, by: "mold" }));
  return (
    <div className="sk-indicator">
      <IndicatorBar {...choice} />
      {answer ? (
        <IndicatorHead spec={spec as unknown as IndicatorSpec} answer={answer} />
      ) : (
        <Panel wait={figures} lines={5} />
      )}
      <div className="sk-indicator-pair">
        <Panel title={course} wait={figures} lines={8}>
          {answer?.times.every((x) => x.value === null) ? (
            <EmptyHint title={t.noneTitle} hint={t.noneHint} />
          ) : (
            option && (
              <>
                <Chart
                  option={option}
                  theme={theme}
                  label={`${course} · ${enums.indicator[name]}`}
                  zoned
                  height={events ? 276 : 300}
                />
                {events && (
                  <p className="sk-faint sk-indicator-note">
                    {t.eventsHint(figureText(name, answer?.target ?? null, f))}
                  </p>
                )}
              </>
            )
          )}
        </Panel>
        <Ranking
          name={name}
          answer={answer}
          wait={figures}
          by={by}
          onBy={(v) => put({ by: v })}
          onPick={pick}
        />
      </div>
      {answer && spec.more?.(answer)}
      <Panel title={t.table}>
        <QueryGrid
          query={spec.query}
          inner
          columns={spec.columns}
          fixed={choice.fixed}
          height={460}
          onOpen={(row) => setDrilled(String((row as { moldNo?: unknown }).moldNo))}
          rowActions={spec.rowActions}
        />
      </Panel>
      {drilled && <Drill moldNo={drilled} period={choice.period} onClose={() => setDrilled(undefined)} />}
    </div>
  );
}
