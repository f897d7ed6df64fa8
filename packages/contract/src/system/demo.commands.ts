import { defineCommand, field, signedIn } from "../kernel/index.ts";

/** How many molds of the demo have their history. Both numbers are 0 once it is complete, and in other tenants. */
export const demoProgress = defineCommand({
  type: "rf_GetDemoProgress",
  access: signedIn,
  input: {},
  output: { done: field.int({ required: true }), total: field.int({ required: true }) },
});
