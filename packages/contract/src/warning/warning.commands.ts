import { defineCommand, field, output, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { allWarnings, warningScreenIds } from "./screens.ts";

/**
 * Right M on any warning screen. The server then changes only warnings of kinds that the caller's warning screens show.
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
 * Closes up to 1,000 warnings. Skips warnings that are already closed, or that no user may close yet (`refuseClear`).
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
