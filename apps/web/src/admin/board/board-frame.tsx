import { useFormats, useLocale, useNow, useTheme } from "@shotkeeper/ui/app";
import { type ReactNode, useMemo, useState } from "react";
import { BoardControls } from "./board-controls.tsx";
import { boardStyle } from "./board-style.ts";
import { useConnectionLost } from "./connection.ts";
import type { Rotation } from "./rotation.ts";
import "./board.css";
import "./board-plant.css";
import "./board-lists.css";
import "./board-key.css";
import "./board-screen.css";

interface BoardFrameProps {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  /** Ids of the plants, makers or pages that are shown in turn: one dot each. */
  readonly dots: readonly string[];
  /** The id that is shown now. */
  readonly current: string | undefined;
  readonly query: {
    readonly isError: boolean;
    readonly isPlaceholderData: boolean;
    readonly dataUpdatedAt: number;
    readonly fetchStatus: "fetching" | "paused" | "idle";
  };
  readonly rotation: Rotation;
  /** A class of board.css that arranges the parts of the board. */
  readonly layout?: string;
  readonly children: ReactNode;
}

/** More dots than this are not shown: nobody can count them. */
const maxDots = 24;

/** Frame of every board: head with clock, notice of a lost connection, and controls that hide themselves. */
export function BoardFrame({
  title,
  sub,
  dots,
  current,
  query,
  rotation,
  layout,
  children,
}: BoardFrameProps) {
  const { board: t } = useLocale();
  const f = useFormats();
  const now = useNow();
  const colour = useTheme((s) => s.colour);
  const style = useMemo(() => boardStyle(colour), [colour]);
  const lost = useConnectionLost(query);
  // Placeholder data has no time of its own. This state keeps the time of the answer that is still shown.
  const [answeredAt, setAnsweredAt] = useState(0);
  if (query.dataUpdatedAt > answeredAt) setAnsweredAt(query.dataUpdatedAt);
  const since = query.isPlaceholderData ? answeredAt : query.dataUpdatedAt;
  return (
    <main className={layout ? `sk-board ${layout}` : "sk-board"} style={style} data-lost={lost || undefined}>
      <header className="sk-board-head">
        <h1>{title}</h1>
        {sub && <span className="sk-board-sub">{sub}</span>}
        <span className="sk-board-dots" aria-hidden="true">
          {dots.length > 1 &&
            dots.length <= maxDots &&
            dots.map((id) => <i key={id} data-on={id === current || undefined} />)}
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
      {children}
      <BoardControls playing={rotation.playing} onToggle={rotation.toggle} onSkip={rotation.skip} />
    </main>
  );
}
