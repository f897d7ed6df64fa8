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
