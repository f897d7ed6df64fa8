import { defineCommand, field, signedIn } from "../kernel/index.ts";

/**
 * Returns the progress of generating the demo's history: for how many molds it is done (`done`), and how many molds
 * there are (`total`). Both are 0 once it is complete, and in tenants without a demo.
 */
export const demoProgress = defineCommand({
  type: "rf_GetDemoProgress",
  access: signedIn,
  input: {},
  output: { done: field.int({ required: true }), total: field.int({ required: true }) },
});
