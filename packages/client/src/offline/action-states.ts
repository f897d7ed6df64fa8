import { codes } from "@shotkeeper/contract/kernel";
import type { ClientError } from "../error.ts";
import type { Action } from "./action.ts";

/** If the server fails at this number of attempts, the user must decide about the action. */
const maxFailures = 5;

export const isOpen = (a: Action): boolean => a.state === "waiting" || a.state === "conflict";
/** Returns whether two actions concern the same thing (`subject`). Actions without a subject never match. */
export const isSame = (a: Action, b: Action): boolean => a.subject === b.subject && a.subject !== "";

/**
 * Returns the action as it was before its first attempt, to send it again. Keeps the body of an earlier attempt in
 * `sentBefore`, because the server may have applied this body although the answer was lost.
 */
export function asNew(action: Action): Action {
  const { problem: _, sent, firstTriedAt: _at, failures: _failures, ...rest } = action;
  const sentBefore = action.sentBefore ?? sent;
  const again = { ...rest, state: "waiting", attempts: 0, round: action.round + 1 } as const;
  return sentBefore ? { ...again, sentBefore } : again;
}

/** Counts an attempt at which the server failed. After `maxFailures` such attempts, the action becomes a conflict. */
export function afterFailure(action: Action, error: ClientError): Action {
  const failures = (action.failures ?? 0) + 1;
  if (failures < maxFailures) return { ...action, failures };
  const msg = error.local === undefined ? error.message : codes.tookTooLong;
  return { ...action, failures, state: "conflict", problem: { kind: "refused", msg } };
}

/**
 * Returns whether at least one waiting action can be sent. An action cannot be sent while an earlier action on the same
 * thing (`subject`) is a conflict.
 */
export const hasUnsent = (actions: readonly Action[]): boolean =>
  actions.some(
    (a) =>
      a.state === "waiting" &&
      !actions.some((b) => b.state === "conflict" && b.order < a.order && isSame(a, b)),
  );
