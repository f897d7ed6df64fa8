import { type CauseChoice, causeFigure } from "@shotkeeper/contract/board";
import { type CauseCount, causeBy, moldCause } from "@shotkeeper/contract/indicator";
import type { EnumName } from "@shotkeeper/contract/kernel";
import { toneStates, useFormats, useLocale } from "@shotkeeper/ui/app";
import { EmptyHint, FirstOf } from "@shotkeeper/ui/cells";
import { Segmented } from "antd";
import { FigureLink } from "../figures.tsx";
import { CauseTag, causeTones } from "../mold-cause.tsx";
import { isChosen, sumOf } from "./use-cause-choice.ts";

type CauseName = EnumName<typeof moldCause>;
type By = EnumName<typeof causeBy>;

const causeNames = Object.keys(moldCause.values) as CauseName[];
/** The chart shows only the largest plants, makers or projects, up to this number. The list of molds has all molds. */
const maxGroups = 12;

interface CauseBarsProps {
  readonly counts: readonly CauseCount[];
  readonly choice: CauseChoice;
}

/** Pareto of the causes: one bar per cause, the most frequent first, with the cumulative share. */
export function CausePareto({ counts, choice }: CauseBarsProps) {
  const { indicator } = useLocale();
  const t = indicator.causes;
  const f = useFormats();
  const shown = counts.filter((c) => isChosen(c, choice, "cause"));
  const total = sumOf(shown);
  const bars = causeNames
    .map((cause) => ({ cause, n: sumOf(shown.filter((c) => c.moldCause === moldCause.values[cause])) }))
    .filter((b) => b.n > 0)
    .sort((a, b) => b.n - a.n);
  if (total === 0) return <EmptyHint title={t.empty} hint={t.emptyHint} />;
  const most = bars[0]?.n ?? 1;
  let sum = 0;
  return (
    <>
      <ol className="sk-causes sk-causes-list">
        {bars.map(({ cause, n }) => {
          sum += n;
          return (
            <li key={cause} data-state={toneStates[causeTones[cause]]}>
              <FigureLink
                figure={causeFigure({ ...choice, cause })}
                rows={n}
                current={choice.cause === cause}
                className="sk-causes-row"
              >
                <CauseTag cause={moldCause.values[cause]} />
                <span className="sk-causes-bar">
                  <i style={{ width: `${(n / most) * 100}%` }} />
                </span>
                <b>{f.whole(n)}</b>
                <small>{f.percent((sum / total) * 100, 0)}</small>
              </FigureLink>
            </li>
          );
        })}
      </ol>
      <p className="sk-faint sk-indicator-note">{t.paretoHint}</p>
    </>
  );
}

/** Causes by plant, maker or project: one bar per group with a segment for each cause, the largest group first. */
export function CauseGroups({ counts, choice }: CauseBarsProps) {
  const { indicator, enums } = useLocale();
  const t = indicator.causes;
  const f = useFormats();
  const shown = counts.filter((c) => isChosen(c, choice, "group"));
  const keys = [...new Set(shown.map((c) => c.key))];
  const groups = keys
    .map((key) => {
      const own = shown.filter((c) => c.key === key);
      const segments = causeNames
        .map((cause) => ({ cause, n: sumOf(own.filter((c) => c.moldCause === moldCause.values[cause])) }))
        .filter((s) => s.n > 0)
        .sort((a, b) => b.n - a.n);
      return {
        key,
        name: own.find((c) => c.name)?.name || key || indicator.notGiven,
        n: sumOf(own),
        segments,
      };
    })
    .sort((a, b) => b.n - a.n || a.name.localeCompare(b.name));
  if (groups.length === 0) return <EmptyHint title={t.empty} hint={t.emptyHint} />;
  const most = groups[0]?.n ?? 1;
  return (
    <>
      <ol className="sk-causes">
        {groups.slice(0, maxGroups).map((g) => (
          <li key={g.key} className="sk-causes-group">
            <FigureLink
              figure={causeFigure({ ...choice, group: g.key })}
              rows={g.n}
              current={choice.group === g.key}
              className="sk-causes-name"
            >
              <span>{g.name}</span> <b>{f.whole(g.n)}</b>
            </FigureLink>
            <span className="sk-causes-bar">
              {g.segments.map(({ cause, n }) => (
                <span
                  key={cause}
                  className="sk-causes-segment"
                  data-state={toneStates[causeTones[cause]]}
                  style={{ width: `${(n / most) * 100}%` }}
                >
                  <FigureLink figure={causeFigure({ ...choice, group: g.key, cause })} rows={n}>
                    <span
                      className="sk-causes-label"
                      title={t.segment(g.name, enums.moldCause[cause], f.whole(n))}
                    >
                      <span>{f.whole(n)}</span> <span>{enums.moldCause[cause]}</span>
                    </span>
                  </FigureLink>
                </span>
              ))}
            </span>
          </li>
        ))}
      </ol>
      <FirstOf shown={Math.min(maxGroups, groups.length)} total={groups.length} />
    </>
  );
}

interface BySwitchProps {
  readonly by: By;
  readonly onBy: (by: By) => void;
}

export function BySwitch({ by, onBy }: BySwitchProps) {
  const { enums } = useLocale();
  return (
    <Segmented<By>
      size="small"
      value={by}
      onChange={onBy}
      options={(Object.keys(causeBy.values) as By[]).map((v) => ({ value: v, label: enums.causeBy[v] }))}
    />
  );
}
