import {
  type CommandOutput,
  defineCommand,
  defineQuery,
  field,
  output,
  pick,
  right,
} from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { mold } from "../mold/mold.entity.ts";
import { causeBy, moldCause, moldSymptom } from "./cause.rules.ts";
import { moldFacts } from "./indicator.queries.ts";

/** Lists the molds that do not produce as planned, with the cause that the data show and its evidence. */
export const moldCauses = defineQuery({
  menu: menus.idleIndicator,
  id: "Q02",
  access: right(menus.idleIndicator, "Q", { others: [menus.mold] }),
  key: ["moldNo"],
  columns: {
    ...moldFacts,
    ...pick(mold, "liveState", "serviceState", "counterNo"),
    symptom: field.choice(moldSymptom, { virtual: true }),
    moldCause: field.choice(moldCause, { virtual: true }),
    /** Time since which the evidence exists: for example the start of the repair, or the end of the last order. */
    causeSince: field.time({ virtual: true }),
    /**
     * Number of the document or object that is the evidence: a maintenance task, trial, mold document, order, warning
     * or counter, depending on the cause.
     */
    causeReference: field.text(50, { wire: "CAUSE_REF", virtual: true }),
    /**
     * Order number of the mold's late production order. If several are late: the order whose planned end passed first.
     */
    lateOrder: field.text(50, { virtual: true }),
    idleForDays: field.int({ unit: "days", virtual: true }),
    lastShotAt: field.time({ virtual: true }),
    lastReportAt: field.time({ wire: "LAST_REPORT", virtual: true }),
    rssi: field.int({ unit: "dBm", virtual: true }),
    battery: field.int({ wire: "percentage", unit: "%", virtual: true }),
    /**
     * Mean cycle before the day on which the mold's cycle changed most; `cycleAfter` is the mean cycle since that day.
     * Null unless the cycle has become significantly longer.
     */
    cycleBefore: field.decimal(2, { unit: "s", virtual: true }),
    cycleAfter: field.decimal(2, { unit: "s", virtual: true }),
  },
});

/** Counts the rows of `moldCauses` by group, symptom and cause. */
export const causeCounts = defineCommand({
  type: "rf_CauseCounts",
  isReport: true,
  access: right(menus.idleIndicator, "Q"),
  input: { causeBy: field.choice(causeBy, { wire: "GROUP_BY", required: true }) },
  output: output.rows({
    /** Id of the plant or maker, or number of the project. Empty for molds without a plant, maker or project. */
    key: field.text(50, { required: true }),
    name: field.text(100),
    symptom: field.choice(moldSymptom, { required: true }),
    moldCause: field.choice(moldCause, { required: true }),
    molds: field.int({ required: true }),
  }),
});
export type CauseCount = CommandOutput<typeof causeCounts>[number];
