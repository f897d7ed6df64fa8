import { liveState } from "@shotkeeper/contract/basic";
import type { BoardMold } from "@shotkeeper/contract/board";
import { nameOf } from "@shotkeeper/contract/kernel";
import { type StateName, StateTag, useFormats, useLocale } from "@shotkeeper/ui/app";

/** Four rows of four, large enough for five metres. */
const mostPerPage = 16;
const perRow = 4;

export const moldPages = (molds: number) => Math.max(1, Math.ceil(molds / mostPerPage));

/** The molds of a page. Pages are alike: the last one is no lonely row on a large wall. */
export function onPage<T>(molds: readonly T[], page: number): readonly T[] {
  const perPage = Math.ceil(molds.length / moldPages(molds.length) / perRow) * perRow;
  return molds.slice(page * perPage, (page + 1) * perPage);
}

const order: readonly StateName[] = [
  "removed",
  "running",
  "stopped",
  "idle",
  "silent",
  "inRepair",
  "inTrial",
  "unbound",
  "scrapped",
];

/** What needs eyes first; within a state by number, so that a mold keeps its place. */
export function sortedMolds(molds: readonly BoardMold[]): BoardMold[] {
  const rank = (m: BoardMold) => {
    const name = nameOf(liveState, m.Work_Stat);
    return name ? order.indexOf(name) : order.length;
  };
  return [...molds].sort((a, b) => rank(a) - rank(b) || a.MOLD_NO.localeCompare(b.MOLD_NO));
}

/** Off the expected cycle by more than 5 %, by more than 10 %. */
function cycleLevel(m: BoardMold) {
  if (!m.CYCLE_NOW || !m.PRODUCT_CYCLE) return undefined;
  const off = Math.abs(m.CYCLE_NOW / m.PRODUCT_CYCLE - 1) * 100;
  return off > 10 ? "bad" : off > 5 ? "attention" : undefined;
}

interface BoardMoldsProps {
  readonly molds: readonly BoardMold[];
  readonly page: number;
  readonly pages: number;
}

export function BoardMolds({ molds, page, pages }: BoardMoldsProps) {
  const { board: t } = useLocale();
  const f = useFormats();
  if (molds.length === 0) return <p className="sk-board-none">{t.noMolds}</p>;
  return (
    <section className="sk-board-molds" key={page}>
      {molds.map((m) => (
        <article key={m.MOLD_NO} data-state={nameOf(liveState, m.Work_Stat)}>
          <strong>{m.MOLD_NO}</strong>
          <StateTag plain state={m.Work_Stat} />
          <span className="sk-board-shots">
            {f.whole(m.SHOTS_TODAY)}
            {m.DEVICE && <small>{m.DEVICE}</small>}
          </span>
          <span className="sk-board-cycle" data-level={cycleLevel(m)}>
            {f.decimal(m.CYCLE_NOW, 1)}
            <small> / {f.decimal(m.PRODUCT_CYCLE, 1)} s</small>
          </span>
        </article>
      ))}
      {pages > 1 && <span className="sk-board-page">{t.page(page + 1, pages)}</span>}
    </section>
  );
}
