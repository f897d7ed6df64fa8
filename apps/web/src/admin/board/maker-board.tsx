import {
  type MoldStage,
  makerBoard,
  moldStage,
  moldsFigure,
  warningsFigure,
} from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { useCommandData } from "@shotkeeper/ui/data";
import { useNow } from "@shotkeeper/ui/time";
import { useState } from "react";
import { FigureLink } from "../figures.tsx";
import { AgeBars } from "./age-bars.tsx";
import { BoardFigure } from "./board-figure.tsx";
import { BoardFrame } from "./board-frame.tsx";
import { BoardMore } from "./board-more.tsx";
import { BoardStates } from "./board-states.tsx";
import { BoardWarnings } from "./board-warnings.tsx";
import { shareLevel } from "./levels.ts";
import { Milestones } from "./milestones.tsx";
import { useRotation } from "./rotation.ts";

const defaultPlaySeconds = 20;
const maxLines = 6;

/** Board of a mold maker: the maker's molds, new molds by stage, trials, and molds that returned to the maker. */
export default function MakerBoard() {
  const { board: t } = useLocale();
  const f = useFormats();
  const now = useNow();
  const [known, setKnown] = useState({ makers: [] as readonly string[], play: defaultPlaySeconds });
  const rotation = useRotation(known.makers.length, 1, known.play);
  const makerId = known.makers[rotation.position.item];
  const query = useCommandData(makerBoard, makerId === undefined ? {} : { makerId }, {
    live: ["reading", "board", "warning"],
    every: 20_000,
  });
  const data = query.data;
  if (data) {
    const makers = data.makers.map((m) => m.id);
    const play = data.playTime || defaultPlaySeconds;
    if (known.makers.join() !== makers.join() || known.play !== play) setKnown({ makers, play });
  }
  const group = { makerId: data?.maker?.id };
  const hasNoMakers = data?.makers.length === 0;
  return (
    <BoardFrame
      title={data?.maker?.name ?? (!data ? t.waiting : hasNoMakers ? t.noMakers : t.allMakers)}
      sub={data && t.molds(f.whole(data.molds))}
      dots={known.makers}
      current={data?.maker?.id}
      query={query}
      rotation={rotation}
      items="maker"
      warnings={data?.warningCount}
      layout="sk-board-maker"
    >
      {data && !hasNoMakers ? (
        <>
          <section className="sk-board-figures">
            <BoardStates
              states={data.states}
              total={data.molds}
              figureOf={(state) => moldsFigure(group, state)}
            />
            <BoardFigure label={t.today} value={f.compact(data.shotsToday)} />
            <BoardFigure
              label={t.compliance}
              value={f.percent(data.compliance)}
              level={shareLevel(data.compliance)}
            />
            <BoardFigure
              label={t.returns30}
              value={f.whole(data.recentReturns)}
              level={data.recentReturns > 0 ? "attention" : undefined}
            />
            <BoardFigure
              label={t.warnings}
              value={
                <FigureLink figure={warningsFigure(group)} rows={data.warningCount}>
                  {f.whole(data.warningCount)}
                </FigureLink>
              }
              level={data.warningCount > 0 ? "bad" : undefined}
            />
          </section>
          <div className="sk-board-three">
            <section className="sk-board-panel">
              <h2>{t.stages}</h2>
              <ol className="sk-board-stages">
                {(Object.keys(moldStage) as MoldStage[]).map((s) => (
                  <li key={s} data-some={data.stages[s] > 0 || undefined}>
                    <b>{f.whole(data.stages[s])}</b>
                    <span>{t.stage[s]}</span>
                  </li>
                ))}
                <li data-some={data.recentChanges > 0 || undefined}>
                  <b>{f.whole(data.recentChanges)}</b>
                  <span>{t.changes}</span>
                </li>
              </ol>
            </section>
            <AgeBars ages={data.ages} />
            <Milestones list={data.milestones} max={maxLines} count={data.milestoneCount} />
          </div>
          <div className="sk-board-three">
            <section className="sk-board-panel">
              <h2>{t.atMaker}</h2>
              {data.atMaker.length === 0 ? (
                <p className="sk-board-calm">{t.noReturns}</p>
              ) : (
                <ul className="sk-board-lines">
                  {data.atMaker.slice(0, maxLines).map((m) => (
                    <li key={m.moldNo} data-level="attention">
                      <b>{m.moldNo}</b>
                      <span data-words>{m.reason ?? m.moldName}</span>
                      <small>{f.relative(m.since, now)}</small>
                    </li>
                  ))}
                </ul>
              )}
              <BoardMore shown={Math.min(maxLines, data.atMaker.length)} count={data.atMakerCount} />
            </section>
            <section className="sk-board-panel">
              <h2>{t.trials}</h2>
              {data.trials.length === 0 ? (
                <p className="sk-board-calm sk-board-quiet">{t.noTrials}</p>
              ) : (
                <ul className="sk-board-lines">
                  {data.trials.slice(0, maxLines).map((x) => (
                    <li key={`${x.moldNo} ${x.trialTime}`} data-level={x.running ? "good" : undefined}>
                      <b>{x.moldNo}</b>
                      <span data-words>{x.reason}</span>
                      <small>{x.running ? t.trialRunning : f.date(x.trialTime).slice(5)}</small>
                    </li>
                  ))}
                </ul>
              )}
              <BoardMore shown={Math.min(maxLines, data.trials.length)} count={data.trialCount} />
            </section>
            <BoardWarnings warnings={data.warnings} count={data.warningCount} />
          </div>
        </>
      ) : (
        data && <p className="sk-board-none">{t.noPlantsHint}</p>
      )}
    </BoardFrame>
  );
}
