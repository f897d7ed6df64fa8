import type { BoardWarning } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { useNow } from "@shotkeeper/ui/time";
import type { CSSProperties } from "react";
import { BoardMore } from "./board-more.tsx";
import { textWidth } from "./text-width.ts";

const maxWarnings = 6;

/** Texts of one line in the list of warnings, one text per column. */
interface Line {
  readonly kind: string;
  readonly subject: string;
  readonly time: string;
}

/**
 * Returns the width of the lines in multiples of the font size of the column `subject`. Each column is as wide as its
 * widest text. The factors 0.83 and 0.77 are the smaller font sizes of the other two columns in board.css.
 */
function linesWidth(lines: readonly Line[]) {
  const widest = (width: (l: Line) => number) => Math.max(0, ...lines.map(width));
  const kind = 0.83 * (0.8 + widest((l) => textWidth(l.kind)));
  const time = 0.77 * widest((l) => textWidth(l.time));
  return kind + widest((l) => textWidth(l.subject)) + time + 1.1;
}

interface BoardWarningsProps {
  /** Open warnings, sorted by the server: the most severe first, then the newest. */
  readonly warnings: readonly BoardWarning[];
  /** Number of all open warnings, which may be higher than the length of `warnings`. */
  readonly count: number;
}

export function BoardWarnings({ warnings, count }: BoardWarningsProps) {
  const { board: t, enums } = useLocale();
  const f = useFormats();
  const now = useNow();
  const kinds: Readonly<Record<string, string>> = enums.warningKind;
  const lines = warnings.slice(0, maxWarnings).map((w) => ({
    key: `${w.kind} ${w.moldNo} ${w.writerId} ${w.openedAt}`,
    level: w.level > 1 ? "bad" : "attention",
    kind: kinds[w.kind] ?? w.kind,
    subject: w.moldNo ?? w.writerId ?? "",
    time: f.relative(w.openedAt, now),
  }));
  return (
    <section className="sk-board-panel">
      <h2>{t.warnings}</h2>
      {lines.length === 0 ? (
        <p className="sk-board-calm">{t.noWarnings}</p>
      ) : (
        <ul className="sk-board-warnings" style={{ "--sk-width": linesWidth(lines) } as CSSProperties}>
          {lines.map((l) => (
            <li key={l.key} data-level={l.level}>
              <b>{l.kind}</b>
              <span>{l.subject}</span>
              <small>{l.time}</small>
            </li>
          ))}
        </ul>
      )}
      <BoardMore shown={lines.length} count={count} />
    </section>
  );
}
