import { liveState } from "@shotkeeper/contract/enumerations";
import { type EnumValue, nameOf } from "@shotkeeper/contract/kernel";
import type { ReactNode } from "react";
import { useLocale } from "./locale-context.tsx";
import { type StateName, type Tone, toneStates } from "./palette.ts";
import "./state-tag.css";

/**
 * A shape for each live state, in a view box of 12 × 12. The shapes let users who do not see colours tell the states
 * apart.
 */
const shapes: Readonly<Record<StateName, ReactNode>> = {
  running: <path d="M3 1.8v8.4L10.4 6z" fill="currentColor" />,
  stopped: <rect x="2.2" y="2.2" width="7.6" height="7.6" rx="1" fill="currentColor" />,
  idle: (
    <path
      d="M2.6 1.5h6.8M2.6 10.5h6.8M3.6 1.5c0 2.6 4.8 6.4 4.8 9M8.4 1.5c0 2.6-4.8 6.4-4.8 9"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
    />
  ),
  awaitingReport: (
    <path
      d="M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM6 3.6V6l1.7 1.2"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  silent: (
    <path
      d="M1.5 4.6a6.4 6.4 0 0 1 9 0M3.6 7a3.4 3.4 0 0 1 4.8 0M1.6 1.6l8.8 8.8"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
    />
  ),
  removed: (
    <path
      d="M2.5 2.5l7 7M9.5 2.5l-7 7"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
    />
  ),
  inRepair: (
    <path
      d="M10.3 3.1 8.6 4.8 7.2 3.4l1.7-1.7a3 3 0 0 0-4 3.9L1.6 8.9a1.1 1.1 0 0 0 1.5 1.5l3.3-3.3a3 3 0 0 0 3.9-4z"
      fill="currentColor"
    />
  ),
  inTrial: (
    <path
      d="M4.6 1.5v3L2 9.3a.9.9 0 0 0 .8 1.3h6.4a.9.9 0 0 0 .8-1.3L7.4 4.5v-3M3.8 1.5h4.4M3.5 7.5h5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  scrapped: (
    <path
      d="M6 1.4a4.6 4.6 0 1 0 0 9.2 4.6 4.6 0 0 0 0-9.2zM2.8 2.8l6.4 6.4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    />
  ),
  unbound: (
    <circle
      cx="6"
      cy="6"
      r="4.2"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="2 1.8"
    />
  ),
};

/** The shape of a live state without its word, for legends, maps and boards. The caller puts the word beside it. */
export function StateMark({ state }: { readonly state: StateName }) {
  return (
    <svg className="sk-mark" data-state={state} viewBox="0 0 12 12" aria-hidden="true">
      {shapes[state]}
    </svg>
  );
}

interface StateTagProps {
  /** Live state of a row, as the query returned it: a value of `liveState`. */
  readonly state: EnumValue<typeof liveState> | string | null | undefined;
  /** True: the tag is drawn without its coloured background. */
  readonly plain?: boolean;
}

/** Shows the live state of a mold as colour, shape and word. */
export function StateTag({ state, plain }: StateTagProps) {
  const { enums, shell } = useLocale();
  const name = nameOf(liveState, state);
  if (!name) return <span className="sk-faint">{shell.common.unknown}</span>;
  return (
    <span className={plain ? "sk-state sk-state-plain" : "sk-state"} data-state={name}>
      <StateMark state={name} />
      {enums.liveState[name]}
    </span>
  );
}

interface ToneTagProps {
  readonly tone: Tone;
  readonly children: ReactNode;
}

const toneShapes: Readonly<Record<Tone, ReactNode>> = {
  good: (
    <path
      d="M2 6.4l2.7 2.7L10 3.4"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
    />
  ),
  neutral: <circle cx="6" cy="6" r="2.6" fill="currentColor" />,
  attention: <path d="M6 1.4 11 10.4H1z" fill="currentColor" />,
  bad: <path d="M4 1h4l3 3v4l-3 3H4L1 8V4z" fill="currentColor" />,
  info: <path d="M6 1.2 10.8 6 6 10.8 1.2 6z" fill="currentColor" />,
  unsure: <circle cx="6" cy="6" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.6" />,
};

/**
 * Shows a state that is not a live state (of a warning, task or document) by a word, and by the colour and shape of the
 * state's meaning (`tone`), such as "good" or "bad".
 */
export function ToneTag({ tone, children }: ToneTagProps) {
  return (
    <span className="sk-state" data-state={toneStates[tone]}>
      <svg className="sk-mark" viewBox="0 0 12 12" aria-hidden="true">
        {toneShapes[tone]}
      </svg>
      {children}
    </span>
  );
}
