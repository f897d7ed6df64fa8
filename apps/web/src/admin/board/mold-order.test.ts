import { liveState } from "@shotkeeper/contract/enumerations";
import { expect, it } from "vitest";
import { sortedMolds } from "./mold-order.ts";

it("shows first what needs somebody, and molds out of use last", () => {
  const { removed, running, silent, idle, stopped, inRepair } = liveState.values;
  const mold = (moldNo: string, state: string | number, currentCycle: number | null = 40) => ({
    moldNo,
    moldName: null,
    device: null,
    liveState: state as typeof running,
    currentCycle,
    standardCycle: 40,
    lastReportAt: null,
    shotsToday: 0,
  });
  const sorted = sortedMolds([
    mold("repair", inRepair),
    mold("b-well", running),
    mold("a-well", running),
    mold("slower", running, 43),
    mold("far", running, 50),
    mold("stopped", stopped),
    mold("idle", idle),
    mold("silent", silent),
    mold("removed", removed),
  ]);
  expect(sorted.map((m) => m.moldNo)).toEqual([
    "removed",
    "far",
    "silent",
    "idle",
    "stopped",
    "slower",
    "a-well",
    "b-well",
    "repair",
  ]);
});
