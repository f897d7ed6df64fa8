import type { BoardWarning } from "@shotkeeper/contract/board";
import { useFormats, useLocale, useNow } from "@shotkeeper/ui/app";

const most = 6;

export function BoardWarnings({ warnings }: { readonly warnings: readonly BoardWarning[] }) {
  const { board: t, enums } = useLocale();
  const f = useFormats();
  const now = useNow();
  const kinds: Readonly<Record<string, string>> = enums.warningKind;
  // The worst first, then the newest.
  const sorted = [...warnings].sort((a, b) => b.LEVEL - a.LEVEL || b.OPEN_TIME.localeCompare(a.OPEN_TIME));
  return (
    <section className="sk-board-panel">
      <h2>{t.warnings}</h2>
      {sorted.length === 0 ? (
        <p className="sk-board-calm">{t.noWarnings}</p>
      ) : (
        <ul className="sk-board-warnings">
          {sorted.slice(0, most).map((w) => (
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
      {sorted.length > most && <p className="sk-board-more">+{sorted.length - most}</p>}
    </section>
  );
}
