/** Checks for warnings that open because time passes, and converts warning events to warnings. */
import { UNBOUND } from "./timeline.ts";
import type { Level, WarningKind, WarningRules } from "./warning-rules.ts";
import {
  copyReplayState,
  type ReplayState,
  raise,
  type WarningEvent,
  type WarningValues,
  warningKey,
} from "./warning-state.ts";
import { raiseSilence, raiseUnbound } from "./warning-time.ts";

/** Current master data of a counter. Warnings that open because time passes depend on these data. */
export interface CounterBooks {
  /** Mold that the counter is on. UNBOUND (0): no mold. */
  readonly moldId: number;
  /**
   * Moment at which the counter came onto the mold `moldId`, ms. For a counter on no mold: moment at which it left its
   * last mold. Null: not known.
   */
  readonly since: number | null;
  /**
   * True if the counter is registered, approved and not retired. For other counters, the passing of time opens no
   * warning.
   */
  readonly isValid: boolean;
  /** End of the data plan, ms. Null: not known. */
  readonly expiresAt: number | null;
}

/**
 * Returns the events of warnings that are due at `now` without a new reading. Does not change the state. The events may
 * be stored before the next reading: if that reading produces them again, they have the same identity and times
 * (idempotent). Only this function evaluates `validity` warnings. If the result contains no `validity` event, the
 * caller must close an open `validity` warning: its cause is gone, for example because the data plan was prolonged.
 */
export function checkClock(
  state: Readonly<ReplayState>,
  now: number,
  rules: WarningRules,
  books: CounterBooks,
): WarningEvent[] {
  const events: WarningEvent[] = [];
  if (!books.isValid) return events;
  const draft = copyReplayState(state);
  const { moldId, since, expiresAt } = books;
  const lastAt = state.lastAt ?? (moldId === UNBOUND ? null : since);
  if (lastAt !== null) raiseSilence(draft, events, rules, { moldId, lastAt, until: now });
  if (moldId === UNBOUND && since !== null) raiseUnbound(draft, events, rules, { since, until: now });
  if (expiresAt !== null) {
    const values = { expiresAt };
    const warnAt = expiresAt - rules.validity.beforeMs;
    if (now >= warnAt)
      raise(draft, events, rules, { kind: "validity", moldId, level: 1, at: warnAt, values });
    if (now > expiresAt) {
      raise(draft, events, rules, { kind: "validity", moldId, level: 2, at: expiresAt, values });
    }
  }
  return events;
}

/**
 * Returns the earliest moment after `now` at which the passing of time can open or change another warning
 * (`checkClock`), ms. Infinity: there is none while state, rules and master data stay as they are. A new reading only
 * makes the returned moment too early, which does no harm. Exception: while a counter is silent, a late reading ends
 * the silence, and the next silence may begin before the returned moment.
 */
export function nextClockAt(
  state: Readonly<ReplayState>,
  now: number,
  rules: WarningRules,
  books: CounterBooks,
): number {
  const { moldId, since, isValid, expiresAt } = books;
  if (!isValid) return Number.POSITIVE_INFINITY;
  const { silentMs, offlineMs } = rules.signal;
  const lastAt = state.lastAt ?? (moldId === UNBOUND ? null : since);
  // Adds 1 ms to the limits of silence, and to the end of the data plan (level 2 of `validity`): both begin after the
  // limit.
  const moments = [
    ...(lastAt === null ? [] : [lastAt + silentMs + 1, lastAt + Math.max(silentMs, offlineMs) + 1]),
    ...(moldId === UNBOUND && since !== null ? [since + rules.unbound.afterMs] : []),
    ...(expiresAt === null ? [] : [expiresAt - rules.validity.beforeMs, expiresAt + 1]),
  ];
  return Math.min(...moments.filter((at) => at > now));
}

/** A warning as users see it, aggregated from its events. */
export interface Warning {
  readonly kind: WarningKind;
  readonly moldId: number;
  readonly openedAt: number;
  readonly level: Level;
  /** Number of times that the cause of the warning has occurred: 1, plus 1 for each return. */
  readonly times: number;
  /** Last moment at which the cause of the warning began, became worse or returned, ms. */
  readonly lastAt: number;
  /** Moment at which the warning was closed, ms. Null: the warning is open. */
  readonly closedAt: number | null;
  /**
   * Values, such as the battery charge, that were measured when the cause last began, became worse or returned
   * (`lastAt`).
   */
  readonly values: WarningValues;
  /** Values that were measured when the warning was closed. Null: the warning is open, or the values are not known. */
  readonly closingValues: WarningValues | null;
}

/** Applies an event to its warning. Idempotent if the events of each warning are applied in order of time. */
export function applyEvent(warnings: Map<string, Warning>, event: WarningEvent): void {
  const key = warningKey(event);
  const known = warnings.get(key);
  const { kind, moldId, openedAt, level, at, values } = event;
  if (event.change === "close") {
    if (known !== undefined) warnings.set(key, { ...known, closedAt: at, closingValues: values });
    return;
  }
  if (known !== undefined && (event.change === "open" || at <= known.lastAt)) return;
  warnings.set(key, {
    kind,
    moldId,
    openedAt,
    level,
    times: (known?.times ?? 0) + (event.change === "escalate" ? 0 : 1),
    lastAt: at,
    closedAt: null,
    values,
    closingValues: null,
  });
}
