import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "./timeline.ts";
import { applyEvent, checkClock, type Warning } from "./warning-clock.ts";
import { addToReplay, type ReplayReading, replayDay, startDay } from "./warning-machine.ts";
import {
  DEFAULT_WARNING_RULES,
  NEEDS_CONFIRMATION,
  rulesForInterval,
  WARNING_KINDS,
  WARNING_SUBJECT,
} from "./warning-rules.ts";
import {
  clear,
  copyReplayState,
  forgetPast,
  isOpen,
  NEW_REPLAY_STATE,
  type ReplayState,
  raise,
  rememberedKinds,
  sameState,
  type WarningEvent,
  type WarningState,
  warningKey,
} from "./warning-state.ts";

const rules = { ...DEFAULT_WARNING_RULES, recurWithinMs: 100 };
const fresh = (): ReplayState => copyReplayState(NEW_REPLAY_STATE);
const full: ReplayState = {
  lastAt: 1,
  moldId: 2,
  quietSince: 3,
  pausedAt: 2,
  rssiBad: [true, false],
  outsideFixes: 4,
  outsideSince: 5,
  cycleStandardMs: 6,
  cycleSumMs: 7,
  cycleShots: 8,
  warnings: { battery: { openedAt: 9, moldId: 0, level: 1, times: 2, lastAt: 10, closedAt: null } },
};

describe("the replay state", () => {
  it("is copied completely", () => {
    const copy = copyReplayState(full);
    expect(copy).toEqual(full);
    copy.rssiBad.push(true);
    (copy.warnings.battery as WarningState).times = 9;
    expect(full.rssiBad).toEqual([true, false]);
    expect(full.warnings.battery?.times).toBe(2);
    expect(fresh()).toEqual({ ...NEW_REPLAY_STATE });
    expect(NEW_REPLAY_STATE).toEqual({
      lastAt: null,
      moldId: 0,
      quietSince: null,
      pausedAt: null,
      rssiBad: [],
      outsideFixes: 0,
      outsideSince: null,
      cycleStandardMs: 0,
      cycleSumMs: 0,
      cycleShots: 0,
      warnings: {},
    });
  });

  it("equals another state if nothing differs", () => {
    expect(sameState(full, copyReplayState(full))).toBe(true);
    for (const name of Object.keys(full) as (keyof ReplayState)[]) {
      if (name === "rssiBad" || name === "warnings") continue;
      expect(sameState(full, { ...full, [name]: 99 }), name).toBe(false);
    }
    for (const rssiBad of [[true], [true, false, true], [true, true], []])
      expect(sameState(full, { ...full, rssiBad })).toBe(false);
    const battery = full.warnings.battery as WarningState;
    for (const name of Object.keys(battery) as (keyof WarningState)[])
      expect(sameState(full, { ...full, warnings: { battery: { ...battery, [name]: 99 } } }), name).toBe(
        false,
      );
    for (const warnings of [{}, { battery, idle: battery }, { idle: battery }]) {
      expect(sameState(full, { ...full, warnings })).toBe(false);
      expect(sameState({ ...full, warnings }, full)).toBe(false);
    }
  });
});

describe("a warning", () => {
  const cause = (at: number, level: 1 | 2 = 1, moldId = 7, kind: "idle" | "battery" = "idle") => ({
    kind,
    moldId,
    level,
    at,
    values: { at },
  });

  it("opens, grows, closes, and is reopened if its cause returns soon", () => {
    const state = fresh();
    const events: WarningEvent[] = [];
    raise(state, events, rules, cause(10));
    raise(state, events, rules, cause(20));
    expect(isOpen(state, "idle")).toBe(true);
    raise(state, events, rules, cause(30, 2));
    raise(state, events, rules, cause(40, 1));
    clear(state, events, "idle", 50, { end: 1 });
    clear(state, events, "idle", 60, {});
    expect(isOpen(state, "idle")).toBe(false);
    raise(state, events, rules, cause(150));
    const one = { kind: "idle", moldId: 7, openedAt: 10 };
    expect(events).toEqual([
      { ...one, change: "open", at: 10, level: 1, values: { at: 10 } },
      { ...one, change: "escalate", at: 30, level: 2, values: { at: 30 } },
      { ...one, change: "close", at: 50, level: 2, values: { end: 1 } },
      { ...one, change: "recur", at: 150, level: 1, values: { at: 150 } },
    ]);
    expect(state.warnings.idle).toEqual({
      openedAt: 10,
      moldId: 7,
      level: 1,
      times: 2,
      lastAt: 150,
      closedAt: null,
    });
    expect(warningKey(one as never)).toBe("idle:7:10");
  });

  it("is a new warning if the cause returns later, or on another mold", () => {
    const state = fresh();
    const events: WarningEvent[] = [];
    raise(state, events, rules, cause(10));
    clear(state, events, "idle", 20, {});
    raise(state, events, rules, cause(121));
    raise(state, events, rules, cause(130, 1, 8));
    expect(events.map((e) => [e.change, e.moldId, e.openedAt])).toEqual([
      ["open", 7, 10],
      ["close", 7, 10],
      ["open", 7, 121],
      ["open", 8, 130],
    ]);
  });

  it("that is about the counter has no mold", () => {
    const state = fresh();
    const events: WarningEvent[] = [];
    raise(state, events, rules, cause(10, 1, 7, "battery"));
    raise(state, events, rules, cause(20, 2, 8, "battery"));
    expect(events.map((e) => [e.change, e.moldId])).toEqual([
      ["open", 0],
      ["escalate", 0],
    ]);
  });

  it("is forgotten when it can no longer reopen", () => {
    const state = fresh();
    raise(state, [], rules, cause(10));
    raise(state, [], rules, cause(10, 1, 0, "battery"));
    clear(state, [], "idle", 20, {});
    expect(rememberedKinds(state)).toEqual(["battery", "idle"]);
    forgetPast(state, 120, rules);
    expect(rememberedKinds(state)).toEqual(["battery", "idle"]);
    forgetPast(state, 121, rules);
    expect(rememberedKinds(state)).toEqual(["battery"]);
    expect(rememberedKinds(NEW_REPLAY_STATE)).toEqual([]);
    expect(isOpen(NEW_REPLAY_STATE, "idle")).toBe(false);
    clear(state, [], "idle", 130, {});
    expect(rememberedKinds(state)).toEqual(["battery"]);
  });

  it("is about a mold or a counter, and a removal needs confirmation", () => {
    expect(WARNING_KINDS.filter((k) => WARNING_SUBJECT[k] === "mold")).toEqual([
      "cycleFast",
      "cycleSlow",
      "position",
      "idle",
    ]);
    expect(Object.keys(WARNING_SUBJECT).sort()).toEqual([...WARNING_KINDS].sort());
    expect(new Set(Object.values(WARNING_SUBJECT))).toEqual(new Set(["mold", "counter"]));
    expect([...NEEDS_CONFIRMATION]).toEqual(["removal"]);
  });
});

describe("default rules", () => {
  it("are those of the specification", () => {
    expect(DEFAULT_WARNING_RULES).toEqual({
      battery: { low: 20, urgent: 10, clear: 30 },
      cycle: { shots: 20, level1: { percent: 5 }, level2: { percent: 10 } },
      position: { fixes: 3, outsideMs: HOUR_MS },
      signal: { silentMs: 48 * HOUR_MS, offlineMs: 168 * HOUR_MS, rssi: -110, bad: 3, of: 5 },
      idle: { level1Ms: 168 * HOUR_MS, level2Ms: 720 * HOUR_MS },
      unbound: { afterMs: 72 * HOUR_MS },
      validity: { beforeMs: 720 * HOUR_MS },
      recurWithinMs: 24 * HOUR_MS,
    });
  });

  it("depend on the report interval: a counter is silent after two intervals", () => {
    const own = rulesForInterval(DEFAULT_WARNING_RULES, 1000);
    expect(own).toEqual({
      ...DEFAULT_WARNING_RULES,
      signal: { ...DEFAULT_WARNING_RULES.signal, silentMs: 2000 },
    });
  });
});

describe("values of a warning", () => {
  const T = Date.UTC(2026, 4, 4);
  const fence = { lng: 121.47, lat: 31.23, radiusM: 2000 };
  const reading = (h: number, more: Partial<ReplayReading> = {}): ReplayReading => ({
    at: T + h * HOUR_MS,
    battery: null,
    isBatteryLow: null,
    rssi: null,
    isRemoved: null,
    fix: null,
    moldId: 7,
    since: T - HOUR_MS,
    shots: 1,
    unboundShots: 0,
    cycleMs: 0,
    cycleCount: 0,
    standardMs: 30_000,
    tolerance: null,
    fence,
    isIdleExempt: false,
    outOfUseSince: null,
    ...more,
  });
  const values = (kind: string, readings: readonly ReplayReading[]) =>
    replayDay(NEW_REPLAY_STATE, readings, () => DEFAULT_WARNING_RULES)
      .events.filter((e) => e.kind === kind)
      .map((e) => [e.change, e.values]);

  it("are those of the cause and of the closing", () => {
    expect(
      values("battery", [reading(0, { battery: 9, isBatteryLow: true }), reading(1, { battery: 30 })]),
    ).toEqual([
      ["open", { battery: 9, mark: 1 }],
      ["close", { battery: 30 }],
    ]);
    expect(
      values("battery", [reading(0, { isBatteryLow: true }), reading(1, { isBatteryLow: false })]),
    ).toEqual([
      ["open", { mark: 1 }],
      ["close", { mark: 0 }],
    ]);
    expect(
      values("removal", [reading(0, { isRemoved: true }), reading(1, { isRemoved: false, moldId: 8 })]),
    ).toEqual([
      ["open", { moldId: 7 }],
      ["close", { moldId: 8 }],
    ]);
    const bad = [-111, -112, -113].map((rssi, h) => reading(h, { rssi }));
    expect(values("weakSignal", bad)).toEqual([["open", { rssi: -113, bad: 3, of: 3 }]]);
    const quiet = reading(168, { shots: 0 });
    expect(values("idle", [reading(0), quiet, reading(169, { shots: 4 })])).toEqual([
      ["open", { quietSince: T }],
      ["close", { shots: 4 }],
    ]);
    expect(values("silent", [reading(0), reading(60)])).toEqual([
      ["open", { lastAt: T }],
      ["close", {}],
    ]);
    const away = { lng: 121.6, lat: 31.23 };
    const home = { lng: 121.471, lat: 31.23 };
    expect(
      values("position", [0, 1].map((h) => reading(h, { fix: away })).concat(reading(2, { fix: home }))),
    ).toEqual([
      ["open", { ...away, distanceM: 12_361, radiusM: 2000 }],
      ["close", { ...home, distanceM: 95, radiusM: 2000 }],
    ]);
    const unbound = { moldId: 0, shots: 0, since: T };
    expect(
      values("unbound", [reading(0, { ...unbound, unboundShots: 3 }), reading(1, { since: T })]),
    ).toEqual([
      ["open", { shots: 3 }],
      ["close", { moldId: 7 }],
    ]);
    expect(values("unbound", [reading(80, unbound)])).toEqual([["open", { since: T }]]);
  });

  it("name the mold to which the counter was moved, for warnings about the previous mold", () => {
    const slow = { cycleCount: 20, cycleMs: 20 * 40_000, shots: 20 };
    expect(values("cycleSlow", [reading(0, slow), reading(2, { moldId: 8, since: T + HOUR_MS })])).toEqual([
      ["open", { meanMs: 40_000, standardMs: 30_000, shots: 20 }],
      ["close", { moldId: 8 }],
    ]);
  });

  it("replays a single reading like a whole day, and drops incomplete cycle judgments at the end of a day", () => {
    const half = reading(1, { cycleCount: 10, cycleMs: 300_000 });
    const { state } = replayDay(NEW_REPLAY_STATE, [half], () => DEFAULT_WARNING_RULES);
    const single = copyReplayState(NEW_REPLAY_STATE);
    addToReplay(single, [], half, DEFAULT_WARNING_RULES);
    expect(single).toEqual(state);
    expect(state).toMatchObject({ cycleStandardMs: 30_000, cycleSumMs: 300_000, cycleShots: 10 });
    expect(startDay(state)).toEqual({ ...state, cycleStandardMs: 0, cycleSumMs: 0, cycleShots: 0 });
    expect(state.cycleShots).toBe(10);
  });
});

describe("warnings that time alone opens", () => {
  const T = 1_000 * DAY_MS;
  const books = { moldId: 7, since: T, isValid: true, expiresAt: null };
  const clock = (now: number, more: object) =>
    checkClock({ ...NEW_REPLAY_STATE, lastAt: now }, now, DEFAULT_WARNING_RULES, { ...books, ...more }).map(
      (e) => [e.kind, e.change, e.level, e.at, e.values],
    );

  it("announce the end of a data plan, and again when it has ended", () => {
    const expiresAt = T + 40 * DAY_MS;
    const values = { expiresAt };
    const open = ["validity", "open", 1, T + 10 * DAY_MS, values];
    expect(clock(T + 10 * DAY_MS - 1, { expiresAt })).toEqual([]);
    expect(clock(T + 10 * DAY_MS, { expiresAt })).toEqual([open]);
    expect(clock(expiresAt, { expiresAt })).toEqual([open]);
    expect(clock(expiresAt + 1, { expiresAt })).toEqual([
      open,
      ["validity", "escalate", 2, expiresAt, values],
    ]);
  });

  it("report an unbound counter if the time of the unbind is known", () => {
    const end = T + 3 * DAY_MS;
    expect(clock(end, { moldId: 0 })).toEqual([["unbound", "open", 1, end, { since: T }]]);
    expect(clock(end - 1, { moldId: 0 })).toEqual([]);
    expect(clock(end, { moldId: 0, since: null })).toEqual([]);
    expect(clock(end, {})).toEqual([]);
  });
});

describe("a warning for users", () => {
  const event = (change: WarningEvent["change"], at: number, level: 1 | 2 = 1): WarningEvent => ({
    kind: "idle",
    change,
    moldId: 7,
    openedAt: 10,
    at,
    level,
    values: { at },
  });
  const after = (...events: WarningEvent[]) => {
    const warnings = new Map<string, Warning>();
    for (const e of events) applyEvent(warnings, e);
    return [...warnings.values()];
  };
  const opened = {
    kind: "idle",
    moldId: 7,
    openedAt: 10,
    level: 1,
    times: 1,
    lastAt: 10,
    closedAt: null,
    values: { at: 10 },
    closingValues: null,
  };

  it("aggregates its events", () => {
    expect(after(event("open", 10))).toEqual([opened]);
    expect(after(event("open", 10), event("escalate", 20, 2))).toEqual([
      { ...opened, level: 2, lastAt: 20, values: { at: 20 } },
    ]);
    const closed = { ...opened, closedAt: 30, closingValues: { at: 30 } };
    expect(after(event("open", 10), event("close", 30))).toEqual([closed]);
    expect(after(event("open", 10), event("close", 30), event("recur", 40))).toEqual([
      { ...opened, times: 2, lastAt: 40, values: { at: 40 } },
    ]);
  });

  it("applies no event twice, and closes no warning that was never opened", () => {
    expect(after(event("open", 10), event("close", 30), event("open", 10))[0]?.closedAt).toBe(30);
    const twice = after(
      event("open", 10),
      event("escalate", 20, 2),
      event("escalate", 20, 2),
      event("escalate", 19, 1),
    );
    expect(twice[0]).toMatchObject({ level: 2, times: 1, lastAt: 20 });
    expect(after(event("close", 30))).toEqual([]);
  });
});
