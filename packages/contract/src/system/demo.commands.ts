import { defineCommand, field, signedIn } from "../kernel/index.ts";

/**
 * Returns how many molds of the demo have their history (`done`), and the number of its molds (`total`). Both numbers
 * are 0 once the history is complete, and in tenants without a demo.
 */
export const demoProgress = defineCommand({
  type: "rf_GetDemoProgress",
  access: signedIn,
  input: {},
  output: { done: field.int({ required: true }), total: field.int({ required: true }) },
});
