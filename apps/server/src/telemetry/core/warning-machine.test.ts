import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./timeline.ts";
import { applyEvent, checkClock, type Warning } from "./warning-clock.ts";
import { type ReplayReading, replayDay } from "./warning-machine.ts";
import { DEFAULT_WARNING_RULES, rulesForInterval, type WarningKind } from "./warning-rules.ts";
import { NEW_REPLAY_STATE, type WarningEvent } from "./warning-state.ts";

const T = Date.UTC(2026, 4, 4);
const PLANT = { lng: 121.47, lat: 31.23, radiusM: 2_000 };
const AWAY = { lng: 121.6, lat: 31.23 };
const HOME = { lng: 121.471, lat: 31.23 };

type Said = Partial<ReplayReading> & { h: number };

function reading({ h, ...said }: Said): ReplayReading {
  return {
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
    fence: PLANT,
    isIdleExempt: false,
    outOfUseSince: null,
    ...said,
  };
}

/** Returns the events of one kind, each as a text of hour, change and level. Example: "168 open 1". */
function run(kind: WarningKind, said: readonly Said[]): string[] {
  const { events } = replayDay(NEW_REPLAY_STATE, said.map(reading), () => DEFAULT_WARNING_RULES);
  return events.filter((e) => e.kind === kind).map(show);
}

function show(e: WarningEvent): string {
  return `${(e.at - T) / HOUR_MS} ${e.change} ${e.level}`;
}

function each(
  key: keyof ReplayReading,
  values: readonly unknown[],
  more: Partial<ReplayReading> = {},
): Said[] {
  return values.map((value, h) => ({ h, ...more, [key]: value }) as Said);
}

/** Builds one reading per hour. Each has 10 shots with the given mean cycle time, s. */
function cycles(...seconds: number[]): Said[] {
  return seconds.map((s, h) => ({ h, shots: 10, cycleCount: 10, cycleMs: s * 10_000 }));
}

describe("warnings", () => {
  it.each<[string, WarningKind, Said[], string[]]>([
    [
      "battery: low, urgent, clear",
      "battery",
      each("battery", [80, 20, 15, 10, 25, 30]),
      ["1 open 1", "3 escalate 2", "5 close 2"],
    ],
    ["battery: 21 is enough", "battery", each("battery", [21, null, 29]), []],
    [
      "battery: the mark alone",
      "battery",
      each("isBatteryLow", [true, true, false]),
      ["0 open 1", "2 close 1"],
    ],
    [
      "battery: the mark goes before the percentage",
      "battery",
      [
        { h: 0, battery: 90, isBatteryLow: true },
        { h: 1, battery: 90 },
      ],
      ["0 open 1", "1 close 1"],
    ],
    [
      "battery: back within a day",
      "battery",
      each("battery", [20, 30, 10, 40]),
      ["0 open 1", "1 close 1", "2 recur 2", "3 close 2"],
    ],
    [
      "battery: back after more than a day",
      "battery",
      [
        { h: 0, battery: 9 },
        { h: 1, battery: 30 },
        { h: 25.1, battery: 20 },
      ],
      ["0 open 2", "1 close 2", "25.1 open 1"],
    ],
    ["removal", "removal", each("isRemoved", [false, true, true, null, false]), ["1 open 1", "4 close 1"]],
    ["cycle: judged by 20 shots", "cycleSlow", cycles(40, 20, 32, 32), ["3 open 1"]],
    ["cycle: exactly 5 % is within", "cycleSlow", cycles(31.5, 31.5), []],
    [
      "cycle: 10 % off is level 2",
      "cycleSlow",
      cycles(32, 32, 33, 33, 33.1, 33.1, 32, 32, 30, 30),
      ["1 open 1", "5 escalate 2", "9 close 2"],
    ],
    ["cycle: fast", "cycleFast", cycles(28, 28, 26, 26, 33, 33), ["1 open 1", "3 escalate 2", "5 close 2"]],
    ["cycle: fast is not slow", "cycleSlow", cycles(28, 28, 26, 26, 33, 33), ["5 open 1"]],
    [
      "cycle: the mold's own tolerance",
      "cycleSlow",
      cycles(32, 32, 34.1, 34.1).map((s) => ({ ...s, tolerance: { ms: 2_000 } })),
      ["3 open 2"],
    ],
    [
      "cycle: begins anew each day",
      "cycleSlow",
      [
        { h: 23, cycleCount: 19, cycleMs: 19 * 40_000 },
        { h: 25, cycleCount: 19, cycleMs: 19 * 40_000 },
      ],
      [],
    ],
    ["cycle: no standard", "cycleSlow", cycles(90, 90).map((s) => ({ ...s, standardMs: 0 })), []],
    ["position: one bad fix is nothing", "position", each("fix", [HOME, AWAY, HOME, AWAY, HOME]), []],
    [
      "position: an hour outside",
      "position",
      each("fix", [HOME, AWAY, AWAY, AWAY, HOME]),
      ["2 open 1", "4 close 1"],
    ],
    [
      "position: three fixes in short time",
      "position",
      [0, 0.1, 0.2, 0.3].map((h) => ({ h, fix: AWAY })),
      ["0.2 open 1"],
    ],
    [
      "position: no fix is no fix",
      "position",
      each("fix", [AWAY, null, { lng: 0, lat: 0 }, { lng: 500, lat: 3 }]),
      [],
    ],
    [
      "position: moved by document",
      "position",
      [
        { h: 0, fix: AWAY },
        { h: 1, fix: AWAY },
        { h: 2, fix: AWAY, fence: { ...AWAY, radiusM: 500 } },
      ],
      ["1 open 1", "2 close 1"],
    ],
    [
      "position: ends with the binding",
      "position",
      [
        { h: 0, fix: AWAY },
        { h: 1, fix: AWAY },
        { h: 9, moldId: 8, since: T + 5 * HOUR_MS },
      ],
      ["1 open 1", "5 close 1"],
    ],
    ["silent: 48 h are not too long", "silent", [{ h: 0 }, { h: 48 }], []],
    ["silent: found out by the next reading", "silent", [{ h: 0 }, { h: 50 }], ["48 open 1", "50 close 1"]],
    ["silent: a week", "silent", [{ h: 0 }, { h: 200 }], ["48 open 1", "168 escalate 2", "200 close 2"]],
    ["silent: never reported since it was bound", "silent", [{ h: 60 }], ["47 open 1", "60 close 1"]],
    [
      "signal: 3 of 5",
      "weakSignal",
      each("rssi", [-110, -90, -120, -90, -111, -90, -90, -90]),
      ["4 open 1", "5 close 1"],
    ],
    ["signal: 2 of 5", "weakSignal", each("rssi", [-110, -90, -90, -110, -90, -90]), []],
    ["signal: three bad ones are enough", "weakSignal", each("rssi", [-115, null, -115, -115]), ["3 open 1"]],
    [
      "idle: a week, a month, a shot",
      "idle",
      [{ h: 0 }, ...[100, 167, 168, 300, 719, 720, 800].map((h) => ({ h, shots: 0 })), { h: 801, shots: 2 }],
      ["168 open 1", "720 escalate 2", "801 close 2"],
    ],
    // The last reading of the next four cases lies exactly at the limit or a minute before it. A later reading would
    // open the warning with the same time, so a wrong limit would not be noticed.
    ["idle: exactly a week", "idle", [{ h: 0 }, { h: 168, shots: 0 }], ["168 open 1"]],
    ["idle: a minute less than a week", "idle", [{ h: 0 }, { h: 168 - 1 / 60, shots: 0 }], []],
    ["idle: exactly a month", "idle", [{ h: 0 }, { h: 720, shots: 0 }], ["168 open 1", "720 escalate 2"]],
    ["idle: a minute less than a month", "idle", [{ h: 0 }, { h: 720 - 1 / 60, shots: 0 }], ["168 open 1"]],
    [
      "idle: from the week's end, whoever reports then",
      "idle",
      [{ h: 0 }, { h: 200, shots: 0 }],
      ["168 open 1"],
    ],
    ["idle: shots that came with the late report", "idle", [{ h: 0 }, { h: 200, shots: 1 }], []],
    [
      "idle: not in repair, and since the last shot after it",
      "idle",
      [{ h: 0 }, { h: 170, shots: 0, isIdleExempt: true }, { h: 300, shots: 0 }, { h: 338, shots: 0 }],
      ["170 open 1"],
    ],
    [
      "idle: paused by a repair, at its level again after it",
      "idle",
      [
        { h: 0 },
        { h: 730, shots: 0 },
        { h: 800, shots: 0, isIdleExempt: true },
        { h: 812, shots: 0, isIdleExempt: true },
        { h: 830, shots: 0 },
      ],
      ["168 open 1", "720 escalate 2", "800 close 2", "812 recur 2"],
    ],
    [
      "idle: anew with the shots after a repair",
      "idle",
      [
        { h: 0 },
        { h: 170, shots: 0, isIdleExempt: true },
        { h: 180 },
        { h: 347, shots: 0 },
        { h: 348, shots: 0 },
      ],
      ["348 open 1"],
    ],
    [
      "position: closed when the mold goes into storage, and not opened there",
      "position",
      [
        ...each("fix", [AWAY, AWAY, AWAY]),
        { h: 9, fix: AWAY, isIdleExempt: true, outOfUseSince: T + 5 * HOUR_MS },
        { h: 10, fix: AWAY, isIdleExempt: true, outOfUseSince: T + 5 * HOUR_MS },
        { h: 11, fix: AWAY, isIdleExempt: true, outOfUseSince: T + 5 * HOUR_MS },
      ],
      ["1 open 1", "5 close 1"],
    ],
    [
      "idle: from the binding on, for a mold without shots",
      "idle",
      [
        { h: 0, shots: 0 },
        { h: 170, shots: 0 },
      ],
      ["167 open 1"],
    ],
    [
      "unbound: three days",
      "unbound",
      [
        { h: 0, moldId: 0, shots: 0 },
        { h: 80, moldId: 0, shots: 0 },
        { h: 90, since: T + 85 * HOUR_MS },
      ],
      ["71 open 1", "85 close 1"],
    ],
    [
      "unbound: at once when it counts",
      "unbound",
      [
        { h: 0, moldId: 0, shots: 0, unboundShots: 3 },
        { h: 90, moldId: 0, shots: 0 },
      ],
      ["0 open 2"],
    ],
  ])("%s", (_, kind, said, expected) => {
    expect(run(kind, said)).toEqual(expected);
  });

  it("stores the mold and the values of the cause", () => {
    const { events } = replayDay(NEW_REPLAY_STATE, cycles(33, 33).map(reading), () => DEFAULT_WARNING_RULES);
    const values = { meanMs: 33_000, standardMs: 30_000, shots: 20 };
    expect(events).toMatchObject([{ kind: "cycleSlow", moldId: 7, openedAt: T + HOUR_MS, values }]);
  });

  it("uses the rules in force at the reading", () => {
    const rules = rulesForInterval(DEFAULT_WARNING_RULES, 10 * MINUTE_MS);
    const said = [0, 1, 2].map((h) => reading({ h, since: T }));
    const { events } = replayDay(NEW_REPLAY_STATE, said, () => rules);
    const minutes = events.map((e) => `${(e.at - T) / MINUTE_MS} ${e.change}`);
    expect(minutes).toEqual(["20 open", "60 close", "80 recur", "120 close"]);
  });
});

describe("warnings by time alone", () => {
  const { state } = replayDay(NEW_REPLAY_STATE, [reading({ h: 0 })], () => DEFAULT_WARNING_RULES);
  const books = { moldId: 7, since: T - HOUR_MS, isValid: true, expiresAt: null };
  const at = (hours: number, more: Partial<Parameters<typeof checkClock>[3]> = {}, from = state) =>
    checkClock(from, T + hours * HOUR_MS, DEFAULT_WARNING_RULES, { ...books, ...more }).map(
      (e) => `${e.kind} ${show(e)}`,
    );

  it.each<[string, string[], string[]]>([
    ["nothing yet", at(48), []],
    ["silent", at(49), ["silent 48 open 1"]],
    ["offline", at(999), ["silent 48 open 1", "silent 168 escalate 2"]],
    ["never reported", at(48, {}, { ...NEW_REPLAY_STATE }), ["silent 47 open 1"]],
    ["not valid: nothing is expected", at(999, { isValid: false }), []],
    ["unbound for three days", at(48, { moldId: 0, since: T - 24 * HOUR_MS }), ["unbound 48 open 1"]],
    ["plan ends in a month", at(0, { expiresAt: T + 30 * DAY_MS }), ["validity 0 open 1"]],
    ["plan ends later", at(0, { expiresAt: T + 30 * DAY_MS + 1 }), []],
    ["plan has ended", at(1, { expiresAt: T }), ["validity -720 open 1", "validity 0 escalate 2"]],
  ])("%s", (_, events, expected) => {
    expect(events).toEqual(expected);
  });

  it("leave the state unchanged, and have the identity that the later reading gives them", () => {
    const before = structuredClone(state);
    const warnings = new Map<string, Warning>();
    const early = checkClock(state, T + 50 * HOUR_MS, DEFAULT_WARNING_RULES, books);
    expect(state).toEqual(before);
    for (const event of [...early, ...early]) applyEvent(warnings, event);
    for (const event of replayDay(state, [reading({ h: 55 })], () => DEFAULT_WARNING_RULES).events) {
      applyEvent(warnings, event);
    }
    expect([...warnings.values()]).toMatchObject([
      { kind: "silent", openedAt: T + 48 * HOUR_MS, times: 1, closedAt: T + 55 * HOUR_MS },
    ]);
  });
});
