import { defineCommand, field } from "../kernel/index.ts";

export const acknowledgeWarning = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_AcknowledgeWarning",
  right: { menu: "WA100", action: "M" },
  input: { warningId: field.int({ required: true }), assignee: field.text(50) },
});

export const clearWarning = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_ClearWarning",
  right: { menu: "WA100", action: "M" },
  input: { warningId: field.int({ required: true }), note: field.text(200, { required: true }) },
});

/** The same for many at once: those it does not apply to any more are left out, and COUNT says how many it was. */
export const acknowledgeWarnings = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_AcknowledgeWarnings",
  right: { menu: "WA100", action: "M" },
  input: { warningIds: field.json<readonly number[]>(), assignee: field.text(50) },
});

export const clearWarnings = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_ClearWarnings",
  right: { menu: "WA100", action: "M" },
  input: { warningIds: field.json<readonly number[]>(), note: field.text(200, { required: true }) },
});

export interface WarningCounts {
  /** Open ones by kind. */
  readonly KINDS: Readonly<Record<string, number>>;
  readonly UNACKNOWLEDGED: number;
}

export const warningCounts = defineCommand<WarningCounts>()({
  type: "rf_WarningCounts",
  right: { menu: "WA100", action: "Q" },
  input: {},
});
