import { defineCommand, field, signedIn } from "../kernel/index.ts";

/**
 * Returns the progress of generating the demo's history: the number of molds that are ready (`done`), and the number of
 * all molds (`total`). Both numbers are 0 when the history is complete, and in tenants without a demo.
 */
export const demoProgress = defineCommand({
  type: "rf_GetDemoProgress",
  access: signedIn,
  readOnly: true,
  input: {},
  output: { done: field.int({ required: true }), total: field.int({ required: true }) },
});
