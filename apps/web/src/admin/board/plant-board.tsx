import { moldsFigure, plantBoard, warningsFigure } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { useCommandData } from "@shotkeeper/ui/data";
import { useMemo, useState } from "react";
import { FigureLink } from "../figures.tsx";
import { BoardFigure } from "./board-figure.tsx";
import { BoardFrame } from "./board-frame.tsx";
import { BoardHours } from "./board-hours.tsx";
import { BoardMolds, moldPages, onPage } from "./board-molds.tsx";
import { BoardMore } from "./board-more.tsx";
import { BoardStates } from "./board-states.tsx";
import { BoardWarnings } from "./board-warnings.tsx";
import { shareLevel } from "./levels.ts";
import { sortedMolds } from "./mold-order.ts";
import { useRotation } from "./rotation.ts";

/**
 * Seconds for which the board shows each plant. Used until the first answer with the tenant's setting arrives, and for
 * tenants without this setting.
 */
const defaultPlaySeconds = 20;

/** Board of the injection plants, one plant at a time: its molds, shots and warnings. */
export default function PlantBoard() {
  const { board: t } = useLocale();
  const f = useFormats();
  // Plants, pages and seconds per plant from the latest answer, kept while the answer for the next plant is loading.
  const [known, setKnown] = useState({ plants: [] as readonly string[], pages: 1, play: defaultPlaySeconds });
  const rotation = useRotation(known.plants.length, known.pages, known.play);
  const plantId = known.plants[rotation.position.item];
  const query = useCommandData(plantBoard, plantId === undefined ? {} : { plantId }, {
    live: ["reading", "board", "warning"],
    // Repeats the query every 20 s, although live events report changes. A connection may break without an event, and
    // only a failing query reveals the break.
    every: 20_000,
  });
  const data = query.data;
  const molds = useMemo(() => sortedMolds(data?.molds ?? []), [data]);

  if (data) {
    const plants = data.plants.map((p) => p.id);
    const pages = moldPages(data.molds.length);
    const play = data.playTime || defaultPlaySeconds;
    if (known.plants.join() !== plants.join() || known.pages !== pages || known.play !== play)
      setKnown({ plants, pages, play });
  }
  // Adds up the numbers of molds per state, because the server sends at most 300 molds for the tiles but counts all
  // molds of the plant.
  const moldCount = Object.values(data?.states ?? {}).reduce((n, s) => n + s, 0);
  const group = { plantId: data?.plant?.id };
  const hasNoPlants = data?.plants.length === 0;
  const page = Math.min(rotation.position.page, known.pages - 1);

  return (
    <BoardFrame
      title={data?.plant?.name ?? (!data ? t.waiting : hasNoPlants ? t.noPlants : t.allPlants)}
      sub={data && t.molds(f.whole(moldCount))}
      dots={known.plants}
      current={data?.plant?.id}
      query={query}
      rotation={rotation}
      items="plant"
      warnings={data?.warningCount}
    >
      {data && !hasNoPlants ? (
        <>
          <section className="sk-board-figures">
            <BoardStates
              states={data.states}
              total={moldCount}
              figureOf={(state) => moldsFigure(group, state)}
            />
            <BoardFigure
              label={t.today}
              notes={
                data.planToday > 0
                  ? [t.plannedMade(f.compact(data.plannedMade)), t.planUntilNow(f.compact(data.planUntilNow))]
                  : undefined
              }
              value={f.compact(data.shotsToday)}
              level={
                data.planUntilNow > 0 ? shareLevel((data.plannedMade / data.planUntilNow) * 100) : undefined
              }
            />
            <BoardFigure
              label={t.compliance}
              value={f.percent(data.compliance)}
              level={shareLevel(data.compliance)}
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
            <BoardFigure
              label={t.maintenance}
              value={f.whole(data.maintenanceDue)}
              level={data.maintenanceDue > 0 ? "attention" : undefined}
            />
          </section>
          <div className="sk-board-middle">
            <BoardHours hours={data.hours} />
            <BoardWarnings warnings={data.warnings} count={data.warningCount} />
          </div>
          <BoardMolds molds={onPage(molds, page)} page={page} pages={known.pages} />
          <BoardMore shown={data.molds.length} count={moldCount} />
        </>
      ) : (
        data && <p className="sk-board-none">{t.noPlantsHint}</p>
      )}
    </BoardFrame>
  );
}
