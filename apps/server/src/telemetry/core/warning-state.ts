/**
 * State of the warning state machine per counter, and the transitions of a warning. The state is small and can be
 * stored as JSON.
 */
import {
  type Level,
  WARNING_KINDS,
  WARNING_SUBJECT,
  type WarningKind,
  type WarningRules,
} from "./warning-rules.ts";

/** State of a warning that is open, or that was closed so recently that it is reopened if its cause returns. */
export interface WarningState {
  /**
   * Device time at which the warning was first opened, ms. It is part of the warning's identity, so it stays the same
   * when the warning is reopened.
   */
  readonly openedAt: number;
  /** Mold of the warning. 0: the warning is about the counter. */
  readonly moldId: number;
  /** Highest level since the warning was opened or reopened. */
  level: Level;
  /** Number of times that the cause has occurred: 1, plus 1 for each return. */
  times: number;
  /** Last moment at which the cause of the warning began, became worse or returned, ms. */
  lastAt: number;
  /** Moment at which the warning was closed, ms. Null: the warning is open. */
  closedAt: number | null;
}

export interface ReplayState {
  /** Device time of the last reading, ms. Null: there is none yet. */
  lastAt: number | null;
  /** Mold that the counter was on before its last reading. 0: no mold. */
  moldId: number;
  /** Start of the idle time, ms: the last shot or the start of the binding. Null: the counter is on no mold. */
  quietSince: number | null;
  /**
   * Device time of a reading, ms: the latest in this idle time that was sent while the mold was exempt from the idle
   * warning (for example in repair). Null: there was none.
   */
  pausedAt: number | null;
  /**
   * One element per signal, for the latest signals: true if the signal was bad. The newest signal is the last element.
   */
  rssiBad: boolean[];
  /** Number of consecutive positions outside the mold's fence. The count stops at the number that opens the warning. */
  outsideFixes: number;
  /**
   * Time of the first of the consecutive positions outside the mold's fence, ms. Null: there is none, or the warning
   * was opened.
   */
  outsideSince: number | null;
  /**
   * Standard cycle that was in force when the machine collected the cycles (`cycleSumMs`), ms. If it changes, the
   * collected cycles are discarded.
   */
  cycleStandardMs: number;
  /**
   * Sum of the cycles that were collected since the last comparison, ms. When `rules.cycle.shots` cycles are collected,
   * their mean is compared with the standard cycle.
   */
  cycleSumMs: number;
  cycleShots: number;
  warnings: Partial<Record<WarningKind, WarningState>>;
}

export const NEW_REPLAY_STATE: Readonly<ReplayState> = {
  lastAt: null,
  moldId: 0,
  quietSince: null,
  pausedAt: null,
  rssiBad: [],
  outsideFixes: 0,
  outsideSince: null,
  cycleStandardMs: 0,
  cycleSumMs: 0,
  cycleShots: 0,
  warnings: {},
};

/** Measured values that led to an event of a warning, by name. Screens show these values with the warning. */
export type WarningValues = Readonly<Record<string, number>>;

/**
 * Change of a warning. A warning is identified by counter, kind, moldId and openedAt. The same readings always
 * produce the same identity.
 */
export interface WarningEvent {
  readonly kind: WarningKind;
  readonly change: "open" | "escalate" | "recur" | "close";
  readonly moldId: number;
  readonly openedAt: number;
  /** Device time of this change, ms. */
  readonly at: number;
  /** Level of the warning after this change. */
  readonly level: Level;
  readonly values: WarningValues;
}

export function warningKey(warning: { kind: WarningKind; moldId: number; openedAt: number }): string {
  return `${warning.kind}:${warning.moldId}:${warning.openedAt}`;
}

/**
 * Returns the kinds of warnings that have a state in `warnings`. Usually there are none. This case is checked first,
 * because the function runs for every reading.
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
  // Copies the fields one by one, for speed. An object spread took longer than the rest of the state machine.
  return {
    lastAt: state.lastAt,
    moldId: state.moldId,
    quietSince: state.quietSince,
    pausedAt: state.pausedAt,
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
 * Opens, reopens or escalates a warning, because its cause is present. `moldId` is ignored if the kind is about the
 * counter.
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

/**
 * Closes a warning, because its cause has ended. If a user must confirm this kind of warning (NEEDS_CONFIRMATION), its
 * stored row nevertheless stays open until the user confirms it.
 */
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

/**
 * Removes warnings that can no longer be reopened. Otherwise `sameState` would find a difference between states that
 * lead to the same warnings.
 */
export function forgetPast(state: ReplayState, at: number, rules: WarningRules): void {
  for (const kind of rememberedKinds(state)) {
    const warning = state.warnings[kind];
    if (warning !== undefined && isPast(warning, at, rules)) delete state.warnings[kind];
  }
}

/** Returns whether both states lead to the same future warnings. */
export function sameState(a: Readonly<ReplayState>, b: Readonly<ReplayState>): boolean {
  return (
    a.lastAt === b.lastAt &&
    a.moldId === b.moldId &&
    a.quietSince === b.quietSince &&
    // Treats a missing `pausedAt` as null, because checkpoints of earlier versions of Shotkeeper do not have it.
    (a.pausedAt ?? null) === (b.pausedAt ?? null) &&
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
