import type { EnumDef, EnumName, EnumValue } from "@shotkeeper/contract/kernel";
import { nameOf } from "@shotkeeper/contract/kernel";
import type { ReactNode } from "react";
import { missing, type Tone, ToneTag, useFormats, useLocale } from "../app/index.ts";
import "./cells.css";

// Components for cells of lists. These components must be cheap, because they render while the user scrolls. No cell
// shows a meaning by colour alone, because some users do not see colours.

type Value = number | null | undefined;
type Level = "good" | "attention" | "bad" | undefined;

function Bar({ share, level, children }: { share: number; level: Level; children: ReactNode }) {
  return (
    <span className="sk-bar" data-level={level}>
      <span className="sk-bar-track">
        <span style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />
      </span>
      <span className="sk-bar-text">{children}</span>
    </span>
  );
}

/**
 * Bar for values that are bad when they are high, such as used life. The colour of the bar means "attention" from 90 %
 * and "bad" from 100 %.
 */
export function UsedBar({ percent }: { readonly percent: Value }) {
  const f = useFormats();
  if (percent === null || percent === undefined) return <span className="sk-faint">{missing}</span>;
  const level = percent >= 100 ? "bad" : percent >= 90 ? "attention" : undefined;
  return (
    <Bar share={percent} level={level}>
      {f.progress(percent, percent >= 100 ? 0 : 1)}
    </Bar>
  );
}

/**
 * Bar for values that are good when they are high, such as compliance. The colour of the bar means "good" from 95 %,
 * "attention" from 85 % and "bad" below 85 %.
 */
export function ReachedBar({ percent }: { readonly percent: Value }) {
  const f = useFormats();
  if (percent === null || percent === undefined) return <span className="sk-faint">{missing}</span>;
  const level = percent >= 95 ? "good" : percent >= 85 ? "attention" : "bad";
  return (
    <Bar share={percent} level={level}>
      {f.progress(percent)}
    </Bar>
  );
}

/**
 * Bar for the progress of work that is under way, such as a production order. The colour of the bar means "good" at
 * 100 %, and "attention" above 100 %, because the work should have ended.
 */
export function ProgressBar({ percent }: { readonly percent: Value }) {
  const f = useFormats();
  if (percent === null || percent === undefined) return <span className="sk-faint">{missing}</span>;
  return (
    <Bar share={percent} level={percent > 100 ? "attention" : percent === 100 ? "good" : undefined}>
      {f.progress(percent, percent >= 100 ? 0 : 1)}
    </Bar>
  );
}

export function Battery({ percent }: { readonly percent: Value }) {
  const f = useFormats();
  if (percent === null || percent === undefined) return <span className="sk-faint">{missing}</span>;
  const level = percent <= 10 ? "bad" : percent <= 20 ? "attention" : "good";
  return (
    <span className="sk-battery" data-level={level}>
      <svg viewBox="0 0 20 10" width="20" height="10" aria-hidden="true">
        <rect x="0.5" y="0.5" width="16" height="9" rx="2" className="sk-battery-case" />
        <rect x="17.5" y="3" width="2" height="4" rx="1" className="sk-battery-fill" />
        <rect
          x="2"
          y="2"
          width={Math.max(1, (13 * percent) / 100)}
          height="6"
          rx="1"
          className="sk-battery-fill"
        />
      </svg>
      {f.percent(percent, 0)}
    </span>
  );
}

/** Converts a signal strength in dBm to 0–4 bars. 0 bars (−110 dBm or less) means a weak signal. */
export function signalBars(dbm: number): 0 | 1 | 2 | 3 | 4 {
  if (dbm >= -85) return 4;
  if (dbm >= -95) return 3;
  if (dbm >= -105) return 2;
  return dbm > -110 ? 1 : 0;
}

export function Signal({ dbm }: { readonly dbm: Value }) {
  if (dbm === null || dbm === undefined) return <span className="sk-faint">{missing}</span>;
  const bars = signalBars(dbm);
  return (
    <span className="sk-signal" data-level={bars === 0 ? "bad" : bars === 1 ? "attention" : undefined}>
      <svg viewBox="0 0 16 12" width="16" height="12" aria-hidden="true">
        {[1, 2, 3, 4].map((n) => (
          <rect
            key={n}
            x={(n - 1) * 4}
            y={12 - n * 3}
            width="3"
            height={n * 3}
            rx="0.8"
            data-on={n <= bars || undefined}
          />
        ))}
      </svg>
      {dbm}
    </span>
  );
}

/**
 * Deviation in percent with its sign, such as +3.2 %. The colour means "attention" above the tolerance (percent) and
 * "bad" above twice the tolerance. `level` replaces this rule, for example in a list of warnings.
 */
export function Deviation({
  percent,
  tolerance = 5,
  level: ownLevel,
}: {
  readonly percent: Value;
  readonly tolerance?: number;
  readonly level?: "attention" | "bad" | undefined;
}) {
  const f = useFormats();
  if (percent === null || percent === undefined) return <span className="sk-faint">{missing}</span>;
  const size = Math.abs(percent);
  const level = ownLevel ?? (size > tolerance * 2 ? "bad" : size > tolerance ? "attention" : undefined);
  return (
    <span className="sk-figure" data-level={level}>
      {percent > 0 ? "+" : ""}
      {f.percent(percent)}
    </span>
  );
}

/** A count, such as the number of open warnings. A zero is grey, so that other numbers stand out. */
export function Count({ value, tone }: { readonly value: Value; readonly tone?: "attention" | "bad" }) {
  if (!value) return <span className="sk-faint">{value === 0 ? "0" : missing}</span>;
  return (
    <span className="sk-figure" data-level={tone}>
      {value.toLocaleString("en-US")}
    </span>
  );
}

interface ChoiceTagProps<D extends EnumDef> {
  readonly of: D;
  readonly value: EnumValue<D> | null | undefined;
  readonly tones: Readonly<Record<EnumName<D>, Tone>>;
}

/** Shows a value of an enumeration as a tag. `tones` has the meaning (such as good or bad) that colours each value. */
export function ChoiceTag<D extends EnumDef>({ of, value, tones }: ChoiceTagProps<D>) {
  const { enums } = useLocale();
  const name = nameOf(of, value);
  if (!name) return <span className="sk-faint">{missing}</span>;
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = enums;
  return <ToneTag tone={tones[name]}>{words[of.name]?.[name] ?? name}</ToneTag>;
}

/** Link in a cell of a list. A click on the link does not count as a click on the row, which would open the row. */
export function CellLink({
  onClick,
  children,
}: {
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="sk-link"
      onClick={(e) => {
        e.stopPropagation();
        onClick();
      }}
    >
      {children}
    </button>
  );
}
