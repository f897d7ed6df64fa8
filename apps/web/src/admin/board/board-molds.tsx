import type { PlantBoardMold } from "@shotkeeper/contract/board";
import { liveState } from "@shotkeeper/contract/enumerations";
import { nameOf } from "@shotkeeper/contract/kernel";
import { StateTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import type { CSSProperties } from "react";
import { cycleLevel } from "./mold-order.ts";
import { digitWidth, textWidth } from "./text-width.ts";

/** Largest number of tiles on a page: four rows of four tiles can be read from five meters away. */
const maxPerPage = 16;
const perRow = 4;

export const moldPages = (molds: number) => Math.max(1, Math.ceil(molds / maxPerPage));

/**
 * Returns the molds of a page. All pages get about the same number of rows, so that the last page is not nearly empty.
 */
export function onPage<T>(molds: readonly T[], page: number): readonly T[] {
  const perPage = Math.ceil(molds.length / moldPages(molds.length) / perRow) * perRow;
  return molds.slice(page * perPage, (page + 1) * perPage);
}

/**
 * Returns the width of a tile's second line (shots, device, cycle) in multiples of its largest font size. The smaller
 * font sizes and the gaps are those of board-plant.css.
 */
function lineWidth(shots: string, device: string | null, cycle: string, standard: string) {
  const deviceWidth = device ? 0.52 * (textWidth(device) + 0.7) : 0;
  const cycleWidth = 0.72 * digitWidth * (cycle.length + 0.75 * (standard.length + 5));
  return shots.length * digitWidth + deviceWidth + cycleWidth + 0.35;
}

interface BoardMoldsProps {
  readonly molds: readonly PlantBoardMold[];
  readonly page: number;
  readonly pages: number;
}

export function BoardMolds({ molds, page, pages }: BoardMoldsProps) {
  const { board: t } = useLocale();
  const f = useFormats();
  if (molds.length === 0) return <p className="sk-board-none">{t.noMolds}</p>;
  return (
    <section className="sk-board-molds" key={page}>
      {molds.map((m) => {
        const shots = f.whole(m.shotsToday);
        const cycle = f.decimal(m.currentCycle, 1);
        const standard = f.decimal(m.standardCycle, 1);
        const width = lineWidth(shots, m.device, cycle, standard);
        return (
          <article key={m.moldNo} data-state={nameOf(liveState, m.liveState)}>
            <strong style={{ "--sk-chars": m.moldNo.length } as CSSProperties}>{m.moldNo}</strong>
            <StateTag plain state={m.liveState} />
            <p className="sk-board-line" style={{ "--sk-width": width } as CSSProperties}>
              <span className="sk-board-shots">{shots}</span>
              {m.device && <span className="sk-board-device">{m.device}</span>}
              <span className="sk-board-cycle" data-level={cycleLevel(m)}>
                {cycle}
                <small> / {standard} s</small>
              </span>
            </p>
          </article>
        );
      })}
      {pages > 1 && <span className="sk-board-page">{t.page(page + 1, pages)}</span>}
    </section>
  );
}
