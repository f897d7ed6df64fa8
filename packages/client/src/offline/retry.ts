import { codes } from "@shotkeeper/contract/kernel";
import type { ClientError } from "../error.ts";

/** Message codes with which the server refuses a write until its user has signed in again. */
const sessionEnds: readonly string[] = [
  codes.sessionEnded,
  codes.noToken,
  codes.otherUser,
  codes.passwordChangeRequired,
  codes.signInAgain,
];

export const isSessionEnd = (e: ClientError): boolean => sessionEnds.includes(e.code);

/** Returns whether a later attempt may succeed: there was no answer, or the server is busy or failing. */
export const isTemporary = (e: ClientError): boolean =>
  e.local !== undefined || e.status >= 500 || e.status === 429 || e.status === 408;

/**
 * Returns whether the server failed at this request: the server answered "internal error", or did not finish in time.
 * Other requests may still succeed.
 */
export const isFailing = (e: ClientError): boolean => e.status === 500 || e.status === 504;

const firstMs = 2000;
const longestMs = 5 * 60_000;

/** Returns the pause before the next attempt, ms: doubled after each failure, with a random part. */
export function retryDelay(failures: number, random = Math.random()): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures, 10)) * (0.75 + random / 2);
}
