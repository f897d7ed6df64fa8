import { plantBoard } from "@shotkeeper/contract/board";
import { useFormats, useLocale, useNow, useTheme } from "@shotkeeper/ui/app";
import { useRun } from "@shotkeeper/ui/screen";
import { useMemo, useState } from "react";
import { BoardControls } from "./BoardControls.tsx";
import { BoardFigures } from "./BoardFigures.tsx";
import { BoardHours } from "./BoardHours.tsx";
import { BoardMolds, moldsPerPage, sortedMolds } from "./BoardMolds.tsx";
import { BoardWarnings } from "./BoardWarnings.tsx";
import { boardStyle } from "./board-style.ts";
import { useLost } from "./connection.ts";
import { useRotation } from "./rotation.ts";
import "./board.css";

/** Until the tenant's own interval is known. */
const defaultPlaySeconds = 20;

/** An injection plant on a wall. */
export default function PlantBoard() {
  const { board: t } = useLocale();
  const f = useFormats();
  const now = useNow();
  const colour = useTheme((s) => s.colour);
  const style = useMemo(() => boardStyle(colour), [colour]);
  // What the last answer told about the rotation; the answer of the next plant replaces it.
  const [known, setKnown] = useState({ plants: [] as readonly string[], pages: 1, play: defaultPlaySeconds });
  const rotation = useRotation(known.plants.length, known.pages, known.play);
  const plantId = known.plants[rotation.place.plant];
  const asked = useRun(plantBoard, plantId === undefined ? {} : { plantId }, {
    live: ["reading", "board", "warning"],
    // Often, because a link that is silently gone is noticed by the question that gets no answer.
    every: 20_000,
  });
  const lost = useLost(asked);
  // While a plant's answer does not come the board shows the last one there was: that is the time to tell.
  const [answered, setAnswered] = useState(0);
  if (asked.dataUpdatedAt > answered) setAnswered(asked.dataUpdatedAt);
  const since = asked.isPlaceholderData ? answered : asked.dataUpdatedAt;
  const data = asked.data;
  const molds = useMemo(() => sortedMolds(data?.MOLDS ?? []), [data]);

  if (data) {
    const plants = data.PLANTS.map((p) => p.ID);
    const pages = Math.max(1, Math.ceil(data.MOLDS.length / moldsPerPage));
    const play = data.PLAY_TIME || defaultPlaySeconds;
    if (known.plants.join() !== plants.join() || known.pages !== pages || known.play !== play)
      setKnown({ plants, pages, play });
  }
  const empty = data?.PLANTS.length === 0;
  const page = Math.min(rotation.place.page, known.pages - 1);

  return (
    <main className="sk-board" style={style} data-lost={lost || undefined}>
      <header className="sk-board-head">
        <h1>{data?.PLANT?.NAME ?? (!data ? t.waiting : empty ? t.noPlants : t.allPlants)}</h1>
        {data && <span className="sk-board-sub">{t.molds(f.whole(data.MOLDS.length))}</span>}
        <span className="sk-board-dots" aria-hidden="true">
          {known.plants.length > 1 &&
            known.plants.map((id) => <i key={id} data-on={id === data?.PLANT?.ID || undefined} />)}
        </span>
        {lost && (
          <strong className="sk-board-lost" role="alert">
            {t.lost(f.dateTime(since).slice(0, 16))}
          </strong>
        )}
        <time>
          {f.date(now)} <b>{f.clock(now)}</b>
        </time>
      </header>
      {data && !empty ? (
        <>
          <BoardFigures data={data} />
          <div className="sk-board-middle">
            <BoardHours hours={data.HOURS} />
            <BoardWarnings warnings={data.WARNINGS} />
          </div>
          <BoardMolds
            molds={molds.slice(page * moldsPerPage, (page + 1) * moldsPerPage)}
            page={page}
            pages={known.pages}
          />
        </>
      ) : (
        data && <p className="sk-board-none">{t.noPlantsHint}</p>
      )}
      <BoardControls playing={rotation.playing} onToggle={rotation.toggle} onSkip={rotation.skip} />
    </main>
  );
}
