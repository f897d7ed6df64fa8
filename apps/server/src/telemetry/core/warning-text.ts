/**
 * Converts the warning state of a counter to text and back. The text is a JSON array, because field names would take
 * most of the space.
 */
import { NEW_REPLAY_STATE, type ReplayState } from "./warning-state.ts";

export function formatReplayState(s: Readonly<ReplayState>): string {
  return JSON.stringify([
    s.lastAt,
    s.moldId,
    s.quietSince,
    s.rssiBad.map(Number),
    s.outsideFixes,
    s.outsideSince,
    s.cycleStandardMs,
    s.cycleSumMs,
    s.cycleShots,
    s.warnings,
    s.pausedAt ?? null,
  ]);
}

/**
 * Parses a stored warning state.
 * @param text null: the counter has sent no reading yet, so the result is the initial state
 */
export function parseReplayState(text: string | null): ReplayState {
  if (text === null) return { ...NEW_REPLAY_STATE };
  const s = JSON.parse(text);
  return {
    lastAt: s[0],
    moldId: s[1],
    quietSince: s[2],
    rssiBad: s[3].map((bad: number) => bad === 1),
    outsideFixes: s[4],
    outsideSince: s[5],
    cycleStandardMs: s[6],
    cycleSumMs: s[7],
    cycleShots: s[8],
    warnings: s[9],
    // Treats a missing `pausedAt` as null, because texts of earlier versions of Shotkeeper do not contain it.
    pausedAt: s[10] ?? null,
  };
}
