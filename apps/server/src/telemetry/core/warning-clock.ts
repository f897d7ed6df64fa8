/** Warnings that open by time alone, and the conversion of events to warnings. */
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

/** Current master data of a counter. */
export interface CounterBooks {
  /** UNBOUND (0): on no mold. */
  readonly moldId: number;
  /** Begin of the time on that mold, or on no mold, ms; null: not known. */
  readonly since: number | null;
  /** Registered, approved and not retired. Other counters get no warnings by time. */
  readonly isValid: boolean;
  /** End of the data plan, ms; null: none is known. */
  readonly expiresAt: number | null;
}

/**
 * Returns the warning events that became true by `now` without a new reading. The state is not changed.
 * Idempotent: a later reading gives events with the same identity and the same moments, so storing these early is
 * safe.
 * `validity` is judged only here. If the result does not contain it, an open `validity` warning is over, because the
 * date was moved.
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

/** A warning as users see it, aggregated from its events. */
export interface Warning {
  readonly kind: WarningKind;
  readonly moldId: number;
  readonly openedAt: number;
  readonly level: Level;
  /** Number of occurrences of the cause. */
  readonly times: number;
  /** Last moment at which the cause began, grew or returned, ms. */
  readonly lastAt: number;
  /** Null: open. */
  readonly closedAt: number | null;
  /** Values at `lastAt`, and the values that closed the warning. */
  readonly values: WarningValues;
  readonly closingValues: WarningValues | null;
}

/** Applies an event to its warning. Idempotent, if the events of one warning come in order of time. */
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
