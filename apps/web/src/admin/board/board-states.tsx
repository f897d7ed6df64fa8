import type { ListFigure } from "@shotkeeper/contract/board";
import { liveState } from "@shotkeeper/contract/enumerations";
import { type StateName, StateTag, useFormats, useLocale } from "@shotkeeper/ui/app";
import { FigureLink } from "../figures.tsx";

const names = Object.keys(liveState.values) as StateName[];

interface BoardStatesProps {
  readonly states: Readonly<Record<string, number>>;
  readonly total: number;
  /**
   * Returns the figure of the molds in `state`, or of all molds of the board if `state` is absent. A figure is a row
   * count with a link to the rows.
   */
  readonly figureOf: (state?: StateName) => ListFigure;
}

export function BoardStates({ states, total, figureOf }: BoardStatesProps) {
  const { board: t } = useLocale();
  const f = useFormats();
  const shown = names.filter((n) => (states[n] ?? 0) > 0);
  return (
    <div className="sk-board-figure sk-board-states">
      <span>{t.running}</span>
      <b data-level="good">
        <FigureLink figure={figureOf("running")} rows={states.running ?? 0}>
          {f.whole(states.running ?? 0)}
        </FigureLink>
        <small>
          {" / "}
          <FigureLink figure={figureOf()} rows={total}>
            {f.whole(total)}
          </FigureLink>
        </small>
      </b>
      <div>
        <div className="sk-board-bar" aria-hidden="true">
          {shown.map((n) => (
            <i key={n} data-state={n} style={{ flexGrow: states[n] }} />
          ))}
        </div>
        <div className="sk-board-legend">
          {shown.map((n) => (
            <span key={n}>
              <StateTag plain state={n} />{" "}
              <FigureLink figure={figureOf(n)} rows={states[n]}>
                {f.whole(states[n])}
              </FigureLink>
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
