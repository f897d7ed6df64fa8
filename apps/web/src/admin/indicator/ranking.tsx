import {
  type IndicatorAnswer,
  type IndicatorName,
  indicatorBy,
  indicatorRules,
  verdictOf,
} from "@shotkeeper/contract/indicator";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, FirstOf, Panel } from "@shotkeeper/ui/cells";
import { Segmented } from "antd";
import type { By } from "./choice.ts";
import { changeText, figureText, isBetter } from "./figure-text.ts";

const shown = 12;

interface RankingProps {
  readonly name: IndicatorName;
  readonly answer: IndicatorAnswer | undefined;
  readonly wait: { readonly isPending: boolean; readonly error: unknown; readonly refetch: () => unknown };
  readonly by: By;
  readonly onBy: (by: By) => void;
  readonly onPick: (key: string) => void;
}

/** Ranking of plants, OEMs, makers, projects or molds by their value of the indicator, the worst first. */
export function Ranking({ name, answer, wait, by, onBy, onPick }: RankingProps) {
  const { indicator: t, enums } = useLocale();
  const f = useFormats();
  const rows = (answer?.groups ?? []).slice(0, shown);
  // A percentage is drawn as its share of 100 %. Other values are drawn as their share of the highest value, or of the
  // target if the target is higher.
  const isShare = indicatorRules[name].unit === "%";
  const most = isShare ? 100 : Math.max(answer?.target ?? 0, ...rows.map((r) => r.value ?? 0), 0.01);
  return (
    <Panel
      title={t.ranking}
      extra={
        <Segmented<By>
          size="small"
          value={by}
          onChange={onBy}
          options={(Object.keys(indicatorBy.values) as By[]).map((v) => ({
            value: v,
            label: enums.indicatorBy[v],
          }))}
        />
      }
      wait={wait}
      lines={8}
    >
      {rows.length === 0 ? (
        <EmptyHint title={t.noneTitle} hint={t.noneHint} />
      ) : (
        <>
          <ol className="sk-ranking">
            {rows.map((r) => {
              const change = changeText(name, r.value, r.before, f);
              return (
                <li key={r.key} data-level={verdictOf(name, r.value, answer?.target ?? 0)}>
                  <button type="button" onClick={() => onPick(r.key)} disabled={r.key === ""}>
                    <span className="sk-ranking-name" title={r.name ?? r.key}>
                      {by === "mold" || by === "project" ? (
                        <>
                          <b>{r.key || t.notGiven}</b> {r.name}
                        </>
                      ) : (
                        r.name || r.key || t.notGiven
                      )}
                    </span>
                    <span className="sk-ranking-bar">
                      <i style={{ width: `${Math.min(1, (r.value ?? 0) / most) * 100}%` }} />
                    </span>
                    <b className="sk-ranking-value">{figureText(name, r.value, f)}</b>
                    <span className="sk-ranking-change" data-better={isBetter(name, r.value, r.before)}>
                      {change ?? ""}
                    </span>
                  </button>
                </li>
              );
            })}
          </ol>
          <FirstOf shown={rows.length} total={answer?.groups.length} />
          <p className="sk-faint sk-indicator-note">{t.rankingHint}</p>
        </>
      )}
    </Panel>
  );
}
