import { defineQuery, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { countState, inventoryCount, inventoryLine, inventoryPart } from "./inventory.entity.ts";

/** Columns of a stock-take. The figures are not stored: the query computes them from the stock-take's lines. */
const headColumns = {
  ...inventoryCount.fields,
  plantNames: field.text(500, { virtual: true }),
  oemName: mold.fields.oemName,
  startedByName: field.text(100, { virtual: true }),
  endedByName: field.text(100, { virtual: true }),
  expectedMolds: field.int({ wire: "EXPECTED_QTY", virtual: true }),
  autoMolds: field.int({ wire: "AUTO_QTY", virtual: true }),
  hereMolds: field.int({ wire: "HERE_QTY", virtual: true }),
  elsewhereMolds: field.int({ wire: "ELSEWHERE_QTY", virtual: true }),
  missingMolds: field.int({ wire: "MISSING_QTY", virtual: true }),
  surplusMolds: field.int({ wire: "SURPLUS_QTY", virtual: true }),
  openMolds: field.int({ wire: "OPEN_QTY", virtual: true }),
  surplusWaiting: field.int({ virtual: true }),
  /**
   * State of the part of the stock-take that belongs to the caller's plant. For callers without a plant: state of the
   * whole stock-take.
   */
  partState: field.choice(countState, { wire: "PART_STAT", virtual: true }),
  /** True if the caller ended the counting of a plant. Then another person must close the stock-take. */
  isSigner: field.flag({ virtual: true, aside: true }),
  /** True if all parts of the stock-take that are not cancelled are in the caller's scope. */
  coversAll: field.flag({ virtual: true }),
  /** Share of the expected molds that were found: automatically, or by a user at their plant or elsewhere. */
  foundShare: field.decimal(1, { unit: "%", virtual: true }),
  durationHours: field.decimal(1, { unit: "h", virtual: true }),
  /** Id of the previous closed stock-take with the same scope: the same plants, OEM and service states. */
  previousId: field.text(50, { virtual: true }),
} as const;

const lineColumns = {
  ...inventoryLine.fields,
  moldName: mold.fields.moldName,
  plantName: mold.fields.plantName,
  oemName: mold.fields.oemName,
  countState: inventoryCount.fields.countState,
  foundByName: field.text(100, { virtual: true }),
  seenByName: field.text(100, { virtual: true }),
  /** Fence radius of the plant. The screen compares the radius with the mold's `distance` from the plant. */
  radius: field.int({ unit: "m", virtual: true }),
  /**
   * Result of the same mold in the stock-take `previousId`: the last earlier stock-take that is closed and had the same
   * plants, OEM and service states.
   */
  previousResult: { ...inventoryLine.fields.result, wire: "PREV_RESULT", virtual: true },
  previousCount: field.text(50, { virtual: true }),
} as const;

/** Lists stock-takes that are not closed yet. */
export const inventoryList = defineQuery({
  menu: menus.automaticInventory,
  id: "Q01",
  access: right(menus.automaticInventory, "Q"),
  key: ["countId"],
  columns: headColumns,
});
export const inventoryLines = defineQuery({
  menu: menus.automaticInventory,
  id: "Q02",
  access: right(menus.automaticInventory, "Q"),
  key: ["lineId"],
  columns: lineColumns,
});
/** Lists the parts of stock-takes: one row per plant, with the user who signed its result. */
export const inventoryParts = defineQuery({
  menu: menus.automaticInventory,
  id: "Q03",
  access: right(menus.automaticInventory, "Q"),
  key: ["partId"],
  columns: {
    ...inventoryPart.fields,
    plantName: mold.fields.plantName,
    signedByName: field.text(100, { virtual: true }),
    expectedMolds: headColumns.expectedMolds,
    openMolds: headColumns.openMolds,
  },
});
/** Lists the molds of all stock-takes that are not closed yet. */
export const notCountedLines = defineQuery({
  menu: menus.inventoryCounting,
  id: "Q01",
  access: right(menus.inventoryCounting, "Q"),
  key: ["lineId"],
  columns: lineColumns,
});
export const countsGoingOn = defineQuery({
  menu: menus.inventoryCounting,
  id: "Q02",
  access: right(menus.inventoryCounting, "Q"),
  key: ["countId"],
  columns: headColumns,
});
/** Lists closed and cancelled stock-takes. */
export const inventoryHistory = defineQuery({
  menu: menus.inventoryHistory,
  id: "Q01",
  access: right(menus.inventoryHistory, "Q"),
  key: ["countId"],
  columns: headColumns,
});
export const historyLines = defineQuery({
  menu: menus.inventoryHistory,
  id: "Q02",
  access: right(menus.inventoryHistory, "Q"),
  key: ["lineId"],
  columns: lineColumns,
});
