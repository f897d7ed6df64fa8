import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReplayState } from "./warning-state.ts";
import { formatReplayState, parseReplayState } from "./warning-text.ts";

const ms = fc.integer({ min: 0, max: 2e12 });
const maybe = fc.option(ms, { nil: null });
const warning = fc.record({
  openedAt: ms,
  moldId: fc.nat(),
  level: fc.constantFrom(1 as const, 2 as const),
  times: fc.nat(),
  lastAt: ms,
  closedAt: maybe,
});

describe("the text of the replay state", () => {
  it("can be read back", () => {
    const state: fc.Arbitrary<ReplayState> = fc.record({
      lastAt: maybe,
      moldId: fc.nat(),
      quietSince: maybe,
      pausedAt: maybe,
      rssiBad: fc.array(fc.boolean(), { maxLength: 8 }),
      outsideFixes: fc.nat(),
      outsideSince: maybe,
      cycleStandardMs: fc.nat(),
      cycleSumMs: fc.nat(),
      cycleShots: fc.nat(),
      warnings: fc.record({ battery: warning, idle: warning }, { requiredKeys: [], noNullPrototype: true }),
    });
    fc.assert(
      fc.property(state, (s) => {
        expect(parseReplayState(formatReplayState(s))).toEqual(s);
      }),
    );
  });
});
