import { describe, expect, it } from "vitest";
import { type Boundary, bindingBefore, boundariesOf, cutSegment, type Segment } from "./boundary.ts";
import { type Binding, DEFAULT_COUNTER_TYPE, HOUR_MS } from "./timeline.ts";

const binding = (
  bindingId: number,
  boundAt: number,
  unboundAt: number | null,
  more: Partial<Binding> = {},
): Binding => ({
  bindingId,
  moldId: bindingId * 10,
  boundAt,
  boundCount: null,
  unboundAt,
  unboundCount: null,
  ...more,
});
const shown = (boundaries: readonly Boundary[]) =>
  boundaries.map((b) => `${b.at} ${b.kind} ${b.binding.bindingId} ${b.given}`);

describe("the boundaries of bindings", () => {
  it("are in time order, however the bindings are ordered", () => {
    const bindings = [binding(3, 50, null), binding(1, 10, 20), binding(2, 30, 40)];
    const inOrder = [
      "10 bind 1 null",
      "20 unbind 1 null",
      "30 bind 2 null",
      "40 unbind 2 null",
      "50 bind 3 null",
    ];
    expect(shown(boundariesOf(bindings))).toEqual(inOrder);
    expect(shown(boundariesOf([...bindings].reverse()))).toEqual(inOrder);
    expect(bindings.map((b) => b.bindingId)).toEqual([3, 1, 2]);
  });

  it("put an empty binding before the one that begins at the same time, and order equal ones by id", () => {
    const open = binding(1, 10, null);
    const short = binding(2, 10, 10);
    const later = binding(3, 10, 20);
    const ids = (list: readonly Binding[]) => [
      ...new Set(boundariesOf(list).map((b) => b.binding.bindingId)),
    ];
    for (const list of [
      [open, short, later],
      [later, open, short],
      [short, later, open],
    ])
      expect(ids(list)).toEqual([2, 3, 1]);
    const twin = binding(4, 10, 10);
    expect(ids([twin, short])).toEqual([2, 4]);
    expect(ids([short, twin])).toEqual([2, 4]);
  });

  it("use a count typed at either end of a direct move for both ends", () => {
    const counts = (from: number | null, to: number | null, gap = 0) =>
      boundariesOf([
        binding(1, 0, 100, { unboundCount: from }),
        binding(2, 100 + gap, null, { boundCount: to }),
      ]).map((b) => b.given);
    expect(counts(7, null)).toEqual([null, 7, 7]);
    expect(counts(null, 8)).toEqual([null, 8, 8]);
    expect(counts(7, 8)).toEqual([null, 7, 8]);
    expect(counts(0, null)).toEqual([null, 0, 0]);
    // The unbind and the next bind are a minute apart. So a count that was typed for one of them is not used for the
    // other.
    expect(counts(7, null, 1)).toEqual([null, 7, null]);
    expect(counts(null, 8, 1)).toEqual([null, null, 8]);
  });

  it("return the binding before a moment", () => {
    const boundaries = boundariesOf([binding(1, 10, 20), binding(2, 30, null)]);
    const before = (at: number) => bindingBefore(boundaries, at)?.bindingId ?? null;
    expect([10, 11, 20, 21, 30, 31].map(before)).toEqual([null, 1, 1, null, null, 2]);
  });
});

const rules = {
  type: { ...DEFAULT_COUNTER_TYPE, maxCount: 999, minMsPerShot: 1000 },
  reportIntervalMs: HOUR_MS,
};
const h = HOUR_MS;
/**
 * Returns the bind of binding `id` at `hours` after time 0. `given` is the count that a user typed for the bind (null:
 * none). Binding i is on mold i × 10.
 */
const on = (hours: number, id: number, given: number | null = null): Boundary => ({
  at: hours * h,
  kind: "bind",
  binding: binding(id, hours * h, null),
  given,
});
const off = (hours: number, id: number, given: number | null = null): Boundary => ({
  ...on(hours, id, given),
  kind: "unbind",
});
const cut = (segment: Partial<Segment>) =>
  cutSegment(
    {
      before: null,
      after: null,
      shots: 0,
      flag: null,
      cycles: null,
      owner: null,
      boundaries: [],
      ...segment,
    },
    rules,
  ).map((p) => `${p.from / h}–${p.to / h}: ${p.shots} of ${p.moldId}`);

describe("a segment without a boundary", () => {
  const ends = { before: { at: 0, count: 10 }, after: { at: h, count: 15 } };

  it("is one piece, which belongs to the binding of the counter", () => {
    expect(cut({ ...ends, shots: 5 })).toEqual(["0–1: 5 of 0"]);
    expect(cut({ ...ends, shots: 5, owner: binding(2, 0, null) })).toEqual(["0–1: 5 of 20"]);
    const [piece] = cutSegment(
      { ...ends, shots: 5, flag: null, cycles: [1, 2], owner: null, boundaries: [] },
      rules,
    );
    expect(piece).toMatchObject({ bindingId: 0, cycles: [1, 2], cyclesEnd: 2 });
  });

  it("gives no piece if it has no shots or one end is missing", () => {
    expect(cut(ends)).toEqual([]);
    expect(cut({ before: ends.before, shots: 5 })).toEqual([]);
    expect(cut({ after: ends.after, shots: 5 })).toEqual([]);
    expect(cut({ shots: 5 })).toEqual([]);
  });
});

describe("typed counts between two readings", () => {
  const between = (count: number, shots: number, boundaries: Boundary[], more: Partial<Segment> = {}) =>
    cut({ before: { at: 0, count }, after: { at: 9 * h, count: count + shots }, shots, boundaries, ...more });

  it("place a boundary, and never decrease", () => {
    expect(between(100, 50, [on(1, 1, 120), off(2, 1, 130)])).toEqual([
      "0–1: 20 of 0",
      "1–2: 10 of 10",
      "2–9: 20 of 0",
    ]);
    expect(between(100, 50, [on(1, 1, 130), off(2, 1, 120)])).toEqual(["0–1: 30 of 0", "2–9: 20 of 0"]);
    expect(between(100, 50, [on(1, 1, 100)])).toEqual(["1–9: 50 of 10"]);
    expect(between(100, 50, [on(1, 1, 150)])).toEqual(["0–1: 50 of 0"]);
  });

  it("may lie before or after a wrap", () => {
    const wrap = (given: number) =>
      cut({
        before: { at: 0, count: 990 },
        after: { at: 9 * h, count: 20 },
        shots: 30,
        flag: "wrap",
        boundaries: [on(1, 1, given)],
      });
    expect(wrap(995)).toEqual(["0–1: 5 of 0", "1–9: 25 of 10"]);
    expect(wrap(990)).toEqual(["1–9: 30 of 10"]);
    expect(wrap(0)).toEqual(["0–1: 10 of 0", "1–9: 20 of 10"]);
    expect(wrap(20)).toEqual(["0–1: 30 of 0"]);
    // The typed count is mistyped: the counter never showed it between the two readings, neither before nor after the
    // wrap (the step from the maximum count to 0). So the count of the earlier reading is used instead.
    expect(wrap(21)).toEqual(["1–9: 30 of 10"]);
    expect(wrap(500)).toEqual(["1–9: 30 of 10"]);
    // A typed count that is smaller than the count of the reading before it is raised to that count.
    expect(between(990, 5, [on(1, 1, 2)])).toEqual(["1–9: 5 of 10"]);
  });

  it("give each piece its own cycles: the last of them belong to the last shots", () => {
    const pieces = cutSegment(
      {
        before: { at: 0, count: 0 },
        after: { at: 9 * h, count: 4 },
        shots: 4,
        flag: null,
        cycles: [10, 20, 30],
        owner: null,
        boundaries: [on(1, 1, 1)],
      },
      rules,
    );
    expect(pieces.map((p) => [p.shots, p.cyclesEnd])).toEqual([
      [1, 0],
      [3, 3],
    ]);
  });
});

describe("typed counts after the last reading", () => {
  const after = (boundaries: Boundary[]) =>
    cut({ before: { at: 0, count: 100 }, boundaries, owner: binding(9, 0, null) });

  it("add shots that no reading has reported", () => {
    expect(after([off(1, 9, 150)])).toEqual(["0–1: 50 of 90"]);
    expect(after([off(1, 9, 150), on(2, 1, 160), off(3, 1, 170)])).toEqual([
      "0–1: 50 of 90",
      "1–2: 10 of 0",
      "2–3: 10 of 10",
    ]);
    expect(after([off(1, 9, 100)])).toEqual([]);
    expect(after([off(1, 9, 90)])).toEqual([]);
    expect(after([off(1, 9)])).toEqual([]);
  });

  it("are ignored if no machine can make so many shots in the time", () => {
    // By the rules of these tests, a shot takes at least one second. So an hour after the last known count, a count
    // that a user typed may be at most 3,600 above it.
    expect(after([off(1, 9, 3700)])).toEqual(["0–1: 3600 of 90"]);
    expect(after([off(1, 9, 3701)])).toEqual([]);
    // The limit counts from the last accepted count, also if a user typed it. So half an hour after the accepted count
    // 3,700, a typed count may be at most 5,500.
    expect(after([off(1, 9, 3700), on(1.5, 1, 5500)])).toEqual(["0–1: 3600 of 90", "1–1.5: 1800 of 0"]);
    expect(after([off(1, 9, 3700), on(1.5, 1, 5501)])).toEqual(["0–1: 3600 of 90"]);
    expect(after([off(1, 9, 9999), on(3, 1, 200)])).toEqual(["1–3: 100 of 0"]);
  });
});

describe("typed counts beside a restart", () => {
  const restart = (boundaries: Boundary[], count = 40) =>
    cut({
      before: { at: 0, count: 100 },
      after: { at: 9 * h, count },
      shots: count,
      flag: "reset",
      owner: binding(9, 0, null),
      boundaries,
    });

  it("before the restart add shots that the chain has lost", () => {
    expect(restart([off(1, 9, 150)])).toEqual(["0–1: 50 of 90", "1–9: 40 of 0"]);
    expect(restart([off(1, 9, 150), on(2, 1, 160)])).toEqual([
      "0–1: 50 of 90",
      "1–2: 10 of 0",
      "2–9: 40 of 10",
    ]);
    expect(restart([off(1, 9, 100)])).toEqual(["1–9: 40 of 0"]);
  });

  it("after the restart split the shots made since then", () => {
    expect(restart([off(1, 9, 30)])).toEqual(["0–1: 30 of 90", "1–9: 10 of 0"]);
    expect(restart([off(1, 9, 40)])).toEqual(["0–1: 40 of 90"]);
    expect(restart([off(1, 9, 30), on(2, 1, 35)])).toEqual(["0–1: 30 of 90", "1–2: 5 of 0", "2–9: 5 of 10"]);
    // A typed count above the next reading is lowered to the count of that reading.
    expect(restart([off(1, 9, 30), on(2, 1, 70)])).toEqual(["0–1: 30 of 90", "1–2: 10 of 0"]);
    expect(restart([off(1, 9, 30), on(2, 1, 20)])).toEqual(["0–1: 30 of 90", "2–9: 10 of 10"]);
  });

  it("before and after it are distinguished", () => {
    expect(restart([off(1, 9, 150), on(2, 1, 15)])).toEqual([
      "0–1: 50 of 90",
      "1–2: 15 of 0",
      "2–9: 25 of 10",
    ]);
    // The typed count is smaller than the count before the restart and larger than the count after it. So it was read
    // neither before nor after the restart, and is ignored.
    expect(restart([off(1, 9, 60)])).toEqual(["1–9: 40 of 0"]);
  });
});

describe("typed counts before the first reading", () => {
  const first = (boundaries: Boundary[], after: Segment["after"] = { at: 9 * h, count: 200 }) =>
    cut({ after, boundaries });

  it("are the baseline, and split the shots after it", () => {
    expect(first([on(1, 1, 150)])).toEqual(["1–9: 50 of 10"]);
    expect(first([on(1, 1, 150), off(2, 1, 170)])).toEqual(["1–2: 20 of 10", "2–9: 30 of 0"]);
    expect(first([on(1, 1, 150), off(2, 1, 140)])).toEqual(["2–9: 50 of 0"]);
    expect(first([on(1, 1), off(2, 1, 150)])).toEqual(["2–9: 50 of 0"]);
    expect(first([on(1, 1)])).toEqual([]);
    // A typed count above the count of the first reading is lowered to the count of that reading.
    expect(first([on(1, 1, 500)])).toEqual([]);
    expect(first([on(1, 1, 0)])).toEqual(["1–9: 200 of 10"]);
    // The second typed count is smaller than the first: the counter was set back before the second bind, or the first
    // count was mistyped. So shots are counted from the second typed count on.
    expect(first([on(1, 1, 150), off(2, 1), on(3, 2, 120)])).toEqual(["3–9: 80 of 20"]);
  });

  it("are ignored if no machine can make the remaining shots in the time", () => {
    const at = { at: h + 50_000, count: 200 };
    expect(first([on(1, 1, 150)], at)).toEqual([`1–${at.at / h}: 50 of 10`]);
    expect(first([on(1, 1, 149)], at)).toEqual([]);
  });

  it("give shots between them without any reading", () => {
    expect(first([on(1, 1, 100), off(2, 1, 150)], null)).toEqual(["1–2: 50 of 10"]);
    expect(first([on(1, 1, 100), off(2, 1, 3700)], null)).toEqual(["1–2: 3600 of 10"]);
    expect(first([on(1, 1, 100), off(2, 1, 3701)], null)).toEqual([]);
    expect(first([on(1, 1, 100), off(2, 1, 3700), on(2.5, 2, 5501), off(3, 2, 3800)], null)).toEqual([
      "1–2: 3600 of 10",
      "2.5–3: 100 of 20",
    ]);
    expect(first([on(1, 1, 100), off(2, 1, 90)], null)).toEqual([]);
  });
});

describe("boundaries without a count", () => {
  const between = (boundaries: Boundary[], owner: Binding | null = null) =>
    cut({ before: { at: 0, count: 100 }, after: { at: 9 * h, count: 150 }, shots: 50, boundaries, owner });

  it("are at the last known count if it is fresh, otherwise at the next one", () => {
    expect(between([on(1, 1)])).toEqual(["1–9: 50 of 10"]);
    expect(between([on(1.01, 1)])).toEqual([`0–1.01: 50 of 0`]);
    expect(between([on(2, 1), off(5, 1, 130)])).toEqual(["0–2: 30 of 0", "5–9: 20 of 0"]);
    expect(between([off(5, 9)], binding(9, 0, null))).toEqual(["5–9: 50 of 0"]);
    expect(between([off(4, 9, 120), on(5, 1)], binding(9, 0, null))).toEqual([
      "0–4: 20 of 90",
      "5–9: 30 of 10",
    ]);
    expect(between([off(4, 9, 120), on(5.01, 1)], binding(9, 0, null))).toEqual([
      "0–4: 20 of 90",
      "4–5.01: 30 of 0",
    ]);
  });

  it("wait for the next typed count, and skip boundaries without one", () => {
    expect(between([on(2, 1), off(3, 1), on(5, 2, 130)])).toEqual(["0–2: 30 of 0", "5–9: 20 of 20"]);
  });

  it("stay at the beginning if no count is known after them", () => {
    expect(cut({ before: { at: 0, count: 100 }, boundaries: [on(2, 1)] })).toEqual([]);
    expect(cut({ boundaries: [on(2, 1), off(3, 1)] })).toEqual([]);
  });
});
