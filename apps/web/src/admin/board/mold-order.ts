import type { PlantBoardMold } from "@shotkeeper/contract/board";
import { liveState } from "@shotkeeper/contract/enumerations";
import { nameOf } from "@shotkeeper/contract/kernel";
import type { StateName } from "@shotkeeper/ui/app";

/** Returns the level of a mold's deviation from the standard cycle: attention above 5 %, bad above 10 %. */
export function cycleLevel(m: PlantBoardMold) {
  if (!m.currentCycle || !m.standardCycle) return undefined;
  const deviation = Math.abs(m.currentCycle / m.standardCycle - 1) * 100;
  return deviation > 10 ? "bad" : deviation > 5 ? "attention" : undefined;
}

/** Order of the tiles by state: first molds that need attention, then molds in use, then molds out of use. */
const stateOrder: readonly StateName[] = [
  "removed",
  "silent",
  "idle",
  "stopped",
  "awaitingReport",
  "running",
  "unbound",
  "inRepair",
  "inTrial",
  "scrapped",
];

/**
 * Returns the molds sorted worst first: removed counters, then large deviations of the cycle from the standard cycle,
 * then by state. Molds of equal rank are sorted by number, so that the order stays the same between updates.
 */
export function sortedMolds(molds: readonly PlantBoardMold[]): PlantBoardMold[] {
  const rank = (m: PlantBoardMold) => {
    const name = nameOf(liveState, m.liveState);
    const state = name ? stateOrder.indexOf(name) : stateOrder.length;
    const level = name === "running" ? cycleLevel(m) : undefined;
    // Ranks a running mold whose cycle deviates by more than 10 % from the standard cycle right after the molds with
    // removed counters.
    if (level === "bad") return 0.5;
    return level === "attention" ? stateOrder.indexOf("running") - 0.5 : state;
  };
  return [...molds].sort((a, b) => rank(a) - rank(b) || a.moldNo.localeCompare(b.moldNo));
}
