import { projectBoard } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { useRun } from "@shotkeeper/ui/screen";
import dayjs from "dayjs";
import { useState } from "react";
import { AgeBars } from "./AgeBars.tsx";
import { BoardFigure } from "./BoardFigure.tsx";
import { BoardFrame } from "./BoardFrame.tsx";
import { BoardStates } from "./BoardStates.tsx";
import { lifeLevel } from "./levels.ts";
import { useRotation } from "./rotation.ts";

const defaultPlaySeconds = 20;

/** All projects on a wall, a page of them at a time. */
export default function ProjectBoard() {
  const { board: t } = useLocale();
  const f = useFormats();
  const [known, setKnown] = useState({ pages: 1, play: defaultPlaySeconds });
  const pages = Array.from({ length: known.pages }, (_, i) => String(i));
  const rotation = useRotation(known.pages, 1, known.play);
  const page = Math.min(rotation.place.plant, known.pages - 1);
  const asked = useRun(
    projectBoard,
    { boardPage: page },
    { live: ["reading", "board", "warning"], every: 20_000 },
  );
  const data = asked.data;
  if (data) {
    const play = data.PLAY_TIME || defaultPlaySeconds;
    if (known.pages !== data.PAGES || known.play !== play) setKnown({ pages: data.PAGES, play });
  }
  const today = dayjs().format("YYYY-MM-DD");
  return (
    <BoardFrame
      title={data ? t.projects : t.waiting}
      sub={data && t.projectCount(f.whole(data.PROJECT_COUNT))}
      dots={pages}
      on={String(page)}
      asked={asked}
      rotation={rotation}
      layout="sk-board-projects"
    >
      {data && data.PROJECT_COUNT > 0 ? (
        <>
          <section className="sk-board-figures sk-board-figures-4">
            <BoardStates states={data.STATES} of={data.MOLDS} />
            <BoardFigure label={t.orders} value={f.whole(data.ORDERS)} />
            <BoardFigure
              label={t.lateOrders}
              value={f.whole(data.LATE_ORDERS)}
              level={data.LATE_ORDERS > 0 ? "bad" : undefined}
            />
            <AgeBars ages={data.AGES} />
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
              {data.PROJECTS.map((p) => (
                <tr key={p.PROJECT_NO}>
                  <td>
                    <strong>{p.PROJECT_NAME ?? p.PROJECT_NO}</strong>
                    <small>{[p.PROJECT_NO, p.ENGINE_NAME].filter(Boolean).join(" · ")}</small>
                  </td>
                  <td>
                    <b data-level={p.RUNNING > 0 ? "good" : undefined}>{f.whole(p.RUNNING)}</b>
                    <small> / {f.whole(p.MOLDS)}</small>
                  </td>
                  <td>
                    <b>{f.compact(p.SHOTS_TODAY)}</b>
                  </td>
                  <td>
                    <b data-level={p.LATE > 0 ? "bad" : undefined}>{f.whole(p.HANDED_OVER)}</b>
                    <small> / {f.whole(p.MOLDS)}</small>
                  </td>
                  <td>
                    <span className="sk-board-life" data-level={lifeLevel(p.LIFE_USED)}>
                      <i style={{ width: `${Math.min(100, p.LIFE_USED ?? 0)}%` }} />
                    </span>
                    <b data-level={lifeLevel(p.LIFE_USED)}>{f.percent(p.LIFE_USED, 0)}</b>
                  </td>
                  <td>
                    <b>{f.whole(p.ORDERS)}</b>
                    {p.LATE_ORDERS > 0 && <em data-level="bad">{t.ordersLate(f.whole(p.LATE_ORDERS))}</em>}
                  </td>
                  <td>
                    <b data-level={p.WARNINGS > 0 ? "bad" : undefined}>{f.whole(p.WARNINGS)}</b>
                  </td>
                  <td>
                    {p.NEXT ? (
                      <span data-level={p.NEXT.LATE ? "bad" : p.NEXT.DAY >= today ? "attention" : undefined}>
                        {t.milestone[p.NEXT.KIND]} {p.NEXT.DAY}
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
