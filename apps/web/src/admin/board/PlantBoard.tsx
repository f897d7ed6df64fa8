import { plantBoard } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { useRun } from "@shotkeeper/ui/screen";
import { useMemo, useState } from "react";
import { BoardFigure } from "./BoardFigure.tsx";
import { BoardFrame } from "./BoardFrame.tsx";
import { BoardHours } from "./BoardHours.tsx";
import { BoardMolds, moldPages, onPage, sortedMolds } from "./BoardMolds.tsx";
import { BoardStates } from "./BoardStates.tsx";
import { BoardWarnings } from "./BoardWarnings.tsx";
import { shareLevel } from "./levels.ts";
import { useRotation } from "./rotation.ts";

/** Until the tenant's own interval is known. */
const defaultPlaySeconds = 20;

/** An injection plant on a wall. */
export default function PlantBoard() {
  const { board: t } = useLocale();
  const f = useFormats();
  // What the last answer told about the rotation; the answer of the next plant replaces it.
  const [known, setKnown] = useState({ plants: [] as readonly string[], pages: 1, play: defaultPlaySeconds });
  const rotation = useRotation(known.plants.length, known.pages, known.play);
  const plantId = known.plants[rotation.place.plant];
  const asked = useRun(plantBoard, plantId === undefined ? {} : { plantId }, {
    live: ["reading", "board", "warning"],
    // Often, because a link that is silently gone is noticed by the question that gets no answer.
    every: 20_000,
  });
  const data = asked.data;
  const molds = useMemo(() => sortedMolds(data?.MOLDS ?? []), [data]);

  if (data) {
    const plants = data.PLANTS.map((p) => p.ID);
    const pages = moldPages(data.MOLDS.length);
    const play = data.PLAY_TIME || defaultPlaySeconds;
    if (known.plants.join() !== plants.join() || known.pages !== pages || known.play !== play)
      setKnown({ plants, pages, play });
  }
  // Of a very large plant the tiles are not all, the states are.
  const moldCount = Object.values(data?.STATES ?? {}).reduce((n, s) => n + s, 0);
  const empty = data?.PLANTS.length === 0;
  const page = Math.min(rotation.place.page, known.pages - 1);

  return (
    <BoardFrame
      title={data?.PLANT?.NAME ?? (!data ? t.waiting : empty ? t.noPlants : t.allPlants)}
      sub={data && t.molds(f.whole(moldCount))}
      dots={known.plants}
      on={data?.PLANT?.ID}
      asked={asked}
      rotation={rotation}
    >
      {data && !empty ? (
        <>
          <section className="sk-board-figures">
            <BoardStates states={data.STATES} of={moldCount} />
            <BoardFigure
              label={data.PLAN_TODAY > 0 ? t.todayAndPlan(f.compact(data.PLAN_TODAY)) : t.today}
              value={f.compact(data.SHOTS_TODAY)}
            />
            <BoardFigure
              label={t.compliance}
              value={f.percent(data.COMPLIANCE)}
              level={shareLevel(data.COMPLIANCE)}
            />
            <BoardFigure
              label={t.warnings}
              value={f.whole(data.WARNING_COUNT)}
              level={data.WARNING_COUNT > 0 ? "bad" : undefined}
            />
            <BoardFigure
              label={t.maintenance}
              value={f.whole(data.MAINTENANCE_DUE)}
              level={data.MAINTENANCE_DUE > 0 ? "attention" : undefined}
            />
          </section>
          <div className="sk-board-middle">
            <BoardHours hours={data.HOURS} />
            <BoardWarnings warnings={data.WARNINGS} count={data.WARNING_COUNT} />
          </div>
          <BoardMolds molds={onPage(molds, page)} page={page} pages={known.pages} />
        </>
      ) : (
        data && <p className="sk-board-none">{t.noPlantsHint}</p>
      )}
    </BoardFrame>
  );
}
