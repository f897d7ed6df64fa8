import { stateFigure } from "@shotkeeper/contract/board";
import { liveState } from "@shotkeeper/contract/enumerations";
import { type StateName, StateTag, useFormats } from "@shotkeeper/ui/app";
import { FigureLink } from "../figures.tsx";

const names = Object.keys(liveState.values) as StateName[];

/** Bar with a legend that shows how many molds are in each live state. */
export function StateBar({ states }: { readonly states: Readonly<Record<string, number>> }) {
  const f = useFormats();
  const shown = names.filter((n) => (states[n] ?? 0) > 0);
  return (
    <>
      <div className="sk-states" aria-hidden="true">
        {shown.map((n) => (
          <span key={n} data-state={n} style={{ flexGrow: states[n] }} />
        ))}
      </div>
      <ul className="sk-states-legend">
        {shown.map((n) => (
          <li key={n}>
            <FigureLink figure={stateFigure(n)} rows={states[n]}>
              <StateTag plain state={n} /> <strong>{f.whole(states[n])}</strong>
            </FigureLink>
          </li>
        ))}
      </ul>
    </>
  );
}
