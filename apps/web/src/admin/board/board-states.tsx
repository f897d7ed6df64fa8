import { liveState } from "@shotkeeper/contract/enumerations";
import { type StateName, StateTag, useFormats, useLocale } from "@shotkeeper/ui/app";

const names = Object.keys(liveState.values) as StateName[];

export function BoardStates({
  states,
  total,
}: {
  readonly states: Readonly<Record<string, number>>;
  readonly total: number;
}) {
  const { board: t } = useLocale();
  const f = useFormats();
  const shown = names.filter((n) => (states[n] ?? 0) > 0);
  return (
    <div className="sk-board-figure sk-board-states">
      <span>{t.running}</span>
      <b data-level="good">
        {f.whole(states.running ?? 0)}
        <small> / {f.whole(total)}</small>
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
              <StateTag plain state={n} /> {f.whole(states[n])}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}
