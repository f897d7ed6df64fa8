import { trialShots } from "@shotkeeper/contract/trial";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { Panel } from "@shotkeeper/ui/cells";
import { useCommandData } from "@shotkeeper/ui/data";
import { useMemo } from "react";
import type { TrialRow } from "./trial-dialogs.tsx";
import "./trial.css";

/** Panel with the shots that were counted during the trial, and the first and last reading of each counter. */
export function TrialShotsPanel({ row }: { readonly row: TrialRow }) {
  const { trial } = useLocale();
  const t = trial.shots;
  const f = useFormats();
  const input = useMemo(() => ({ trialId: row.trialId ?? "" }), [row.trialId]);
  const shots = useCommandData(trialShots, input, { live: ["reading", "board"] });
  const figures = shots.data;
  const at = (time: string | null) => f.dateTime(time).slice(5, 16);
  return (
    <Panel title={t.title} wait={shots}>
      {!figures ? (
        <span className="sk-faint">{t.none}</span>
      ) : (
        <div className="sk-trial-shots">
          <p>
            <b>{f.whole(figures.shots)}</b> {t.total}{" "}
            <span className="sk-faint">
              {t.span(at(figures.from), row.endedAt ? at(figures.to) : t.untilNow)}
            </span>
          </p>
          {figures.counters.map((c) => (
            <p key={c.writerId}>
              {t.counter(c.writerId, f.whole(c.shots), f.whole(c.readings))}
              <br />
              <small className="sk-faint">
                {t.readings(f.whole(c.firstCount), at(c.firstTime), f.whole(c.lastCount), at(c.lastTime))}
              </small>
            </p>
          ))}
          {figures.counters.length === 0 && <span className="sk-faint">{t.nothing}</span>}
          {figures.estimated > 0 && (
            <small className="sk-faint">{t.estimated(f.whole(figures.estimated))}</small>
          )}
        </div>
      )}
    </Panel>
  );
}
