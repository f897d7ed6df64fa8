import { liveState } from "../enumerations.ts";
import { defineCommand, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { serviceState } from "../mold/mold.entity.ts";
import { allWarnings, warningScreenIds } from "./screens.ts";

/**
 * Right M on any warning screen. Commands with this right change only the kinds of warnings that the caller's screens
 * show.
 */
const change = right(allWarnings, "M", { others: warningScreenIds });
const changed = { count: field.int({ required: true }) };

export const acknowledgeWarning = defineCommand({
  type: "rf_AcknowledgeWarning",
  access: change,
  input: { warningId: field.int({ required: true }), assignee: field.text(50) },
  output: changed,
});

export const clearWarning = defineCommand({
  type: "rf_ClearWarning",
  access: change,
  input: { warningId: field.int({ required: true }), note: field.text(200, { required: true }) },
  output: changed,
});

/** Acknowledges up to 1,000 warnings. Skips warnings that are closed or already acknowledged. */
export const acknowledgeWarnings = defineCommand({
  type: "rf_AcknowledgeWarnings",
  access: change,
  input: { warningIds: field.json<readonly number[]>({ list: "number" }), assignee: field.text(50) },
  output: changed,
});

/**
 * Closes up to 1,000 warnings. Skips warnings that are already closed, and warnings that no user may close yet
 * (`refuseClear`).
 */
export const clearWarnings = defineCommand({
  type: "rf_ClearWarnings",
  access: change,
  input: {
    warningIds: field.json<readonly number[]>({ list: "number" }),
    note: field.text(200, { required: true }),
  },
  output: changed,
});

/**
 * Returns figures that explain why the workplace, the indicator and the warnings show different numbers of idle molds.
 * Idle molds in service (`served`) = `warned` + number of molds in `unwarned`. Open idle warnings = `warned` + number
 * of molds in `elsewhere`.
 */
export const idleNumbers = defineCommand({
  type: "rf_IdleNumbers",
  isReport: true,
  access: right(menus.idleWarnings, "Q", { others: [menus.idleIndicator] }),
  input: {},
  output: {
    /** Number of molds in the live state "idle". */
    idle: field.int({ required: true }),
    /**
     * Number of idle molds in service. The other idle molds are in storage. They do not count in the idle rate and get
     * no warning.
     */
    served: field.int({ required: true }),
    /** Idle molds in service with an open idle warning. */
    warned: field.int({ required: true }),
    /** Idle molds in service without an open idle warning: a user closed it, or the mold has just become idle. */
    unwarned: output.values<string>({ shape: "text" }),
    /** Molds that have an open idle warning but are not idle now, or are not in service now. */
    elsewhere: output.rows({
      moldNo: field.text(50, { required: true }),
      liveState: field.choice(liveState, { required: true }),
      serviceState: field.choice(serviceState, { required: true }),
    }),
  },
});

export const warningCounts = defineCommand({
  type: "rf_WarningCounts",
  isReport: true,
  access: right(menus.allWarnings, "Q"),
  input: {},
  output: {
    /** Number of open warnings by kind. */
    kinds: output.keyed<number>({ shape: "number" }),
    unacknowledged: field.int({ required: true }),
  },
});
