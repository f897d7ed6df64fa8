/** The watch's state as it is stored with every reading: a JSON array, because field names would be most of it. */
import { NEW_WATCH, type WatchState } from "./watch-state.ts";

export function writeWatch(s: Readonly<WatchState>): string {
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
  ]);
}

/** @param text null: nothing was seen of the counter yet. */
export function readWatch(text: string | null): WatchState {
  if (text === null) return { ...NEW_WATCH };
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
  };
}
