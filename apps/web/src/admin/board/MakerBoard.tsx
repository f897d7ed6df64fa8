import { type MoldStage, makerBoard, moldStage } from "@shotkeeper/contract/board";
import { useFormats, useLocale, useNow } from "@shotkeeper/ui/app";
import { useRun } from "@shotkeeper/ui/screen";
import { useState } from "react";
import { AgeBars } from "./AgeBars.tsx";
import { BoardFigure } from "./BoardFigure.tsx";
import { BoardFrame } from "./BoardFrame.tsx";
import { BoardStates } from "./BoardStates.tsx";
import { BoardWarnings } from "./BoardWarnings.tsx";
import { shareLevel } from "./levels.ts";
import { Milestones } from "./Milestones.tsx";
import { useRotation } from "./rotation.ts";

const defaultPlaySeconds = 20;
const lines = 6;

/** A mold factory on a wall: its molds, the new ones by stage, trials, and what came back. */
export default function MakerBoard() {
  const { board: t } = useLocale();
  const f = useFormats();
  const now = useNow();
  const [known, setKnown] = useState({ makers: [] as readonly string[], play: defaultPlaySeconds });
  const rotation = useRotation(known.makers.length, 1, known.play);
  const makerId = known.makers[rotation.place.plant];
  const asked = useRun(makerBoard, makerId === undefined ? {} : { makerId }, {
    live: ["reading", "board", "warning"],
    every: 20_000,
  });
  const data = asked.data;
  if (data) {
    const makers = data.MAKERS.map((m) => m.ID);
    const play = data.PLAY_TIME || defaultPlaySeconds;
    if (known.makers.join() !== makers.join() || known.play !== play) setKnown({ makers, play });
  }
  const empty = data?.MAKERS.length === 0;
  return (
    <BoardFrame
      title={data?.MAKER?.NAME ?? (!data ? t.waiting : empty ? t.noMakers : t.allMakers)}
      sub={data && t.molds(f.whole(data.MOLDS))}
      dots={known.makers}
      on={data?.MAKER?.ID}
      asked={asked}
      rotation={rotation}
      layout="sk-board-maker"
    >
      {data && !empty ? (
        <>
          <section className="sk-board-figures">
            <BoardStates states={data.STATES} of={data.MOLDS} />
            <BoardFigure label={t.today} value={f.compact(data.SHOTS_TODAY)} />
            <BoardFigure
              label={t.compliance}
              value={f.percent(data.COMPLIANCE)}
              level={shareLevel(data.COMPLIANCE)}
            />
            <BoardFigure
              label={t.returns30}
              value={f.whole(data.RETURNS_30)}
              level={data.RETURNS_30 > 0 ? "attention" : undefined}
            />
            <BoardFigure
              label={t.warnings}
              value={f.whole(data.WARNING_COUNT)}
              level={data.WARNING_COUNT > 0 ? "bad" : undefined}
            />
          </section>
          <div className="sk-board-three">
            <section className="sk-board-panel">
              <h2>{t.stages}</h2>
              <ol className="sk-board-stages">
                {(Object.keys(moldStage) as MoldStage[]).map((s) => (
                  <li key={s} data-some={data.STAGES[s] > 0 || undefined}>
                    <b>{f.whole(data.STAGES[s])}</b>
                    <span>{t.stage[s]}</span>
                  </li>
                ))}
                <li data-some={data.CHANGES_90 > 0 || undefined}>
                  <b>{f.whole(data.CHANGES_90)}</b>
                  <span>{t.changes}</span>
                </li>
              </ol>
            </section>
            <AgeBars ages={data.AGES} />
            <Milestones list={data.MILESTONES} most={lines} />
          </div>
          <div className="sk-board-three">
            <section className="sk-board-panel">
              <h2>{t.atMaker}</h2>
              {data.AT_MAKER.length === 0 ? (
                <p className="sk-board-calm">{t.noReturns}</p>
              ) : (
                <ul className="sk-board-lines">
                  {data.AT_MAKER.slice(0, lines).map((m) => (
                    <li key={m.MOLD_NO} data-level="attention">
                      <b>{m.MOLD_NO}</b>
                      <span data-words>{m.REASON ?? m.MOLD_NAME}</span>
                      <small>{f.relative(m.SINCE, now)}</small>
                    </li>
                  ))}
                </ul>
              )}
            </section>
            <section className="sk-board-panel">
              <h2>{t.trials}</h2>
              {data.TRIALS.length === 0 ? (
                <p className="sk-board-calm sk-board-quiet">{t.noTrials}</p>
              ) : (
                <ul className="sk-board-lines">
                  {data.TRIALS.slice(0, lines).map((x) => (
                    <li key={`${x.MOLD_NO} ${x.TRIAL_TIME}`} data-level={x.RUNNING ? "good" : undefined}>
                      <b>{x.MOLD_NO}</b>
                      <span data-words>{x.REASON}</span>
                      <small>{x.RUNNING ? t.trialRunning : f.date(x.TRIAL_TIME).slice(5)}</small>
                    </li>
                  ))}
                </ul>
              )}
            </section>
            <BoardWarnings warnings={data.WARNINGS} count={data.WARNING_COUNT} />
          </div>
        </>
      ) : (
        data && <p className="sk-board-none">{t.noPlantsHint}</p>
      )}
    </BoardFrame>
  );
}
