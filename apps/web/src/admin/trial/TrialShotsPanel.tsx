import { trialShots } from "@shotkeeper/contract/trial";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { Panel, useRun } from "@shotkeeper/ui/screen";
import { useMemo } from "react";
import type { TrialRow } from "./TrialDialogs.tsx";
import "./trial.css";

/** What the ledger counted while the trial went on, and the readings that bear it out. */
export function TrialShotsPanel({ row }: { readonly row: TrialRow }) {
  const { trial } = useLocale();
  const t = trial.shots;
  const f = useFormats();
  const input = useMemo(() => ({ trialId: row.trialId ?? "" }), [row.trialId]);
  const shots = useRun(trialShots, input, { live: ["reading", "board"] });
  const told = shots.data;
  const at = (time: string | null) => f.dateTime(time).slice(5, 16);
  return (
    <Panel title={t.title} wait={shots}>
      {!told ? (
        <span className="sk-faint">{t.none}</span>
      ) : (
        <div className="sk-trial-shots">
          <p>
            <b>{f.whole(told.SHOTS)}</b> {t.total}{" "}
            <span className="sk-faint">{t.span(at(told.FROM), row.endedAt ? at(told.TO) : t.untilNow)}</span>
          </p>
          {told.COUNTERS.map((c) => (
            <p key={c.WRITER_ID}>
              {t.counter(c.WRITER_ID, f.whole(c.SHOTS), f.whole(c.READINGS))}
              <br />
              <small className="sk-faint">
                {t.readings(f.whole(c.FIRST_COUNT), at(c.FIRST_TIME), f.whole(c.LAST_COUNT), at(c.LAST_TIME))}
              </small>
            </p>
          ))}
          {told.COUNTERS.length === 0 && <span className="sk-faint">{t.nothing}</span>}
          {told.ESTIMATED > 0 && <small className="sk-faint">{t.estimated(f.whole(told.ESTIMATED))}</small>}
        </div>
      )}
    </Panel>
  );
}
