import { day } from "../base/catalog.ts";
import type { MoldSpec } from "./molds.ts";
import { plantsOf } from "./molds.ts";

/** Returns whether the mold was transferred from another plant of the same OEM. Only a few molds of the demo were. */
const wasMoved = (m: MoldSpec) => m.index % 23 === 5 && m.situation === undefined;

const before = (m: MoldSpec) => plantsOf[m.project.oem].find((p) => p !== m.plantId) ?? m.plantId;

/**
 * Returns the row with which the mold is first added. For a transferred mold it contains the plant before the transfer.
 */
export const rowAsAdded = (m: MoldSpec) => (wasMoved(m) ? { ...m.row, SAVE_ADDRESS: before(m) } : m.row);

export const transfers = (molds: readonly MoldSpec[]) =>
  molds.filter(wasMoved).map((m) => ({
    ago: (20 + (m.index % 90)) * day,
    params: { MOLD_NO: m.no, TO_PLANT_ID: m.plantId, REASON: "产能调整，转厂生产" },
  }));
