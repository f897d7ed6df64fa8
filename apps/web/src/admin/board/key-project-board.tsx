import { keyProjectBoard, projectMolds, warningsFigure } from "@shotkeeper/contract/board";
import { liveState } from "@shotkeeper/contract/enumerations";
import { nameOf } from "@shotkeeper/contract/kernel";
import { menus } from "@shotkeeper/contract/menus";
import { StateTag, useFormats, useLocale, useSession } from "@shotkeeper/ui/app";
import { useCommandData } from "@shotkeeper/ui/data";
import { useState } from "react";
import { FigureLink } from "../figures.tsx";
import { PlacePlot } from "../places/place-plot.tsx";
import { BoardFigure } from "./board-figure.tsx";
import { BoardFrame } from "./board-frame.tsx";
import { BoardStates } from "./board-states.tsx";
import { lifeLevel } from "./levels.ts";
import { Milestones } from "./milestones.tsx";
import { useRotation } from "./rotation.ts";

const defaultPlaySeconds = 20;
const moldsPerPage = 8;
/**
 * Returns the sort key of a mold on the board. Molds with warnings come first, then molds with late orders, then molds
 * that have used at least 90 % of their life.
 */
const urgency = (m: {
  readonly warnings: number;
  readonly orderLate: boolean;
  readonly lifeUsed: number | null;
}) => Number(m.warnings > 0) * 4 + Number(m.orderLate) * 2 + Number((m.lifeUsed ?? 0) >= 90);

/** Board of the key projects, one project at a time: places, progress and risks of the project's molds. */
export default function KeyProjectBoard() {
  const { board: t } = useLocale();
  const f = useFormats();
  const { can } = useSession();
  const [known, setKnown] = useState({
    projects: [] as readonly string[],
    pages: 1,
    play: defaultPlaySeconds,
  });
  const rotation = useRotation(known.projects.length, known.pages, known.play);
  const projectNo = known.projects[rotation.position.item];
  const query = useCommandData(keyProjectBoard, projectNo === undefined ? {} : { projectNo }, {
    live: ["reading", "board", "warning"],
    every: 20_000,
  });
  const data = query.data;
  if (data) {
    const projects = data.projects.map((p) => p.id);
    const pages = Math.max(1, Math.ceil(data.molds.length / moldsPerPage));
    const play = data.playTime || defaultPlaySeconds;
    if (known.projects.join() !== projects.join() || known.pages !== pages || known.play !== play)
      setKnown({ projects, pages, play });
  }
  const page = Math.min(rotation.position.page, known.pages - 1);
  const molds = [...(data?.molds ?? [])].sort(
    (a, b) => urgency(b) - urgency(a) || a.moldNo.localeCompare(b.moldNo),
  );
  const shown = molds.slice(page * moldsPerPage, (page + 1) * moldsPerPage);
  const projectId = data?.project?.id;
  const warnings = molds.reduce((n, m) => n + m.warnings, 0);
  const sub = data?.project
    ? [data.project.id, data.oemName, data.manager && t.manager(data.manager)].filter(Boolean).join(" · ")
    : undefined;
  return (
    <BoardFrame
      title={data?.project?.name ?? (data ? t.noProjects : t.waiting)}
      sub={sub}
      dots={known.projects}
      current={data?.project?.id}
      query={query}
      rotation={rotation}
      items="project"
      layout="sk-board-key"
    >
      {data?.project ? (
        <>
          <section className="sk-board-figures sk-board-figures-4">
            <BoardStates
              states={data.states}
              total={data.molds.length}
              figureOf={(state) => projectMolds({ projectNo: projectId }, state)}
            />
            <BoardFigure label={t.today} value={f.compact(data.shotsToday)} />
            <BoardFigure
              label={t.lifeUsed}
              value={f.percent(data.lifeUsed)}
              level={lifeLevel(data.lifeUsed)}
            />
            <BoardFigure
              label={t.warnings}
              value={
                <FigureLink figure={warningsFigure({ projectNo: projectId })} rows={warnings}>
                  {f.whole(warnings)}
                </FigureLink>
              }
              level={warnings > 0 ? "bad" : undefined}
            />
          </section>
          <div className="sk-board-keybody">
            <div className="sk-board-keyside">
              <section className="sk-board-panel">
                <h2>{t.places}</h2>
                <PlacePlot
                  places={data.places}
                  empty={t.noPlaces}
                  label={t.places}
                  fill
                  figureOf={(plantId) => projectMolds({ projectNo: projectId, plantId })}
                />
              </section>
              <Milestones list={data.milestones} max={4} count={data.milestoneCount} />
            </div>
            <section className="sk-board-progress" key={page}>
              {shown.map((m) => (
                <article key={m.moldNo} data-state={nameOf(liveState, m.liveState)}>
                  <strong>{m.moldNo}</strong>
                  <StateTag plain state={m.liveState} />
                  <span className="sk-board-name">{m.moldName}</span>
                  <span className="sk-board-flags">
                    {m.warnings > 0 && (
                      <em data-level="bad">
                        ⬣{" "}
                        <FigureLink figure={warningsFigure({ moldNo: m.moldNo })} rows={m.warnings}>
                          {f.whole(m.warnings)}
                        </FigureLink>
                      </em>
                    )}
                    {m.drift !== null && (
                      <em data-level="attention">
                        {t.drift(`${m.drift > 0 ? "+" : "−"}${f.percent(Math.abs(m.drift))}`)}
                      </em>
                    )}
                  </span>
                  <span className="sk-board-meter" data-level={lifeLevel(m.lifeUsed)}>
                    <small>{t.lifeUsed}</small>
                    <span className="sk-board-life">
                      <i style={{ width: `${Math.min(100, m.lifeUsed ?? 0)}%` }} />
                    </span>
                    <b>{f.progress(m.lifeUsed, 0)}</b>
                    <small>{m.lifeEnd ? f.date(m.lifeEnd) : ""}</small>
                  </span>
                  <span className="sk-board-meter" data-level={m.orderLate ? "bad" : undefined}>
                    <small>{t.progress}</small>
                    <span className="sk-board-life" data-none={m.orderProgress === null || undefined}>
                      <i style={{ width: `${m.orderProgress ?? 0}%` }} />
                    </span>
                    <b>{m.orderProgress === null ? t.none : f.progress(m.orderProgress, 0)}</b>
                    <small>{m.orderLate ? t.late : ""}</small>
                  </span>
                </article>
              ))}
              {known.pages > 1 && <span className="sk-board-page">{t.page(page + 1, known.pages)}</span>}
            </section>
          </div>
          {!data.chosen && (
            <p className="sk-board-foot">{can(menus.parameter, "M") ? t.chooseProjects : t.notChosen}</p>
          )}
        </>
      ) : (
        data && <p className="sk-board-none">{t.noProjectsHint}</p>
      )}
    </BoardFrame>
  );
}
