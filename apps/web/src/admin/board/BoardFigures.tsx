import { liveState } from "@shotkeeper/contract/basic";
import type { PlantBoard } from "@shotkeeper/contract/board";
import { type StateName, StateTag, useFormats, useLocale } from "@shotkeeper/ui/app";

const names = Object.keys(liveState.values) as StateName[];

function level(value: number | null, good: number, fair: number) {
  if (value === null) return undefined;
  return value >= good ? "good" : value >= fair ? "attention" : "bad";
}

/** The numbers to be read from the other end of the hall. */
export function BoardFigures({ data }: { readonly data: PlantBoard }) {
  const { board: t } = useLocale();
  const f = useFormats();
  const shown = names.filter((n) => (data.STATES[n] ?? 0) > 0);
  return (
    <section className="sk-board-figures">
      <div className="sk-board-figure sk-board-states">
        <span>{t.running}</span>
        <b data-level="good">
          {f.whole(data.STATES.running ?? 0)}
          <small> / {f.whole(data.MOLDS.length)}</small>
        </b>
        <div>
          <div className="sk-board-bar" aria-hidden="true">
            {shown.map((n) => (
              <i key={n} data-state={n} style={{ flexGrow: data.STATES[n] }} />
            ))}
          </div>
          <div className="sk-board-legend">
            {shown.map((n) => (
              <span key={n}>
                <StateTag plain state={n} /> {f.whole(data.STATES[n])}
              </span>
            ))}
          </div>
        </div>
      </div>
      <div className="sk-board-figure">
        <span>{t.today}</span>
        <b>{f.compact(data.SHOTS_TODAY)}</b>
      </div>
      <div className="sk-board-figure">
        <span>{t.compliance}</span>
        <b data-level={level(data.COMPLIANCE, 95, 85)}>{f.percent(data.COMPLIANCE)}</b>
      </div>
      <div className="sk-board-figure">
        <span>{t.warnings}</span>
        <b data-level={data.WARNINGS.length > 0 ? "bad" : undefined}>{f.whole(data.WARNINGS.length)}</b>
      </div>
      <div className="sk-board-figure">
        <span>{t.maintenance}</span>
        <b data-level={data.MAINTENANCE_DUE > 0 ? "attention" : undefined}>{f.whole(data.MAINTENANCE_DUE)}</b>
      </div>
    </section>
  );
}
