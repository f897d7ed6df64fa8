import { describe, expect, it } from "vitest";
import { evaluateChain, findConvergence, type Outcome } from "./chain.ts";
import { counterTypeOf, DEFAULT_COUNTER_TYPE, HOUR_MS, readingKey } from "./timeline.ts";

const T = Date.UTC(2026, 0, 1);
const SIX_DIGITS = { maxCount: 999_999, minMsPerShot: 500 };
const MAX32 = 2 ** 32 - 1;

/** Reading in compact form: minutes after the time T, and the count. */
type Sent = readonly [minutes: number, count: number];

function show(o: Outcome): string {
  return o.accepted ? `${o.flag ?? "ok"} ${o.shots}` : `- ${o.reason}`;
}

function run(sent: readonly Sent[], type = DEFAULT_COUNTER_TYPE, released: readonly Sent[] = []): string[] {
  const point = ([minutes, count]: Sent) => ({ at: T + minutes * 60_000, count });
  const keys = new Set(released.map((s) => readingKey(point(s))));
  return evaluateChain(sent.map(point), type, keys, null).outcomes.map(show);
}

it("treats a count within one percent of the maximum as a wrap", () => {
  const thousand = { maxCount: 1000, minMsPerShot: 500 };
  const wrapFrom = (count: number) =>
    run(
      [
        [0, count],
        [9, 5],
      ],
      thousand,
    )[1];
  expect([989, 990, 1000].map(wrapFrom)).toEqual(["reset 5", "wrap 16", "wrap 6"]);
});

describe("accepted readings", () => {
  it.each<[string, readonly Sent[], string[]]>([
    ["nothing", [], []],
    [
      "two of one moment: the one that says the same as before",
      [
        [0, 100],
        [9, 100],
        [9, 120],
      ],
      ["ok 0", "ok 0", "- conflict"],
    ],
    ["the first is a baseline", [[0, 5_000]], ["ok 0"]],
    [
      "differences",
      [
        [0, 100],
        [1, 102],
        [9, 102],
        [20, 120],
      ],
      ["ok 0", "ok 2", "ok 0", "ok 18"],
    ],
    [
      "exactly as fast as can be",
      [
        [0, 0],
        [1, 120],
      ],
      ["ok 0", "ok 120"],
    ],
    [
      "one shot too fast",
      [
        [0, 0],
        [1, 121],
      ],
      ["ok 0", "- rate"],
    ],
    [
      "a spike: what follows is compared with the last that counts",
      [
        [0, 100],
        [10, 90_000],
        [20, 140],
        [30, 160],
      ],
      ["ok 0", "- rate", "ok 40", "ok 20"],
    ],
    [
      "a restart counts from 0",
      [
        [0, 5_000],
        [10, 12],
        [20, 30],
      ],
      ["ok 0", "reset 12", "ok 18"],
    ],
    [
      "a restart without a shot",
      [
        [0, 5_000],
        [10, 0],
      ],
      ["ok 0", "reset 0"],
    ],
    [
      "a restart that made more than it could",
      [
        [0, 5_000],
        [1, 1_000],
      ],
      ["ok 0", "- rate"],
    ],
    [
      "a small step back is no restart, even after weeks",
      [
        [0, 100_000],
        [50_000, 99_995],
        [50_010, 100_010],
      ],
      ["ok 0", "- backstep", "ok 10"],
    ],
    [
      "more than 1 % back is one",
      [
        [0, 1_000],
        [50_000, 989],
      ],
      ["ok 0", "reset 989"],
    ],
    [
      "exactly 1 % back is none",
      [
        [0, 1_000],
        [50_000, 990],
      ],
      ["ok 0", "- backstep"],
    ],
    [
      "one of a few shots lost is a restart",
      [
        [0, 3],
        [10, 2],
      ],
      ["ok 0", "reset 2"],
    ],
    [
      "32 bits wrap: the shot after the greatest count shows 0",
      [
        [0, MAX32],
        [1, 0],
      ],
      ["ok 0", "wrap 1"],
    ],
    [
      "32 bits wrap, both sides",
      [
        [0, MAX32 - 3],
        [10, 6],
      ],
      ["ok 0", "wrap 10"],
    ],
    [
      "above the greatest count",
      [
        [0, MAX32 + 1],
        [1, 5],
      ],
      ["- range", "ok 0"],
    ],
    [
      "same moment, smaller stands",
      [
        [0, 10],
        [5, 20],
        [5, 30],
        [9, 33],
      ],
      ["ok 0", "ok 10", "- conflict", "ok 13"],
    ],
    [
      "same moment, but not one that goes back",
      [
        [0, 1_000],
        [5, 3],
        [5, 1_010],
        [9, 1_020],
      ],
      ["ok 0", "- conflict", "ok 10", "ok 10"],
    ],
    [
      "same moment, all of a restart",
      [
        [0, 1_000],
        [5, 3],
        [5, 7],
      ],
      ["ok 0", "reset 3", "- conflict"],
    ],
    [
      "same moment at the very beginning",
      [
        [0, 7],
        [0, 9],
        [5, 12],
      ],
      ["ok 0", "- conflict", "ok 5"],
    ],
    [
      "same moment, the better one too fast",
      [
        [0, 1_000],
        [1, 3],
        [1, 9_000],
      ],
      ["ok 0", "- conflict", "- rate"],
    ],
  ])("%s", (_, sent, expected) => {
    expect(run(sent)).toEqual(expected);
  });

  it("accept the maximum count of the counter type", () => {
    expect(
      run(
        [
          [0, 999_990],
          [60, 5],
        ],
        SIX_DIGITS,
      ),
    ).toEqual(["ok 0", "wrap 15"]);
    // If the last count was at most 1 % below the maximum, a smaller count means that the counter wrapped to 0. If the
    // last count was lower, a smaller count means a restart.
    expect(
      run(
        [
          [0, 990_001],
          [100_000, 5],
        ],
        SIX_DIGITS,
      ),
    ).toEqual(["ok 0", "wrap 10004"]);
    expect(
      run(
        [
          [0, 989_999],
          [100_000, 5],
        ],
        SIX_DIGITS,
      ),
    ).toEqual(["ok 0", "reset 5"]);
  });

  it("treat a wrap in too short a time as a restart", () => {
    expect(
      run(
        [
          [0, 995_000],
          [1, 10],
        ],
        SIX_DIGITS,
      ),
    ).toEqual(["ok 0", "reset 10"]);
  });

  it("include readings that an operator released", () => {
    const spike: readonly Sent[] = [
      [0, 100],
      [1, 90_000],
      [2, 90_004],
    ];
    expect(run(spike, DEFAULT_COUNTER_TYPE, [[1, 90_000]])).toEqual(["ok 0", "ok 89900", "ok 4"]);
    const conflict: readonly Sent[] = [
      [0, 10],
      [5, 20],
      [5, 30],
    ];
    expect(run(conflict, DEFAULT_COUNTER_TYPE, [[5, 30]])).toEqual(["ok 0", "- conflict", "ok 20"]);
    expect(
      run(conflict, DEFAULT_COUNTER_TYPE, [
        [5, 30],
        [5, 20],
      ]),
    ).toEqual(["ok 0", "ok 10", "- conflict"]);
    // The user has released a reading with a slightly smaller count (backstep). It is a new baseline: only the shots
    // after it are added. Otherwise all shots that the counter ever made would be counted a second time.
    const back: readonly Sent[] = [
      [0, 100_000],
      [1, 99_990],
      [2, 99_994],
    ];
    expect(run(back, DEFAULT_COUNTER_TYPE, [[1, 99_990]])).toEqual(["ok 0", "backstep 0", "ok 4"]);
  });
});

describe("convergence with the old chain", () => {
  function meet(
    sent: readonly (readonly [hours: number, count: number, was: boolean])[],
    changedHour: number,
  ) {
    const readings = sent.map(([hours, count]) => ({ at: T + hours * HOUR_MS, count }));
    const { outcomes } = evaluateChain(readings, DEFAULT_COUNTER_TYPE, new Set(), null);
    const was = sent.map(([, , accepted]) => accepted);
    const met = findConvergence(readings, was, outcomes, null, T + changedHour * HOUR_MS);
    return met === null ? null : [met.index, met.last?.count];
  }

  it.each<[string, Parameters<typeof meet>[0], number, ReturnType<typeof meet>]>([
    [
      "at the next reading",
      [
        [0, 10, true],
        [1, 15, false],
        [2, 20, true],
        [3, 30, true],
      ],
      1,
      [2, 20],
    ],
    [
      "at once, when the new one does not count",
      [
        [0, 10, true],
        [1, 999_999, false],
        [2, 20, true],
      ],
      1,
      [1, 10],
    ],
    [
      "not yet: the new one is the last",
      [
        [0, 10, true],
        [1, 15, false],
      ],
      1,
      null,
    ],
    [
      // At first, the step from 100 to 5000 in an hour and a half is accepted. Then the reading with count 0 arrives,
      // which is a restart. The half hour after it is too short for 5000 shots, so the reading of 5000 no longer
      // counts.
      "after a reading that no longer counts",
      [
        [0, 100, true],
        [1, 0, false],
        [1.5, 5_000, true],
        [3, 5_100, true],
      ],
      1,
      [3, 5_100],
    ],
  ])("%s", (_, sent, changedHour, expected) => {
    expect(meet(sent, changedHour)).toEqual(expected);
  });
});

describe("a counter with a declared width", () => {
  const type = counterTypeOf(255);
  const at = (ms: number, count: number) => ({ at: ms, count });
  const outcomesOf = (...readings: { at: number; count: number }[]) =>
    evaluateChain(readings, type, new Set(), null).outcomes.map(
      (o) => o.reason ?? `${o.flag ?? "ok"} ${o.shots}`,
    );

  it("wraps at any count if the time suffices, and else steps back or restarts", () => {
    expect(outcomesOf(at(0, 200), at(30_000, 4))).toEqual(["ok 0", "wrap 60"]);
    expect(outcomesOf(at(0, 200), at(29_999, 4))).toEqual(["ok 0", "reset 4"]);
    expect(outcomesOf(at(0, 255), at(1000, 253))).toEqual(["ok 0", "backstep"]);
    expect(outcomesOf(at(0, 255), at(127_000, 253))).toEqual(["ok 0", "wrap 254"]);
    expect(outcomesOf(at(0, 255), at(1000, 256))).toEqual(["ok 0", "range"]);
  });
});
