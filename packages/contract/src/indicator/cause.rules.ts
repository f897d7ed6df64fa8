import { defineEnum } from "../kernel/index.ts";

/**
 * Ways in which a mold does not produce as planned. A mold has at most one symptom, the first that holds:
 * - noReadings: its live state is silent or removed;
 * - idle: its live state is idle;
 * - outOfUse: its live state is in repair or in trial;
 * - late: the planned end of an audited or running production order has passed;
 * - slow: it has an open warning of a slow cycle, or its cycle has become significantly longer.
 */
export const moldSymptom = defineEnum("moldSymptom", {
  noReadings: "noReadings",
  idle: "idle",
  outOfUse: "outOfUse",
  late: "late",
  slow: "slow",
});

/**
 * Causes of a symptom, in the order in which they are tried: the first that holds is the mold's cause. Causes that
 * documents show come first, then causes that readings show, then causes that orders show.
 */
export const moldCause = defineEnum("moldCause", {
  inRepair: "inRepair",
  inTrial: "inTrial",
  inStorage: "inStorage",
  counterRemoved: "counterRemoved",
  noSignal: "noSignal",
  noCounter: "noCounter",
  /** An open warning says that the mold is outside the fence of its plant. */
  wrongPlace: "wrongPlace",
  /** A major maintenance task is overdue, or a breakdown is reported, and nobody has started the work. */
  waitingRepair: "waitingRepair",
  /** No production order of the mold is audited or running. */
  noOrder: "noOrder",
  /** A production order of the mold is audited, but none is running. */
  orderNotStarted: "orderNotStarted",
  /** Since a certain day, the cycle is significantly longer than before. */
  slowerSinceChange: "slowerSinceChange",
  slowerThanStandard: "slowerThanStandard",
  /** The data show no cause: for example a running order without shots. */
  unknown: "unknown",
});

/** Properties by which the screen of causes groups the molds. */
export const causeBy = defineEnum("causeBy", { plant: "plant", maker: "maker", project: "project" });
