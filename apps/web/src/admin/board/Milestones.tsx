import type { BoardMilestone } from "@shotkeeper/contract/board";
import { useLocale } from "@shotkeeper/ui/app";
import dayjs from "dayjs";

/** Milestones near today: what is late first, then what comes, then what was. */
export function Milestones({
  list,
  most,
}: {
  readonly list: readonly BoardMilestone[];
  readonly most: number;
}) {
  const { board: t } = useLocale();
  const today = dayjs().format("YYYY-MM-DD");
  return (
    <section className="sk-board-panel">
      <h2>{t.milestones}</h2>
      {list.length === 0 ? (
        <p className="sk-board-calm sk-board-quiet">{t.noMilestones}</p>
      ) : (
        <ul className="sk-board-lines">
          {list.slice(0, most).map((m) => (
            <li
              key={`${m.MOLD_NO} ${m.KIND} ${m.DAY}`}
              data-level={m.LATE ? "bad" : m.DAY >= today ? "attention" : undefined}
              data-past={m.DAY < today && !m.LATE ? true : undefined}
            >
              <b>{t.milestone[m.KIND]}</b>
              <span>{m.MOLD_NO}</span>
              <small>{m.LATE ? `${t.late} ${m.DAY.slice(5)}` : m.DAY}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
