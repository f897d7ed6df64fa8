import { liveState } from "@shotkeeper/contract/basic";
import { keyProjectBoard } from "@shotkeeper/contract/board";
import { nameOf } from "@shotkeeper/contract/kernel";
import { StateTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { useRun } from "@shotkeeper/ui/screen";
import { useState } from "react";
import { PlacePlot } from "../places/PlacePlot.tsx";
import { BoardFigure } from "./BoardFigure.tsx";
import { BoardFrame } from "./BoardFrame.tsx";
import { BoardStates } from "./BoardStates.tsx";
import { lifeLevel } from "./levels.ts";
import { Milestones } from "./Milestones.tsx";
import { useRotation } from "./rotation.ts";

const defaultPlaySeconds = 20;
const moldsPerPage = 8;
/** What needs eyes first. */
const trouble = (m: {
  readonly WARNINGS: number;
  readonly ORDER_LATE: boolean;
  readonly LIFE_USED: number | null;
}) => Number(m.WARNINGS > 0) * 4 + Number(m.ORDER_LATE) * 2 + Number((m.LIFE_USED ?? 0) >= 90);

/** The projects that matter most, one after the other: where their molds are, how far, and what is at risk. */
export default function KeyProjectBoard() {
  const { board: t } = useLocale();
  const f = useFormats();
  const [known, setKnown] = useState({
    projects: [] as readonly string[],
    pages: 1,
    play: defaultPlaySeconds,
  });
  const rotation = useRotation(known.projects.length, known.pages, known.play);
  const projectNo = known.projects[rotation.place.plant];
  const asked = useRun(keyProjectBoard, projectNo === undefined ? {} : { projectNo }, {
    live: ["reading", "board", "warning"],
    every: 20_000,
  });
  const data = asked.data;
  if (data) {
    const projects = data.PROJECTS.map((p) => p.ID);
    const pages = Math.max(1, Math.ceil(data.MOLDS.length / moldsPerPage));
    const play = data.PLAY_TIME || defaultPlaySeconds;
    if (known.projects.join() !== projects.join() || known.pages !== pages || known.play !== play)
      setKnown({ projects, pages, play });
  }
  const page = Math.min(rotation.place.page, known.pages - 1);
  const molds = [...(data?.MOLDS ?? [])].sort(
    (a, b) => trouble(b) - trouble(a) || a.MOLD_NO.localeCompare(b.MOLD_NO),
  );
  const shown = molds.slice(page * moldsPerPage, (page + 1) * moldsPerPage);
  const sub = data?.PROJECT
    ? [data.PROJECT.ID, data.ENGINE_NAME, data.MANAGER && t.manager(data.MANAGER)].filter(Boolean).join(" · ")
    : undefined;
  return (
    <BoardFrame
      title={data?.PROJECT?.NAME ?? (data ? t.noProjects : t.waiting)}
      sub={sub}
      dots={known.projects}
      on={data?.PROJECT?.ID}
      asked={asked}
      rotation={rotation}
      layout="sk-board-key"
    >
      {data?.PROJECT ? (
        <>
          <section className="sk-board-figures sk-board-figures-4">
            <BoardStates states={data.STATES} of={data.MOLDS.length} />
            <BoardFigure label={t.today} value={f.compact(data.SHOTS_TODAY)} />
            <BoardFigure
              label={t.lifeUsed}
              value={f.percent(data.LIFE_USED)}
              level={lifeLevel(data.LIFE_USED)}
            />
            <BoardFigure
              label={t.warnings}
              value={f.whole(data.MOLDS.reduce((n, m) => n + m.WARNINGS, 0))}
              level={data.MOLDS.some((m) => m.WARNINGS > 0) ? "bad" : undefined}
            />
          </section>
          <div className="sk-board-keybody">
            <div className="sk-board-keyside">
              <section className="sk-board-panel">
                <h2>{t.places}</h2>
                <PlacePlot places={data.PLACES} empty={t.noPlaces} label={t.places} fill />
              </section>
              <Milestones list={data.MILESTONES} most={4} />
            </div>
            <section className="sk-board-progress" key={page}>
              {shown.map((m) => (
                <article key={m.MOLD_NO} data-state={nameOf(liveState, m.Work_Stat)}>
                  <strong>{m.MOLD_NO}</strong>
                  <StateTag plain state={m.Work_Stat} />
                  <span className="sk-board-name">{m.MOLD_NAME}</span>
                  <span className="sk-board-flags">
                    {m.WARNINGS > 0 && <em data-level="bad">⬣ {f.whole(m.WARNINGS)}</em>}
                    {m.DRIFT !== null && (
                      <em data-level="attention">
                        ▲ {m.DRIFT > 0 ? "+" : ""}
                        {f.percent(m.DRIFT)}
                      </em>
                    )}
                  </span>
                  <span className="sk-board-meter" data-level={lifeLevel(m.LIFE_USED)}>
                    <small>{t.lifeUsed}</small>
                    <span className="sk-board-life">
                      <i style={{ width: `${Math.min(100, m.LIFE_USED ?? 0)}%` }} />
                    </span>
                    <b>{f.percent(m.LIFE_USED, 0)}</b>
                    <small>{m.LIFE_END ? f.date(m.LIFE_END) : ""}</small>
                  </span>
                  <span className="sk-board-meter" data-level={m.ORDER_LATE ? "bad" : undefined}>
                    <small>{t.progress}</small>
                    <span className="sk-board-life">
                      <i style={{ width: `${m.ORDER_PROGRESS ?? 0}%` }} />
                    </span>
                    <b>{m.ORDER_PROGRESS === null ? t.none : f.percent(m.ORDER_PROGRESS, 0)}</b>
                    <small>{m.ORDER_LATE ? t.late : ""}</small>
                  </span>
                </article>
              ))}
              {known.pages > 1 && <span className="sk-board-page">{t.page(page + 1, known.pages)}</span>}
            </section>
          </div>
          {!data.CHOSEN && <p className="sk-board-foot">{t.notChosen}</p>}
        </>
      ) : (
        data && <p className="sk-board-none">{t.noProjectsHint}</p>
      )}
    </BoardFrame>
  );
}
