import { expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../telemetry/core/timeline.ts";
import { type LiveFacts, type LiveState, liveState } from "./live-state-model.ts";

const NOW = Date.UTC(2026, 5, 1);
const RULES = { reportIntervalMs: HOUR_MS, silentMs: 2 * DAY_MS, idleMs: 7 * DAY_MS };
const RUNNING: LiveFacts = {
  isScrapped: false,
  isInRepair: false,
  isInTrial: false,
  isBound: true,
  boundAt: NOW - 90 * DAY_MS,
  lastReportAt: NOW - HOUR_MS,
  lastAcceptedAt: NOW - HOUR_MS,
  lastShots: 20,
  lastShotAt: NOW - HOUR_MS,
  isRemoved: false,
};

it.each<[LiveState, Partial<LiveFacts>]>([
  ["running", {}],
  ["running", { lastReportAt: NOW - 2 * HOUR_MS, lastAcceptedAt: NOW - 2 * HOUR_MS }],
  ["stopped", { lastReportAt: NOW - 2 * HOUR_MS - 1, lastAcceptedAt: NOW - 2 * HOUR_MS - 1 }],
  ["stopped", { lastShots: 0 }],
  ["stopped", { lastShots: 0, lastShotAt: NOW - 7 * DAY_MS + 1 }],
  ["idle", { lastShots: 0, lastShotAt: NOW - 7 * DAY_MS }],
  ["idle", { lastShots: 0, lastShotAt: null }],
  ["stopped", { lastShots: 0, lastShotAt: null, boundAt: NOW - DAY_MS }],
  // The counter reports, but its readings of the last eight days are quarantined. The mold is thus idle.
  ["idle", { lastAcceptedAt: NOW - 8 * DAY_MS, lastShotAt: NOW - 8 * DAY_MS }],
  ["stopped", { lastReportAt: NOW - 2 * DAY_MS, lastAcceptedAt: NOW - 2 * DAY_MS }],
  ["silent", { lastReportAt: NOW - 2 * DAY_MS - 1, lastAcceptedAt: NOW - 2 * DAY_MS - 1 }],
  ["silent", { lastReportAt: NOW - 60 * DAY_MS, lastShots: 0, lastShotAt: NOW - 60 * DAY_MS }],
  ["silent", { lastReportAt: null, lastAcceptedAt: null, lastShots: 0, lastShotAt: null }],
  ["awaitingReport", { lastReportAt: null, boundAt: NOW - 2 * DAY_MS }],
  ["silent", { lastReportAt: null, boundAt: NOW - 2 * DAY_MS - 1 }],
  // Readings from before the binding concern another mold. They do not count here, even if they report a removal.
  ["awaitingReport", { boundAt: NOW - HOUR_MS + 1, isRemoved: true }],
  ["running", { boundAt: NOW - HOUR_MS }],
  ["silent", { boundAt: NOW - 3 * DAY_MS, lastReportAt: NOW - 3 * DAY_MS - 1, isRemoved: true }],
  ["removed", { isRemoved: true, lastReportAt: NOW - 60 * DAY_MS }],
  ["unbound", { isBound: false, boundAt: null, isRemoved: true }],
  ["inTrial", { isInTrial: true }],
  ["inRepair", { isInTrial: true, isInRepair: true, isBound: false }],
  ["scrapped", { isScrapped: true, isInRepair: true, isBound: false }],
])("%s: %o", (state, facts) => {
  expect(liveState({ ...RUNNING, ...facts }, NOW, RULES)).toBe(state);
});
