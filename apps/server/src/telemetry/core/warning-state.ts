/**
 * State of the warning state machine per counter, and the transitions of a warning. The state is small, plain JSON.
 */
import {
  type Level,
  WARNING_KINDS,
  WARNING_SUBJECT,
  type WarningKind,
  type WarningRules,
} from "./warning-rules.ts";

/** A warning that is open, or closed so recently that its cause may reopen it. */
export interface WarningState {
  /** Part of the identity. It does not change when the cause returns. Device time, ms. */
  readonly openedAt: number;
  /** The mold it is about; 0 for a warning about the counter. */
  readonly moldId: number;
  /** The highest level since the warning opened or reopened. */
  level: Level;
  /** Number of occurrences: 1, plus one for each return of the cause. */
  times: number;
  /** Last moment at which the cause began, grew or returned, ms. */
  lastAt: number;
  /** Null: open. */
  closedAt: number | null;
}

export interface ReplayState {
  /** Device time of the last reading; null: none yet. */
  lastAt: number | null;
  /** The mold of the last reading; 0: unbound. */
  moldId: number;
  /** The latest of: last shot, end of the last exemption, begin of the binding, ms; null: unbound. */
  quietSince: number | null;
  /** The latest signal strengths, newest last; true: bad. */
  rssiBad: boolean[];
  /** Consecutive fixes outside, counted up to the threshold, and the moment of the first; null: none is pending. */
  outsideFixes: number;
  outsideSince: number | null;
  /** Known cycles collected for the next judgment: their standard (ms), sum (ms) and number of shots. */
  cycleStandardMs: number;
  cycleSumMs: number;
  cycleShots: number;
  warnings: Partial<Record<WarningKind, WarningState>>;
}

export const NEW_REPLAY_STATE: Readonly<ReplayState> = {
  lastAt: null,
  moldId: 0,
  quietSince: null,
  rssiBad: [],
  outsideFixes: 0,
  outsideSince: null,
  cycleStandardMs: 0,
  cycleSumMs: 0,
  cycleShots: 0,
  warnings: {},
};

/** Values behind a decision, by name. They are shown with the warning. */
export type WarningValues = Readonly<Record<string, number>>;

/**
 * A change of a warning. Its identity is (counter, kind, moldId, openedAt); the same facts always give the same
 * identity.
 */
export interface WarningEvent {
  readonly kind: WarningKind;
  readonly change: "open" | "escalate" | "recur" | "close";
  readonly moldId: number;
  readonly openedAt: number;
  /** Device time of this change, ms. */
  readonly at: number;
  /** The warning's level after the change. */
  readonly level: Level;
  readonly values: WarningValues;
}

export function warningKey(warning: { kind: WarningKind; moldId: number; openedAt: number }): string {
  return `${warning.kind}:${warning.moldId}:${warning.openedAt}`;
}

/**
 * Returns the kinds that have a state. The shortcut for none matters: it is the usual case, and this runs for every
 * reading.
 */
export function rememberedKinds(state: Readonly<ReplayState>): readonly WarningKind[] {
  const kinds = Object.keys(state.warnings);
  return kinds.length === 0 ? NO_KINDS : WARNING_KINDS.filter((kind) => state.warnings[kind] !== undefined);
}

const NO_KINDS: readonly WarningKind[] = [];

export function copyReplayState(state: Readonly<ReplayState>): ReplayState {
  const warnings: ReplayState["warnings"] = {};
  for (const kind of rememberedKinds(state)) {
    const warning = state.warnings[kind];
    if (warning !== undefined) warnings[kind] = { ...warning };
  }
  // Copies field by field: a spread with overrides costs more than the rest of the state machine.
  return {
    lastAt: state.lastAt,
    moldId: state.moldId,
    quietSince: state.quietSince,
    rssiBad: state.rssiBad.slice(),
    outsideFixes: state.outsideFixes,
    outsideSince: state.outsideSince,
    cycleStandardMs: state.cycleStandardMs,
    cycleSumMs: state.cycleSumMs,
    cycleShots: state.cycleShots,
    warnings,
  };
}

/**
 * Applies the presence of a cause: opens, reopens or escalates the warning. `moldId` is ignored for a warning about
 * the counter.
 */
export function raise(
  state: ReplayState,
  events: WarningEvent[],
  rules: WarningRules,
  cause: { kind: WarningKind; moldId: number; level: Level; at: number; values: WarningValues },
): void {
  const { kind, level, at, values } = cause;
  const moldId = WARNING_SUBJECT[kind] === "mold" ? cause.moldId : 0;
  const known = state.warnings[kind];
  if (known === undefined || known.moldId !== moldId || isPast(known, at, rules)) {
    state.warnings[kind] = { openedAt: at, moldId, level, times: 1, lastAt: at, closedAt: null };
    events.push({ kind, change: "open", moldId, openedAt: at, at, level, values });
    return;
  }
  const { openedAt } = known;
  if (known.closedAt !== null) {
    known.closedAt = null;
    known.times++;
    known.lastAt = at;
    known.level = level;
    events.push({ kind, change: "recur", moldId, openedAt, at, level, values });
  } else if (level > known.level) {
    known.lastAt = at;
    known.level = level;
    events.push({ kind, change: "escalate", moldId, openedAt, at, level, values });
  }
}

/** Applies the absence of a cause: closes the warning if it is open. */
export function clear(
  state: ReplayState,
  events: WarningEvent[],
  kind: WarningKind,
  at: number,
  values: WarningValues,
): void {
  const known = state.warnings[kind];
  if (known === undefined || known.closedAt !== null) return;
  known.closedAt = at;
  const { moldId, openedAt, level } = known;
  events.push({ kind, change: "close", moldId, openedAt, at, level, values });
}

export function isOpen(state: Readonly<ReplayState>, kind: WarningKind): boolean {
  return state.warnings[kind]?.closedAt === null;
}

function isPast(warning: WarningState, at: number, rules: WarningRules): boolean {
  return warning.closedAt !== null && at - warning.closedAt > rules.recurWithinMs;
}

/** Removes warnings that cannot reopen any more, so that states with the same future are equal. */
export function forgetPast(state: ReplayState, at: number, rules: WarningRules): void {
  for (const kind of rememberedKinds(state)) {
    const warning = state.warnings[kind];
    if (warning !== undefined && isPast(warning, at, rules)) delete state.warnings[kind];
  }
}

/** True when both states have the same future. */
export function sameState(a: Readonly<ReplayState>, b: Readonly<ReplayState>): boolean {
  return (
    a.lastAt === b.lastAt &&
    a.moldId === b.moldId &&
    a.quietSince === b.quietSince &&
    a.outsideFixes === b.outsideFixes &&
    a.outsideSince === b.outsideSince &&
    a.cycleStandardMs === b.cycleStandardMs &&
    a.cycleSumMs === b.cycleSumMs &&
    a.cycleShots === b.cycleShots &&
    a.rssiBad.length === b.rssiBad.length &&
    a.rssiBad.every((bad, i) => bad === b.rssiBad[i]) &&
    WARNING_KINDS.every((kind) => sameWarning(a.warnings[kind], b.warnings[kind]))
  );
}

function sameWarning(a: WarningState | undefined, b: WarningState | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.openedAt === b.openedAt &&
    a.moldId === b.moldId &&
    a.level === b.level &&
    a.times === b.times &&
    a.lastAt === b.lastAt &&
    a.closedAt === b.closedAt
  );
}
