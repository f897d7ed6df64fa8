import { stateFigure, storedIdleFigure } from "@shotkeeper/contract/board";
import { liveState } from "@shotkeeper/contract/enumerations";
import { nameOf } from "@shotkeeper/contract/kernel";
import { serviceState } from "@shotkeeper/contract/mold";
import { idleNumbers } from "@shotkeeper/contract/warning";
import { useFormats, useLocale } from "@shotkeeper/ui/app";
import { useCommandData } from "@shotkeeper/ui/data";
import { FigureLink } from "./figures.tsx";
import { MoldLink } from "./links.tsx";
import "./idle-numbers.css";

const noInput = {};
/** Largest number of molds that are listed one by one. */
const shown = 5;

/** Shows molds as links. If there are more than a few (`shown`), shows only their number. */
function Molds({ of: nos }: { readonly of: readonly string[] }) {
  const { indicator } = useLocale();
  const f = useFormats();
  if (nos.length > shown) return <>{indicator.molds(f.whole(nos.length))}</>;
  return nos.map((no, i) => (
    <span key={no}>
      {i > 0 && ", "}
      <MoldLink no={no} />
    </span>
  ));
}

/**
 * Explains why three numbers of idle molds differ: the live state on the workplace, the idle rate and the warnings each
 * count different molds.
 */
export function IdleNumbers() {
  const { indicator, enums, shell } = useLocale();
  const t = indicator.idleNumbers;
  const f = useFormats();
  const { data } = useCommandData(idleNumbers, noInput, { live: ["board", "warning"], every: 300_000 });
  if (!data) return null;
  const { idle, served, warned, unwarned, elsewhere } = data;
  const stored = idle - served;
  const stateOf = (r: (typeof elsewhere)[number]) =>
    r.serviceState === serviceState.values.inStorage
      ? enums.serviceState.inStorage
      : enums.liveState[nameOf(liveState, r.liveState) ?? "stopped"];
  const states = [...new Set(elsewhere.map(stateOf))];
  return (
    <section className="sk-idle-numbers" aria-label={t.title}>
      <p>
        {t.idle}{" "}
        <FigureLink figure={stateFigure("idle")} rows={idle} className="sk-link">
          {f.whole(idle)}
        </FigureLink>
        {stored > 0 && (
          <>
            {shell.common.partJoiner}
            {t.stored}{" "}
            <FigureLink figure={storedIdleFigure} rows={stored} className="sk-link">
              {f.whole(stored)}
            </FigureLink>
          </>
        )}
        {shell.common.partJoiner}
        {t.served} {f.whole(served)}
        {shell.common.partJoiner}
        {t.warned} {f.whole(warned)}
      </p>
      {stored > 0 && <p>{t.storedHint}</p>}
      {unwarned.length > 0 && (
        <p>
          {t.unwarned} <Molds of={unwarned} />
        </p>
      )}
      {elsewhere.length > 0 && (
        <p>
          {t.elsewhere(f.whole(elsewhere.length))}{" "}
          {states.map((state, i) => (
            <span key={state}>
              {i > 0 && shell.common.partJoiner}
              {state}
              {shell.common.colon}
              <Molds of={elsewhere.filter((r) => stateOf(r) === state).map((r) => r.moldNo)} />
            </span>
          ))}
        </p>
      )}
    </section>
  );
}
