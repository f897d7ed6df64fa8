import type { BoardWarning } from "@shotkeeper/contract/board";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { useNow } from "@shotkeeper/ui/time";
import { BoardMore } from "./board-more.tsx";

const maxWarnings = 6;

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
  const shown = warnings.slice(0, maxWarnings);
  return (
    <section className="sk-board-panel">
      <h2>{t.warnings}</h2>
      {shown.length === 0 ? (
        <p className="sk-board-calm">{t.noWarnings}</p>
      ) : (
        <ul className="sk-board-warnings">
          {shown.map((w) => (
            <li
              key={`${w.kind} ${w.moldNo} ${w.writerId} ${w.openedAt}`}
              data-level={w.level > 1 ? "bad" : "attention"}
            >
              <b>{kinds[w.kind] ?? w.kind}</b>
              <span>{w.moldNo ?? w.writerId}</span>
              <small>{f.relative(w.openedAt, now)}</small>
            </li>
          ))}
        </ul>
      )}
      <BoardMore shown={shown.length} count={count} />
    </section>
  );
}
