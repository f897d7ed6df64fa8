import type { BoardMilestone } from "@shotkeeper/contract/board";
import { useLocale } from "@shotkeeper/ui/app";
import { wallClock } from "@shotkeeper/ui/time";
import { BoardMore } from "./board-more.tsx";

/**
 * List of new molds' milestones near today: first the late ones, then those from today on, then the other past ones.
 */
export function Milestones({
  list,
  max,
  count,
}: {
  readonly list: readonly BoardMilestone[];
  readonly max: number;
  /** Number of all milestones, which may be higher than the length of `list`. */
  readonly count: number;
}) {
  const { board: t, enums } = useLocale();
  const today = wallClock().format("YYYY-MM-DD");
  return (
    <section className="sk-board-panel">
      <h2>{t.milestones}</h2>
      {list.length === 0 ? (
        <p className="sk-board-calm sk-board-quiet">{t.noMilestones}</p>
      ) : (
        <ul className="sk-board-lines">
          {list.slice(0, max).map((m) => (
            <li
              key={`${m.moldNo} ${m.kind} ${m.day}`}
              data-level={m.late ? "bad" : m.day >= today ? "attention" : undefined}
              data-past={m.day < today && !m.late ? true : undefined}
            >
              <b data-kind>{enums.milestoneKind[m.kind]}</b>
              <span>{m.moldNo}</span>
              <small>{m.late ? `${t.late} ${m.day.slice(5)}` : m.day}</small>
            </li>
          ))}
        </ul>
      )}
      <BoardMore shown={Math.min(max, list.length)} count={count} />
    </section>
  );
}
