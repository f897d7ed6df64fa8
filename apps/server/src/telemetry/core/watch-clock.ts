/** Warnings that become true by time alone, and the rows that events amount to. */
import { UNBOUND } from "./timeline.ts";
import type { Level, WarningKind, WatchRules } from "./watch-rules.ts";
import {
  copyWatch,
  raise,
  type WarningValues,
  type WatchEvent,
  type WatchState,
  warningKey,
} from "./watch-state.ts";
import { raiseSilence, raiseUnbound } from "./watch-time.ts";

/** What the books say of a counter now. */
export interface CounterBooks {
  /** UNBOUND (0): on no mold. */
  readonly moldId: number;
  /** Since when it has been on that mold, or on none, ms; null: not known. */
  readonly since: number | null;
  /** Registered, approved and not retired; if not, nothing is expected of it. */
  readonly isValid: boolean;
  /** End of the data plan, ms; null: none is known. */
  readonly expiresAt: number | null;
}

/**
 * What has become true by `now` without a reading, as the events that a later reading's fold would give: same
 * identity, same moments, so storing them early is harmless. The state is not changed. `validity` alone is known
 * only here; when it is not among the events, an open one is over (the date was moved).
 */
export function watchClock(
  state: Readonly<WatchState>,
  now: number,
  rules: WatchRules,
  books: CounterBooks,
): WatchEvent[] {
  const events: WatchEvent[] = [];
  if (!books.isValid) return events;
  const draft = copyWatch(state);
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

/** A warning as people see it, summed up from its events. */
export interface Warning {
  readonly kind: WarningKind;
  readonly moldId: number;
  readonly openedAt: number;
  readonly level: Level;
  /** Occurrences of the cause. */
  readonly times: number;
  /** Last time the cause began, grew or came back, ms. */
  readonly lastAt: number;
  /** Null: open. */
  readonly closedAt: number | null;
  /** As at `lastAt`, and those that ended it. */
  readonly values: WarningValues;
  readonly closingValues: WarningValues | null;
}

/** Adds an event to its warning. Events of one warning come in order of time; one already taken in is no matter. */
export function applyEvent(warnings: Map<string, Warning>, event: WatchEvent): void {
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
