import { useFormats, useLocale, useTheme } from "@shotkeeper/ui/app";
import { useNow } from "@shotkeeper/ui/time";
import { type ReactNode, useMemo, useState } from "react";
import { BoardControls } from "./board-controls.tsx";
import { useNight, useWarningSound } from "./board-settings.ts";
import { boardStyle } from "./board-style.ts";
import { useConnectionLost } from "./connection.ts";
import type { Rotation } from "./rotation.ts";
import "./board.css";
import "./board-plant.css";
import "./board-lists.css";
import "./board-key.css";
import "./board-screen.css";
import "./board-phone-table.css";

interface BoardFrameProps {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  /**
   * Ids of the plants, makers, projects or pages that the board shows one after the other. The head shows one dot for
   * each id.
   */
  readonly dots: readonly string[];
  /** Id of the plant, maker, project or page that the board shows now: one of `dots`. */
  readonly current: string | undefined;
  readonly query: {
    readonly isError: boolean;
    readonly isPlaceholderData: boolean;
    readonly dataUpdatedAt: number;
    readonly fetchStatus: "fetching" | "paused" | "idle";
  };
  readonly rotation: Rotation;
  /** Kind of the items that the board shows one after the other. */
  readonly items: "plant" | "maker" | "page" | "project";
  /**
   * Number of open warnings of the plant, maker or project shown. A rise plays a sound if the user has turned sound
   * on. Undefined: the board shows no number of warnings.
   */
  readonly warnings?: number | undefined;
  /** CSS class that arranges the parts of the board. */
  readonly layout?: string;
  readonly children: ReactNode;
}

/** Largest number of dots in the head, one for each plant, maker and so on. If there are more, no dot is shown. */
const maxDots = 24;

/** Shell of every board: head with clock, message about a lost connection, and controls that hide when unused. */
export function BoardFrame({
  title,
  sub,
  dots,
  current,
  query,
  rotation,
  items,
  warnings,
  layout,
  children,
}: BoardFrameProps) {
  const { board: t } = useLocale();
  const f = useFormats();
  const now = useNow();
  const colour = useTheme((s) => s.colour);
  const style = useMemo(() => boardStyle(colour), [colour]);
  const isNight = useNight(now);
  useWarningSound(current, query.isPlaceholderData ? undefined : warnings);
  const lost = useConnectionLost(query);
  // Stores the time of the last answer, because the board still shows this answer while the next one loads.
  // `dataUpdatedAt` is then no longer the time of the shown answer.
  const [answeredAt, setAnsweredAt] = useState(0);
  if (query.dataUpdatedAt > answeredAt) setAnsweredAt(query.dataUpdatedAt);
  const since = query.isPlaceholderData ? answeredAt : query.dataUpdatedAt;
  return (
    <main
      className={layout ? `sk-board ${layout}` : "sk-board"}
      style={style}
      data-lost={lost || undefined}
      data-night={isNight || undefined}
    >
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
      <BoardControls
        playing={rotation.playing}
        onToggle={rotation.toggle}
        onSkip={rotation.skip}
        next={t.next[items]}
      />
    </main>
  );
}
