import { useFormats, useLocale, useNow, useTheme } from "@shotkeeper/ui/app";
import { type ReactNode, useMemo, useState } from "react";
import { BoardControls } from "./BoardControls.tsx";
import { boardStyle } from "./board-style.ts";
import { useLost } from "./connection.ts";
import type { Rotation } from "./rotation.ts";
import "./board.css";

interface BoardFrameProps {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  /** What is shown in turn, and what of it is shown now. */
  readonly dots: readonly string[];
  readonly on: string | undefined;
  readonly asked: {
    readonly isError: boolean;
    readonly isPlaceholderData: boolean;
    readonly dataUpdatedAt: number;
    readonly fetchStatus: "fetching" | "paused" | "idle";
  };
  readonly rotation: Rotation;
  /** How the board's parts stand; a class of board.css. */
  readonly layout?: string;
  readonly children: ReactNode;
}

/** More than these are a line of dots that says nothing. */
const mostDots = 24;

/** What every board on a wall has: its head with clock, the word of a lost connection, and controls that hide. */
export function BoardFrame({ title, sub, dots, on, asked, rotation, layout, children }: BoardFrameProps) {
  const { board: t } = useLocale();
  const f = useFormats();
  const now = useNow();
  const colour = useTheme((s) => s.colour);
  const style = useMemo(() => boardStyle(colour), [colour]);
  const lost = useLost(asked);
  // While the next page's answer does not come the board shows the last one there was: that is the time to tell.
  const [answered, setAnswered] = useState(0);
  if (asked.dataUpdatedAt > answered) setAnswered(asked.dataUpdatedAt);
  const since = asked.isPlaceholderData ? answered : asked.dataUpdatedAt;
  return (
    <main className={layout ? `sk-board ${layout}` : "sk-board"} style={style} data-lost={lost || undefined}>
      <header className="sk-board-head">
        <h1>{title}</h1>
        {sub && <span className="sk-board-sub">{sub}</span>}
        <span className="sk-board-dots" aria-hidden="true">
          {dots.length > 1 &&
            dots.length <= mostDots &&
            dots.map((id) => <i key={id} data-on={id === on || undefined} />)}
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
