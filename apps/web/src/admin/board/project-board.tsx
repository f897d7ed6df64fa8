import { projectBoard, projectMolds, projectOrders, warningsFigure } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { useCommandData } from "@shotkeeper/ui/data";
import { wallClock } from "@shotkeeper/ui/time";
import { useState } from "react";
import { FigureLink } from "../figures.tsx";
import { AgeBars } from "./age-bars.tsx";
import { BoardFigure } from "./board-figure.tsx";
import { BoardFrame } from "./board-frame.tsx";
import { BoardStates } from "./board-states.tsx";
import { lifeLevel } from "./levels.ts";
import { useRotation } from "./rotation.ts";

const defaultPlaySeconds = 20;

/** Board of all projects, one page of projects at a time. */
export default function ProjectBoard() {
  const { board: t, enums } = useLocale();
  const f = useFormats();
  const [known, setKnown] = useState({ pages: 1, play: defaultPlaySeconds });
  const pages = Array.from({ length: known.pages }, (_, i) => String(i));
  const rotation = useRotation(known.pages, 1, known.play);
  const page = Math.min(rotation.position.item, known.pages - 1);
  const query = useCommandData(
    projectBoard,
    { boardPage: page },
    { live: ["reading", "board", "warning"], every: 20_000 },
  );
  const data = query.data;
  if (data) {
    const play = data.playTime || defaultPlaySeconds;
    if (known.pages !== data.pages || known.play !== play) setKnown({ pages: data.pages, play });
  }
  const today = wallClock().format("YYYY-MM-DD");
  return (
    <BoardFrame
      title={data ? t.projects : t.waiting}
      sub={
        data && `${t.projectCount(f.whole(data.projectCount))} · ${t.withoutScrapped(f.whole(data.molds))}`
      }
      dots={pages}
      current={String(page)}
      query={query}
      rotation={rotation}
      items="page"
      layout="sk-board-projects"
    >
      {data && data.projectCount > 0 ? (
        <>
          <section className="sk-board-figures sk-board-figures-4">
            <BoardStates
              states={data.states}
              total={data.molds}
              figureOf={(state) => projectMolds({}, state)}
            />
            <BoardFigure
              label={t.orders}
              value={
                <FigureLink figure={projectOrders(undefined, false)} rows={data.orders}>
                  {f.whole(data.orders)}
                </FigureLink>
              }
            />
            <BoardFigure
              label={t.lateOrders}
              value={
                <FigureLink figure={projectOrders(undefined, true)} rows={data.lateOrders}>
                  {f.whole(data.lateOrders)}
                </FigureLink>
              }
              level={data.lateOrders > 0 ? "bad" : undefined}
            />
            <AgeBars ages={data.ages} />
          </section>
          <table className="sk-board-table">
            <thead>
              <tr>
                <th>{t.project}</th>
                <th>{t.running}</th>
                <th>{t.today}</th>
                <th>{t.handedOver}</th>
                <th>{t.lifeUsed}</th>
                <th>{t.orders}</th>
                <th>{t.warnings}</th>
                <th>{t.nextMilestone}</th>
              </tr>
            </thead>
            <tbody>
              {data.projects.map((p) => (
                <tr key={p.projectNo}>
                  <td>
                    <strong>{p.projectName ?? p.projectNo}</strong>
                    <small>{[p.projectNo, p.oemName].filter(Boolean).join(" · ")}</small>
                  </td>
                  <td data-title={t.running}>
                    <b data-level={p.running > 0 ? "good" : undefined}>
                      <FigureLink
                        figure={projectMolds({ projectNo: p.projectNo }, "running")}
                        rows={p.running}
                      >
                        {f.whole(p.running)}
                      </FigureLink>
                    </b>
                    <small>
                      {" / "}
                      <FigureLink figure={projectMolds({ projectNo: p.projectNo })} rows={p.molds}>
                        {f.whole(p.molds)}
                      </FigureLink>
                    </small>
                  </td>
                  <td data-title={t.today}>
                    <b>{f.compact(p.shotsToday)}</b>
                  </td>
                  <td data-title={t.handedOver}>
                    <b data-level={p.late > 0 ? "bad" : undefined}>{f.whole(p.handedOver)}</b>
                    <small> / {f.whole(p.molds)}</small>
                  </td>
                  <td data-title={t.lifeUsed}>
                    <span className="sk-board-lifecell" data-level={lifeLevel(p.lifeUsed)}>
                      <span className="sk-board-life">
                        <i style={{ width: `${Math.min(100, p.lifeUsed ?? 0)}%` }} />
                      </span>
                      <b>{f.progress(p.lifeUsed, 0)}</b>
                    </span>
                  </td>
                  <td data-title={t.orders}>
                    <b>
                      <FigureLink figure={projectOrders(p.projectNo, false)} rows={p.orders}>
                        {f.whole(p.orders)}
                      </FigureLink>
                    </b>
                    <em className="sk-board-late" data-level="bad">
                      {p.lateOrders > 0 && (
                        <FigureLink figure={projectOrders(p.projectNo, true)} rows={p.lateOrders}>
                          {t.ordersLate(f.whole(p.lateOrders))}
                        </FigureLink>
                      )}
                    </em>
                  </td>
                  <td data-title={t.warnings}>
                    <b data-level={p.warnings > 0 ? "bad" : undefined}>
                      <FigureLink figure={warningsFigure({ projectNo: p.projectNo })} rows={p.warnings}>
                        {f.whole(p.warnings)}
                      </FigureLink>
                    </b>
                  </td>
                  <td data-title={t.nextMilestone}>
                    {p.next ? (
                      <span data-level={p.next.late ? "bad" : p.next.day >= today ? "attention" : undefined}>
                        {enums.milestoneKind[p.next.kind]} {p.next.day}
                      </span>
                    ) : (
                      <small>{t.none}</small>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : (
        data && (
          <p className="sk-board-none">
            {t.noProjects}. {t.noProjectsHint}
          </p>
        )
      )}
    </BoardFrame>
  );
}
