import { defineCommand, field } from "../kernel/index.ts";

const right = { menu: "SYS101", action: "M" } as const;

/** A new password for somebody. It is in this answer and nowhere else; all log-ins with the old one end. */
export const resetPassword = defineCommand<{ readonly PASSWORD: string }>()({
  type: "rf_ResetPassword",
  right,
  input: { userId: field.text(50, { required: true }) },
});

/** Ends every log-in of somebody. */
export const forceOut = defineCommand<{ readonly COUNT: number }>()({
  type: "rf_ForceOut",
  right,
  input: { userId: field.text(50, { required: true }) },
});
