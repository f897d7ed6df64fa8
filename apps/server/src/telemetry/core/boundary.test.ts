import { describe, expect, it } from "vitest";
import { derive } from "./derive.ts";
import { type Binding, DEFAULT_COUNTER_TYPE, HOUR_MS } from "./timeline.ts";

const T = Date.UTC(2026, 0, 1);

/**
 * A bind or unbind in compact form: hours after the time T, and the typed count (null: none). The i-th binding has the
 * id i + 1 and the mold (i + 1) × 10.
 */
type End = readonly [hours: number, count: number | null];
type Bound = readonly [bound: End, unbound?: End];

function run(sent: readonly (readonly [number, number])[], bound: readonly Bound[], maxCount = 2 ** 32 - 1) {
  const bindings = bound.map(
    ([on, off], i): Binding => ({
      bindingId: i + 1,
      moldId: (i + 1) * 10,
      boundAt: T + on[0] * HOUR_MS,
      boundCount: on[1],
      unboundAt: off === undefined ? null : T + off[0] * HOUR_MS,
      unboundCount: off?.[1] ?? null,
    }),
  );
  const facts = {
    type: { ...DEFAULT_COUNTER_TYPE, maxCount },
    reportIntervalMs: HOUR_MS,
    bindings,
    standards: new Map(),
    released: new Set<string>(),
  };
  const readings = sent.map(([hours, count]) => ({ at: T + hours * HOUR_MS, count }));
  const { perBinding, unboundShots, typedShots } = derive(facts, { before: null, readings, isEnd: true });
  return { of: bound.map((_, i) => perBinding.get(i + 1) ?? 0), unbound: unboundShots, typed: typedShots };
}

describe("assignment of shots", () => {
  it.each<[string, Parameters<typeof run>[0], Bound[], number[], number, number]>([
    // Each case has: name, readings, bindings, expected shots per binding, expected unbound shots, expected shots
    // proved only by typed counts.
    [
      "no binding",
      [
        [0, 100],
        [2, 150],
      ],
      [],
      [],
      50,
      0,
    ],
    [
      "bound all along",
      [
        [0, 100],
        [2, 150],
      ],
      [[[-9, null]]],
      [50],
      0,
      0,
    ],
    [
      "a typed count splits",
      [
        [0, 100],
        [10, 150],
      ],
      [[[4, 120]]],
      [30],
      20,
      0,
    ],
    [
      "typed too low: held at the reading before",
      [
        [0, 100],
        [10, 150],
      ],
      [[[4, 7]]],
      [50],
      0,
      0,
    ],
    [
      "typed too high: held at the reading after",
      [
        [0, 100],
        [10, 150],
      ],
      [[[4, 9_999]]],
      [0],
      50,
      0,
    ],
    [
      "untyped, fresh: the last report is the baseline",
      [
        [0, 100],
        [10, 150],
      ],
      [[[1, null]]],
      [50],
      0,
      0,
    ],
    [
      "untyped, stale: the next is the baseline",
      [
        [0, 100],
        [10, 150],
        [11, 160],
      ],
      [[[2, null]]],
      [10],
      50,
      0,
    ],
    ["untyped, stale, nothing yet after it", [[0, 100]], [[[2, null]]], [0], 0, 0],
    [
      "bound at the very moment of a reading",
      [
        [0, 100],
        [2, 150],
        [4, 170],
      ],
      [[[2, null]]],
      [20],
      50,
      0,
    ],
    [
      "off without a count: at what it last reported",
      [
        [0, 100],
        [3, 150],
        [9, 180],
      ],
      [
        [
          [-1, null],
          [8, null],
        ],
      ],
      [50],
      30,
      0,
    ],
    [
      "off with a count",
      [
        [0, 100],
        [3, 150],
        [9, 180],
      ],
      [
        [
          [-1, null],
          [8, 170],
        ],
      ],
      [70],
      10,
      0,
    ],
    [
      "off at the very moment of a reading",
      [
        [0, 100],
        [3, 150],
        [9, 180],
      ],
      [
        [
          [-1, null],
          [3, null],
        ],
      ],
      [50],
      30,
      0,
    ],
    ["first reading: a baseline", [[5, 700]], [[[0, null]]], [0], 0, 0],
    ["typed before the first reading: counts from it", [[5, 700]], [[[0, 640]]], [60], 0, 60],
    ["typed before the first reading, above it", [[5, 700]], [[[0, 900]]], [0], 0, 0],
    ["typed before the first reading, unbelievable", [[5, 4_000_000]], [[[0, 0]]], [0], 0, 0],
    [
      "two typed before the first reading",
      [[5, 700]],
      [
        [
          [0, 640],
          [1, 650],
        ],
        [[2, 655]],
      ],
      [10, 45],
      5,
      60,
    ],
    [
      "typed after the last reading",
      [[0, 100]],
      [
        [
          [-1, null],
          [1, 130],
        ],
      ],
      [30],
      0,
      30,
    ],
    [
      "typed after the last reading, lower",
      [[0, 100]],
      [
        [
          [-1, null],
          [1, 30],
        ],
      ],
      [0],
      0,
      0,
    ],
    [
      "typed after the last reading, unbelievable",
      [[0, 100]],
      [
        [
          [-1, null],
          [1, 10_000],
        ],
      ],
      [0],
      0,
      0,
    ],
    [
      "typed counts alone",
      [],
      [
        [
          [0, 100],
          [5, 160],
        ],
        [
          [5, null],
          [9, 200],
        ],
      ],
      [60, 40],
      0,
      100,
    ],
    [
      "moved, typed once: the count of both",
      [
        [0, 100],
        [10, 150],
      ],
      [
        [
          [-1, null],
          [5, 120],
        ],
        [[5, null]],
      ],
      [20, 30],
      0,
      0,
    ],
    [
      "moved, typed at the other end",
      [
        [0, 100],
        [10, 150],
      ],
      [
        [
          [-1, null],
          [5, null],
        ],
        [[5, 120]],
      ],
      [20, 30],
      0,
      0,
    ],
    [
      "moved, untyped, fresh",
      [
        [0, 100],
        [10, 150],
      ],
      [
        [
          [-1, null],
          [1, null],
        ],
        [[1, null]],
      ],
      [0, 50],
      0,
      0,
    ],
    [
      "moved, untyped, stale: nobody can say",
      [
        [0, 100],
        [10, 150],
      ],
      [
        [
          [-1, null],
          [5, null],
        ],
        [[5, null]],
      ],
      [0, 0],
      50,
      0,
    ],
    [
      "several in one stretch",
      [
        [0, 100],
        [10, 150],
      ],
      [
        [
          [1, 110],
          [2, 120],
        ],
        [
          [3, 125],
          [4, 120],
        ],
        [[5, 140]],
      ],
      [10, 0, 10],
      30,
      0,
    ],
    [
      "a typed count serves a stale bind before it",
      [
        [0, 100],
        [20, 200],
      ],
      [
        [
          [5, null],
          [6, 150],
        ],
        [[7, 160]],
      ],
      [0, 40],
      60,
      0,
    ],
    [
      "a typed count is fresh for a bind after it",
      [
        [0, 100],
        [20, 200],
      ],
      [
        [
          [-1, null],
          [5, 150],
        ],
        [[5.5, null]],
      ],
      [50, 50],
      0,
      0,
    ],
    [
      "restart, typed before it: those shots are known",
      [
        [0, 100],
        [10, 20],
      ],
      [
        [
          [-1, null],
          [5, 130],
        ],
      ],
      [30],
      20,
      30,
    ],
    [
      "restart, typed after it",
      [
        [0, 100],
        [10, 20],
      ],
      [[[5, 5]]],
      [15],
      5,
      0,
    ],
    [
      "restart, typed neither: at the reading before",
      [
        [0, 100],
        [10, 20],
      ],
      [[[5, 50]]],
      [20],
      0,
      0,
    ],
    [
      "restart between two typed",
      [
        [0, 100],
        [10, 20],
      ],
      [
        [
          [-1, null],
          [4, 130],
        ],
        [[6, 8]],
      ],
      [30, 12],
      8,
      30,
    ],
    [
      "restart, typed before it, unbelievable",
      [
        [0, 100],
        [10, 20],
      ],
      [
        [
          [-1, null],
          [5, 90_000],
        ],
      ],
      [0],
      20,
      0,
    ],
  ])("%s", (_, sent, bound, of, unbound, typed) => {
    expect(run(sent, bound)).toEqual({ of, unbound, typed });
  });

  it.each<[string, Bound[], number[], number]>([
    ["before the wrap", [[[4, 9_995]]], [15], 5],
    ["after the wrap", [[[4, 4]]], [6], 14],
    ["neither", [[[4, 500]]], [20], 0],
  ])("wrap, typed %s", (_, bound, of, unbound) => {
    expect(
      run(
        [
          [0, 9_990],
          [10, 10],
        ],
        bound,
        9_999,
      ),
    ).toEqual({ of, unbound, typed: 0 });
  });
});
