/** What the watch remembers of a counter, and how warnings begin, come back and end. Small, plain JSON. */
import {
  type Level,
  WARNING_KINDS,
  WARNING_SUBJECT,
  type WarningKind,
  type WatchRules,
} from "./watch-rules.ts";

/** A warning that is open, or closed so recently that it may come back. */
export interface WarningState {
  /** Part of its identity: stays when the cause comes back. Device time, ms. */
  readonly openedAt: number;
  /** The mold it is about; 0 for a warning about the counter. */
  readonly moldId: number;
  /** The highest since it opened. */
  level: Level;
  /** 1, and one more for each return of the cause. */
  times: number;
  /** When the cause last began, grew or came back, ms. */
  lastAt: number;
  /** Null: open. */
  closedAt: number | null;
}

export interface WatchState {
  /** Device time of the last reading; null: none yet. */
  lastAt: number | null;
  /** The mold of the last reading; 0: unbound. */
  moldId: number;
  /** Last shot, end of the last exemption, or begin of the binding, whichever is latest; null: unbound. */
  quietSince: number | null;
  /** The last signal strengths, newest at the end: true is bad. */
  rssiBad: boolean[];
  /** Fixes outside in a row, counted up to the threshold, and the moment of the first; null: not waiting. */
  outsideFixes: number;
  outsideSince: number | null;
  /** Known cycles being gathered: judged against this standard (ms), sum (ms), shots. */
  cycleStandardMs: number;
  cycleSumMs: number;
  cycleShots: number;
  warnings: Partial<Record<WarningKind, WarningState>>;
}

export const NEW_WATCH: Readonly<WatchState> = {
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

/** What the judge saw: whole or decimal numbers by name, shown with the warning. */
export type WarningValues = Readonly<Record<string, number>>;

/** Identity of the warning: (counter, kind, moldId, openedAt). The same facts always give the same identity. */
export interface WatchEvent {
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

/** The kinds of which something is remembered: mostly none, and the fold runs for every reading. */
export function rememberedKinds(state: Readonly<WatchState>): readonly WarningKind[] {
  const kinds = Object.keys(state.warnings);
  return kinds.length === 0 ? NO_KINDS : WARNING_KINDS.filter((kind) => state.warnings[kind] !== undefined);
}

const NO_KINDS: readonly WarningKind[] = [];

export function copyWatch(state: Readonly<WatchState>): WatchState {
  const warnings: WatchState["warnings"] = {};
  for (const kind of rememberedKinds(state)) {
    const warning = state.warnings[kind];
    if (warning !== undefined) warnings[kind] = { ...warning };
  }
  // Field by field: a spread with overrides costs more than the whole fold.
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

/** The cause is there. `moldId` is that of the moment; a warning about the counter does not keep it. */
export function raise(
  state: WatchState,
  events: WatchEvent[],
  rules: WatchRules,
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

/** The cause is gone. */
export function clear(
  state: WatchState,
  events: WatchEvent[],
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

export function isOpen(state: Readonly<WatchState>, kind: WarningKind): boolean {
  return state.warnings[kind]?.closedAt === null;
}

function isPast(warning: WarningState, at: number, rules: WatchRules): boolean {
  return warning.closedAt !== null && at - warning.closedAt > rules.recurWithinMs;
}

/** Forgets what can no longer come back, so that two states with the same future become the same. */
export function forgetPast(state: WatchState, at: number, rules: WatchRules): void {
  for (const kind of rememberedKinds(state)) {
    const warning = state.warnings[kind];
    if (warning !== undefined && isPast(warning, at, rules)) delete state.warnings[kind];
  }
}

/** True when both have the same future. */
export function sameState(a: Readonly<WatchState>, b: Readonly<WatchState>): boolean {
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
