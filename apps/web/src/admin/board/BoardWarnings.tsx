import type { BoardWarning } from "@shotkeeper/contract/board";
import { useFormats, useLocale, useNow } from "@shotkeeper/ui/app";

const most = 6;

interface BoardWarningsProps {
  /** The worst first, then the newest: as the server sends them. */
  readonly warnings: readonly BoardWarning[];
  /** How many there are in all. */
  readonly count: number;
}

export function BoardWarnings({ warnings, count }: BoardWarningsProps) {
  const { board: t, enums } = useLocale();
  const f = useFormats();
  const now = useNow();
  const kinds: Readonly<Record<string, string>> = enums.warningKind;
  const shown = warnings.slice(0, most);
  return (
    <section className="sk-board-panel">
      <h2>{t.warnings}</h2>
      {shown.length === 0 ? (
        <p className="sk-board-calm">{t.noWarnings}</p>
      ) : (
        <ul className="sk-board-warnings">
          {shown.map((w) => (
            <li
              key={`${w.KIND} ${w.MOLD_NO} ${w.WRITER_ID} ${w.OPEN_TIME}`}
              data-level={w.LEVEL > 1 ? "bad" : "attention"}
            >
              <b>{kinds[w.KIND] ?? w.KIND}</b>
              <span>{w.MOLD_NO ?? w.WRITER_ID}</span>
              <small>{f.relative(w.OPEN_TIME, now)}</small>
            </li>
          ))}
        </ul>
      )}
      {count > shown.length && <p className="sk-board-more">+{f.whole(count - shown.length)}</p>}
    </section>
  );
}
