import { day } from "../base/catalog.ts";
import type { MoldSpec } from "./molds.ts";
import { plantsOf } from "./molds.ts";

/** Some molds were transferred from another plant of their OEM. */
const wasMoved = (m: MoldSpec) => m.index % 23 === 5 && m.situation === undefined;

const before = (m: MoldSpec) => plantsOf[m.project.oem].find((p) => p !== m.plantId) ?? m.plantId;

/** Returns the row at the time of entry, with the plant where the mold was before its transfer. */
export const rowAsAdded = (m: MoldSpec) => (wasMoved(m) ? { ...m.row, SAVE_ADDRESS: before(m) } : m.row);

export const transfers = (molds: readonly MoldSpec[]) =>
  molds.filter(wasMoved).map((m) => ({
    ago: (20 + (m.index % 90)) * day,
    params: { MOLD_NO: m.no, TO_PLANT_ID: m.plantId, REASON: "产能调整，转厂生产" },
  }));
