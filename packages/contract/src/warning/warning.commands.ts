import { defineCommand, field } from "../kernel/index.ts";
import { allWarnings, warningRoomIds } from "./rooms.ts";

/** From any of the screens; the server lets each have its own kinds only. */
const change = { menu: allWarnings, also: warningRoomIds, action: "M" } as const;

export const acknowledgeWarning = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_AcknowledgeWarning",
  right: change,
  input: { warningId: field.int({ required: true }), assignee: field.text(50) },
});

export const clearWarning = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_ClearWarning",
  right: change,
  input: { warningId: field.int({ required: true }), note: field.text(200, { required: true }) },
});

/** The same for many at once: those it does not apply to any more are left out, and COUNT says how many it was. */
export const acknowledgeWarnings = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_AcknowledgeWarnings",
  right: change,
  input: { warningIds: field.json<readonly number[]>(), assignee: field.text(50) },
});

export const clearWarnings = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_ClearWarnings",
  right: change,
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
