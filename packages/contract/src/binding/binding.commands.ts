import { defineCommand, defineImport, field, right } from "../kernel/index.ts";
import { menus } from "../menus.ts";
import { binding } from "./binding.entity.ts";

/**
 * Shots by which the change of a binding has changed the totals of molds, summed without signs. 0 unless the change
 * lies in the past.
 */
const moved = field.int({ required: true, unit: "shots" });
const changedBinding = { bindingId: field.int({ wire: "BIND_ID", required: true }), moved } as const;

export const bindCounter = defineCommand({
  type: "rf_BindCounter",
  access: right(menus.binding, "A"),
  input: {
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    writerId: field.text(50, { required: true }),
    bindTime: field.time(),
    bindCount: field.int({ min: 0, max: 1e12 }),
  },
  output: changedBinding,
});

export const unbindCounter = defineCommand({
  type: "rf_UnbindCounter",
  access: right(menus.binding, "M"),
  input: {
    writerId: field.text(50, { required: true }),
    reason: field.text(200, { required: true }),
    unbindTime: field.time(),
    unbindCount: field.int({ min: 0, max: 1e12 }),
  },
  output: changedBinding,
});

/**
 * Replaces a mold's counter in one step. If the tenant requires the approval of a second person, only creates a request
 * (`counterChange`).
 */
export const replaceCounter = defineCommand({
  type: "rf_ReplaceCounter",
  access: right(menus.binding, "M"),
  input: {
    moldNo: field.text(50, { required: true, reference: "BS_MOLD" }),
    newWriterId: field.text(50, { required: true }),
    reason: field.text(200, { required: true }),
  },
  output: {
    /** Id of the new binding; null if only a request was created. */
    bindingId: field.int({ wire: "BIND_ID" }),
    moved,
    /** Id of the created request; null if the server replaced the counter at once. */
    changeId: field.int(),
  },
});

/**
 * Changes the beginning or end of a binding, also in the past. The server then recomputes the shots from the
 * readings.
 */
export const changeBinding = defineCommand({
  type: "rf_ChangeBinding",
  access: right(menus.binding, "M"),
  input: {
    bindId: field.int({ wire: "BIND_ID", required: true }),
    bindTime: field.time(),
    bindCount: field.int({ min: 0, max: 1e12 }),
    unbindTime: field.time(),
    unbindCount: field.int({ min: 0, max: 1e12 }),
    reason: field.text(200, { required: true }),
  },
  output: changedBinding,
});

/** Imports pairs of mold and counter. Each pair is checked and bound like a call of `rf_BindCounter`. */
export const importBindings = defineImport("rf_ImportBindings", binding);
