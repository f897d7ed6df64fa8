import { type CounterFacts, spreadPiece, UNBOUND, visitPieces, type Window } from "./core/index.ts";

/** What one reading brought, by the derivation. */
export interface ReadingFigures {
  moldId: number;
  shots: number;
  unboundShots: number;
  cycleMs: number;
  cycleCount: number;
  standardMs: number;
}

/** One a reading of the window, in its order; zeros where it does not count. */
export function readingFigures(facts: CounterFacts, window: Window): ReadingFigures[] {
  const out: ReadingFigures[] = window.readings.map((r) => ({
    moldId: ownerAt(facts, r.at),
    shots: 0,
    unboundShots: 0,
    cycleMs: 0,
    cycleCount: 0,
    standardMs: 0,
  }));
  visitPieces(facts, window, (piece, index, standard) => {
    const f = out[index];
    if (!f) return;
    if (piece.moldId === UNBOUND) {
      f.unboundShots += piece.shots;
      return;
    }
    // A stretch that several molds share: the reading speaks of the one that has the counter at its end.
    if (piece.moldId !== f.moldId) return;
    f.shots += piece.shots;
    f.standardMs = standard.cycleMs;
    for (const h of spreadPiece(piece, standard, facts.type.minMsPerShot)) {
      f.cycleMs += h.cycleMs;
      f.cycleCount += h.cycleCount;
    }
  });
  return out;
}

function ownerAt(facts: CounterFacts, at: number): number {
  return (
    facts.bindings.find((b) => b.boundAt < at && (b.unboundAt === null || b.unboundAt >= at))?.moldId ??
    UNBOUND
  );
}
