import { defineQuery, field, pick, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { productionOrder } from "../production/order.entity.ts";
import { moldCause } from "./cause.rules.ts";

/**
 * Columns that exist only for filters: a caller sets the period by EQ conditions. First and last day are days of the
 * tenant's zone, inclusive. Default: the last 30 days.
 */
const period = {
  periodFrom: field.date({ virtual: true }),
  periodTo: field.date({ virtual: true }),
} as const;

export const moldFacts = pick(
  mold,
  "moldNo",
  "moldName",
  "oemId",
  "oemName",
  "plantId",
  "plantName",
  "makerId",
  "makerName",
  "projectNo",
  "projectName",
);

const share = (wire: string) => field.decimal(2, { wire, unit: "%", virtual: true });
const seconds = field.decimal(1, { unit: "h", virtual: true });

/**
 * Lists the audited production orders that came due in the period. These orders give the indicator "set-count
 * compliance": shots made (at most the planned ones of each order) ÷ planned shots.
 */
export const setCountOrders = defineQuery({
  menu: menus.setCountIndicator,
  id: "Q01",
  access: right(menus.setCountIndicator, "Q"),
  key: ["orderId"],
  columns: {
    ...moldFacts,
    ...pick(productionOrder, "orderId", "plannedShots", "plannedEnd", "orderState", "startedAt", "endedAt"),
    madeShots: field.int({ unit: "shots", virtual: true }),
    countedShots: field.int({ unit: "shots", virtual: true }),
    overShots: field.int({ unit: "shots", virtual: true }),
    setCountRate: share("SET_COUNT_RATE"),
    metOnTime: field.flag({ virtual: true }),
    estimatedShots: field.int({ unit: "shots", virtual: true }),
    ...period,
  },
});

export const cycleMolds = defineQuery({
  menu: menus.cycleIndicator,
  id: "Q01",
  access: right(menus.cycleIndicator, "Q"),
  key: ["moldNo"],
  columns: {
    ...moldFacts,
    knownShots: field.int({ unit: "shots", virtual: true }),
    withinShots: field.int({ unit: "shots", virtual: true }),
    complianceRate: share("COMPLIANCE_RATE"),
    fastRate: share("FAST_RATE"),
    slowRate: share("SLOW_RATE"),
    standardCycle: mold.fields.standardCycle,
    averageCycle: field.decimal(2, { wire: "AVG_CYCLE", unit: "s", virtual: true }),
    cycleDeviation: field.decimal(2, { wire: "CYCLE_DEV", unit: "%", virtual: true }),
    estimatedRate: share("ESTIMATED_RATE"),
    ...period,
  },
});

/**
 * Lists the visits of molds at a mold maker that began in the period. The mold must have come from another place. The
 * indicator of returns counts these visits.
 */
export const returnVisits = defineQuery({
  menu: menus.returnsIndicator,
  id: "Q01",
  access: right(menus.returnsIndicator, "Q"),
  key: ["moldNo", "visitFrom"],
  columns: {
    ...moldFacts,
    visitPlace: field.text(100, { virtual: true }),
    leftFrom: field.text(100, { virtual: true }),
    visitFrom: field.time({ virtual: true }),
    visitTo: field.time({ virtual: true }),
    visitDays: field.decimal(1, { unit: "days", virtual: true }),
    visitReason: field.text(200, { virtual: true }),
    visitSource: field.text(20, { virtual: true }),
    fixes: field.int({ virtual: true }),
    ...period,
  },
});

export const utilizationMolds = defineQuery({
  menu: menus.utilizationIndicator,
  id: "Q01",
  access: right(menus.utilizationIndicator, "Q"),
  key: ["moldNo"],
  columns: {
    ...moldFacts,
    utilizationRate: share("UTILIZATION_RATE"),
    workedHours: seconds,
    availableHours: seconds,
    outHours: seconds,
    shots: field.int({ unit: "shots", virtual: true }),
    estimatedRate: share("ESTIMATED_RATE"),
    lifeUsed: field.decimal(1, { unit: "%", virtual: true }),
    ...period,
  },
});

export const idleMolds = defineQuery({
  menu: menus.idleIndicator,
  id: "Q01",
  access: right(menus.idleIndicator, "Q"),
  key: ["moldNo"],
  columns: {
    ...moldFacts,
    idleRate: share("IDLE_RATE"),
    idleDaysCount: field.int({ unit: "days", virtual: true }),
    reportedDays: field.int({ unit: "days", virtual: true }),
    liveState: mold.fields.liveState,
    /** Why the mold does not produce as planned now (`moldCauses`). Null if the mold produces as planned. */
    moldCause: field.choice(moldCause, { virtual: true }),
    lastShotAt: field.time({ virtual: true }),
    idleForDays: field.int({ unit: "days", virtual: true }),
    ...period,
  },
});

/** Lists the moves of molds from one place to another in the period. The indicator of moves counts these moves. */
export const moldMoves = defineQuery({
  menu: menus.movesIndicator,
  id: "Q01",
  access: right(menus.movesIndicator, "Q"),
  key: ["moldNo", "movedAt"],
  columns: {
    ...moldFacts,
    movedAt: field.time({ virtual: true }),
    leftFrom: field.text(100, { virtual: true }),
    arrivedAt: field.text(100, { virtual: true }),
    moveDistance: field.decimal(1, { wire: "MOVE_KM", virtual: true }),
    visitSource: field.text(20, { virtual: true }),
    fixes: field.int({ virtual: true }),
    ...period,
  },
});
